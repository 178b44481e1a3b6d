# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    upper, lower = figure.subplots(2, 1, height_ratios=[3, 1])
    kinds = grouped(rows, "kind")
    order = [row["expert"] for row in kinds.get("usage", [])]
    place = {expert: index for index, expert in enumerate(order)}
    cells = [[math.nan] * len(order) for _ in order]
    for row in kinds.get("pair", []):
        cells[place[row["expert"]]][place[row["other"]]] = number(row["value"])
    known = [value for line in cells for value in line if value > 0]
    low = s["low"] or min(known, default=0.1)
    norm = matplotlib.colors.LogNorm(low, max(max(known, default=1), s["high"], 1.5 * low))
    colors = matplotlib.colormaps[HEAT].with_extremes(bad="#eef0f2")
    image = upper.imshow(cells, aspect="auto", cmap=colors, norm=norm, interpolation="nearest")
    figure.colorbar(image, ax=upper, label=wrapped(s["value"], s, 0.3))
    upper.set_title(wrapped(s["heading"], s), loc="left")
    for kind, color, style, label in (("usage", COLORS[0], "-", s["usage"]),
                                      ("gates", COLORS[1], "--", s["gates"])):
        if kind in kinds:
            lower.step(range(len(order)), [number(row["value"]) for row in kinds[kind]], style,
                       where="mid", color=color, linewidth=1.2 * s["line_scale"], label=label)
    step = max(1, len(order) // 16)
    for axes in (upper, lower):
        axes.set_xticks(range(0, len(order), step), order[::step])
        axes.set_xlim(-0.5, len(order) - 0.5)
    upper.set_yticks(range(0, len(order), step), order[::step])
    upper.set_ylabel(s["expert"])
    lower.set_xlabel(s["x_label"])
    lower.set_ylabel(s["share"])
    lower.set_ylim(bottom=0)
    add_legend(lower, s)
