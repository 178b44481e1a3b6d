# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    panels = figure.subplot_mosaic([["bars", "history"], ["map", "map"]], width_ratios=[1.7, 1],
                                   height_ratios=[1.35, 1])
    kinds = grouped(rows, "kind")
    layers = grouped(kinds.get("selections", []), "layer")
    counts = [(int(row["expert"]), number(row["value"])) for row in layers.get(str(s["layer"]), [])]
    if s["sorted"]:
        counts.sort(key=lambda pair: -pair[1])
    bars = panels["bars"]
    if s["bins"]:
        states = [number(row["value"]) for row in kinds.get("state", [])]
        bars.hist(states, bins=s["bins"], log=True, color=COLORS[0])
    else:
        bars.bar(range(len(counts)), [count for _, count in counts], color=COLORS[0], width=0.85)
        for place, (_, count) in enumerate(counts):
            if count == 0:
                bars.plot(place, 0, "x", color=COLORS[1], clip_on=False)
        if counts:
            bars.axhline(sum(count for _, count in counts) / len(counts), color="#66707c",
                         linestyle="--", linewidth=0.75, label=s["uniform"])
            bars.legend(loc="upper right", frameon=False)
    set_axes(bars, {"x_label": s["x_label"], "y_label": s["y_label"],
                    "log_y": s["log_y"] or bool(s["bins"]), "y_range": s.get("y_range")})
    bars.set_title(s["layer_title"], loc="left")
    history = panels["history"]
    twin = history.twinx()
    for axes, kind, color, label in ((history, "gini", COLORS[0], s["gini"]),
                                     (twin, "entropy", COLORS[1], s["entropy"])):
        points = kinds.get(kind, [])
        axes.plot([number(row["step"]) for row in points], [number(row["value"]) for row in points],
                  color=color, linewidth=1.2 * s["line_scale"],
                  linestyle="-" if kind == "gini" else "--")
        published = kinds.get("published_" + kind, [])
        axes.plot([number(row["step"]) for row in published],
                  [number(row["value"]) for row in published], "o", color=color, fillstyle="none")
        axes.set_ylabel(label, color=color)
    history.set_xlabel(s["step"])
    history.set_ylim(0, 1)
    twin.set_ylim(bottom=0)
    shares = []
    for layer in sorted(layers, key=int):
        values = [number(row["value"]) for row in layers[layer]]
        total = sum(values) or 1
        shares.append([100 * value / total or math.nan for value in values])
    low = min((v for row in shares for v in row if v > 0), default=0.1)
    high = max((v for row in shares for v in row if v > 0), default=1)
    norm = matplotlib.colors.LogNorm(low, max(high, 1.5 * low))
    colors = matplotlib.colormaps[HEAT].with_extremes(bad="#e69f00")
    image = panels["map"].imshow(shares, aspect="auto", cmap=colors, norm=norm,
                                 interpolation="nearest")
    panels["map"].set_xlabel(s["map_x_label"])
    panels["map"].set_ylabel(s["map_y_label"])
    panels["map"].yaxis.get_major_locator().set_params(integer=True)
    figure.colorbar(image, ax=panels["map"], label=wrapped(s["share"], s, 0.25))
