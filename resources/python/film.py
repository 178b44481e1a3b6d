# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    axes = figure.subplots()
    steps = list(grouped(rows, "step"))
    experts = list(grouped(rows, "expert"))
    column = {step: index for index, step in enumerate(steps)}
    line = {expert: index for index, expert in enumerate(experts)}
    shares = [[math.nan] * len(steps) for _ in experts]
    for row in rows:
        if row["below_theta"] == "1":
            x, y = column[row["step"]], line[row["expert"]]
            for width, color in ((2.2, "white"), (1.1, "black")):
                axes.plot([x - 0.5, x + 0.5], [y, y], color=color, linewidth=width, solid_capstyle="butt")
        value = 100 * number(row["share"])
        shares[line[row["expert"]]][column[row["step"]]] = value if value > 0 else math.nan
    known = [value for values in shares for value in values if value > 0]
    high = max(known, default=1)
    norm = matplotlib.colors.LogNorm(max(min(known, default=0.1), high * 1e-4), high * 1.01)
    colors = matplotlib.colormaps[HEAT].with_extremes(bad="#e69f00")
    image = axes.imshow(shares, aspect="auto", cmap=colors, norm=norm, interpolation="nearest")
    every = max(1, len(steps) // 6)
    axes.set_xticks(range(0, len(steps), every), steps[::every])
    every = max(1, len(experts) // 16)
    axes.set_yticks(range(0, len(experts), every), experts[::every])
    axes.set_xlabel(s["x_label"])
    axes.set_ylabel(s["y_label"])
    axes.set_title(wrapped(s["heading"], s), loc="left")
    figure.colorbar(image, ax=axes, label=s["share"])
