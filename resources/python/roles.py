# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    axes = figure.subplots()
    width = 0.8 / len(s["measures"])
    for index, (column, label) in enumerate(s["measures"]):
        axes.bar([int(row["layer"]) - 0.4 + (index + 0.5) * width for row in rows],
                 [100 * number(row[column]) for row in rows], 0.92 * width,
                 color=COLORS[index], label=label)
    axes.set_xticks([int(row["layer"]) for row in rows])
    set_axes(axes, {"x_label": s["x_label"], "y_label": s["y_label"], "y_range": [0, 100]})
    add_legend(axes, s)
