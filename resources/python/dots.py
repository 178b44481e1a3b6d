# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    panels = grouped(rows, "panel")
    places = figure.subplots(1, max(1, len(panels)), sharey=True, squeeze=False)[0]
    line = {name: index for index, name in enumerate(s["rows"])}
    for axes, (name, points) in zip(places, panels.items()):
        axes.plot([number(row["value"]) for row in points], [line[text(row["row"])] for row in points],
                  "o", color=COLORS[0], alpha=0.6, markersize=4)
        for entry, values in grouped(points, "row").items():
            values = [number(row["value"]) for row in values]
            axes.plot(sum(values) / len(values), line[text(entry)], "|", color="black", markersize=12)
        axes.set_xlabel(text(name))
        axes.grid(True, axis="x", color="#e4e7ea")
    places[0].set_yticks(range(len(line)), list(line))
    places[0].invert_yaxis()
    places[0].set_title(wrapped(s["heading"], s), loc="left")
