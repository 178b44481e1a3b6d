# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    axes = figure.subplots()
    line = {name: index for index, name in enumerate(s["rows"])}
    column = {name: index for index, name in enumerate(s["columns"])}
    values = [[math.nan] * len(column) for _ in line]
    for row in rows:
        values[line[text(row["row"])]][column[text(row["column"])]] = number(row["value"])
    colors = matplotlib.colormaps["viridis"].with_extremes(bad="#eef0f2")
    image = axes.imshow(values, aspect="auto", cmap=colors, interpolation="nearest")
    for row in rows:
        value = number(row["value"])
        axes.text(column[text(row["column"])], line[text(row["row"])], text(row["text"]),
                  horizontalalignment="center", verticalalignment="center",
                  color="white" if math.isfinite(value) and image.norm(value) < 0.6 else "black")
    axes.set_xticks(range(len(column)), list(column))
    axes.set_yticks(range(len(line)), list(line))
    axes.set_xlabel(s["x_label"])
    axes.set_ylabel(s["y_label"])
    axes.set_title(wrapped(s["heading"], s), loc="left")
    figure.colorbar(image, ax=axes, label=s["value"])
