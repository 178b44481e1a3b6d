# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    clouds = grouped(rows, "cell")
    columns = s["columns"]
    places = list(figure.subplots(-(-len(clouds) // columns) or 1, columns, squeeze=False).flat)
    for axes in places:
        axes.set_axis_off()
    for axes, (name, points) in zip(places, clouds.items()):
        axes.set_axis_on()
        axes.scatter([number(row["x"]) for row in points], [number(row["y"]) for row in points], s=4,
                     c=[COLORS[int(number(row["cluster"])) % len(COLORS)] for row in points])
        axes.set_title(wrapped(text(name), s, 1 / columns), loc="left")
        axes.set_xlabel("UMAP 1")
        axes.set_ylabel("UMAP 2")
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_aspect("equal")
