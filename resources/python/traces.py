# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    axes = figure.subplots()
    best = [row for row in rows if row["rank"] == "0"]
    tokens = grouped(best, "token")
    layers = sorted(grouped(best, "layer"), key=int)
    gates = [[number(row["gate"]) for row in tokens[token]] for token in tokens]
    image = axes.imshow([list(line) for line in zip(*gates)], aspect="auto", cmap=HEAT, vmin=0,
                        vmax=1, interpolation="nearest")
    for column, token in enumerate(tokens):
        for line, row in enumerate(tokens[token]):
            axes.text(column, line, row["expert"], horizontalalignment="center",
                      verticalalignment="center",
                      color="white" if number(row["gate"]) > 0.45 else "black",
                      rotation=90 if len(tokens) > 20 else 0)
    axes.set_xticks(range(len(tokens)), [text(group[0]["piece"]) for group in tokens.values()],
                    rotation=90)
    axes.set_yticks(range(len(layers)), layers)
    axes.set_xlabel(s["x_label"])
    axes.set_ylabel(s["y_label"])
    axes.set_title(wrapped(s["heading"], s), loc="left")
    figure.colorbar(image, ax=axes, label=s["gate"])
