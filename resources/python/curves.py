# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    axes = figure.subplots()
    for index, (name, points) in enumerate(grouped(rows, "curve").items()):
        look = s["curves"].get(name, {})
        color = look.get("color", COLORS[index % len(COLORS)])
        style = "--" if look.get("dashed") else "-"
        x, y, smoothed, low, high = (
            [number(point[column]) for point in points]
            for column in ("x", "value", "smoothed", "low", "high"))
        label = look.get("label", text(name))
        smooth = any(math.isfinite(value) for value in smoothed)
        if any(math.isfinite(value) for value in low):
            axes.fill_between(x, low, high, color=color, alpha=0.2, linewidth=0)
        scale = s["line_scale"]
        axes.plot(x, y, style, color=color, linewidth=(0.75 if smooth else 1.35) * scale,
                  alpha=0.35 if smooth else 1, marker="o" if len(x) <= 40 else "", markersize=2.5,
                  label=None if smooth else label)
        if smooth:
            axes.plot(x, smoothed, style, color=color, linewidth=1.35 * scale, label=label)
    for x, words in s.get("marks", []):
        axes.axvline(x, color="#8d96a1", linewidth=0.75, linestyle=":")
        axes.text(x, 0.98, words, rotation=90, transform=axes.get_xaxis_transform(),
                  verticalalignment="top", horizontalalignment="right", color="#66707c")
    set_axes(axes, s)
    add_legend(axes, s)
