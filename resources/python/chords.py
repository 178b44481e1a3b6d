# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    axes = figure.subplots()
    kinds = grouped(rows, "kind")
    shares = [(row["expert"], number(row["value"])) for row in kinds.get("share", [])]
    total = sum(share for _, share in shares) or 1
    gap = 0.15 * 2 * math.pi / max(1, len(shares))
    angle, middle, colors = 0.0, {}, {}
    every = max(1, len(shares) // 40)
    for index, (expert, share) in enumerate(shares):
        width = 2 * math.pi * 0.85 * share / total
        middle[expert] = angle + width / 2
        colors[expert] = matplotlib.colormaps["hsv"](index * 0.618 % 1)
        arc = [angle + width * step / 20 for step in range(21)]
        axes.plot([math.sin(a) for a in arc], [math.cos(a) for a in arc], color=colors[expert],
                  linewidth=4, solid_capstyle="butt")
        if index % every == 0:
            axes.text(1.08 * math.sin(middle[expert]), 1.08 * math.cos(middle[expert]), expert,
                      horizontalalignment="center", verticalalignment="center")
        angle += width + gap
    pairs = kinds.get("pair", [])
    most = max((number(row["value"]) for row in pairs), default=1)
    for row in reversed(pairs):
        ends = [(0.97 * math.sin(middle[e]), 0.97 * math.cos(middle[e]))
                for e in (row["expert"], row["other"])]
        curve = matplotlib.path.Path([ends[0], (0, 0), ends[1]], [1, 3, 3])
        axes.add_patch(matplotlib.patches.PathPatch(
            curve, fill=False, edgecolor=colors[row["expert"]], alpha=0.6,
            linewidth=0.4 + 4 * number(row["value"]) / most))
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title(wrapped(s["heading"], s), loc="left")
