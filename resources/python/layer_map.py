# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    axes = figure.subplots()
    value = [name for name in rows[0] if name not in ("layer", "step")][0] if rows else "gini"
    layers = grouped(rows, "layer")
    steps = sorted({int(number(row["step"])) for row in rows})
    column = {step: index for index, step in enumerate(steps)}
    cells = [[math.nan] * len(steps) for _ in layers]
    for line, layer in enumerate(sorted(layers, key=int)):
        for row in layers[layer]:
            cells[line][column[int(number(row["step"]))]] = number(row[value])
    image = axes.imshow(cells or [[math.nan]], aspect="auto", cmap=matplotlib.colormaps[HEAT],
                        vmin=0, vmax=s["most"], interpolation="nearest")
    every = max(1, len(steps) // 6)
    axes.set_xticks(range(0, len(steps), every), steps[::every])
    axes.set_xlabel(s["x_label"])
    axes.set_ylabel(s["y_label"])
    axes.yaxis.get_major_locator().set_params(integer=True)
    figure.colorbar(image, ax=axes, label=wrapped(s["measure"], s))
