# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    names = s["axes"]
    lines = grouped(rows, "trial")

    def share(index, value):
        values = [number(r["value"]) for r in rows if int(r["axis"]) == index]
        values = [math.log10(v) if names[index]["log"] else v for v in values if math.isfinite(v)]
        low, high = min(values, default=0), max(values, default=1)
        raw = math.log10(value) if names[index]["log"] else value
        return (raw - low) / (high - low) if high > low else 0.5

    axes = figure.subplots()
    for points in lines.values():
        known = [(int(r["axis"]), number(r["value"])) for r in points]
        known = [(index, share(index, value)) for index, value in known if math.isfinite(value)]
        failed = points[0]["failed"] == "1"
        axes.plot([index for index, _ in known], [value for _, value in known],
                  color="#d55e00" if failed
                  else matplotlib.colormaps["viridis"](number(points[0]["shade"])),
                  linestyle="--" if failed else "-", linewidth=1.2 * s["line_scale"])
    for index, axis in enumerate(names):
        axes.axvline(index, color="#8d96a1", linewidth=0.75)
        values = sorted({number(r["value"]) for r in rows
                         if int(r["axis"]) == index and number(r["value"]) == number(r["value"])})
        for value in values if axis["labels"] else values[:1] + values[-1:]:
            words = axis["labels"][int(value)] if axis["labels"] else f"{value:.4g}"
            axes.text(index - 0.03, share(index, value), words, horizontalalignment="right",
                      verticalalignment="center")
    axes.set_xticks(range(len(names)), [axis["name"] + (" (log)" if axis["log"] else "")
                                        for axis in names], rotation=20)
    axes.set_yticks([])
    axes.set_xlim(-0.5, len(names) - 0.9)
    axes.spines[:].set_visible(False)
    axes.set_title(wrapped(s["heading"], s), loc="left")
