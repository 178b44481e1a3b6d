# SPDX-License-Identifier: GPL-3.0-or-later
def draw(figure, rows, s):
    figure.set_layout_engine("none")  # axes of three dimensions have no margins that it could know
    halves = grouped(rows, "half")
    markers = {"ball": "o", "cross": "x", "diamond": "D", "square": "s"}
    width = 1 / max(1, len(halves))
    for index, half in enumerate(halves):
        look = s["halves"][int(half)]
        left = index * width
        axes = figure.add_axes([left + 0.04 * width, 0.24, 0.84 * width, 0.58], projection="3d")
        axes.patch.set_visible(False)
        for shape, points in grouped(halves[half], "shape").items():
            # As in Orrery, y points upwards.
            axes.scatter([number(row["x"]) for row in points], [-number(row["z"]) for row in points],
                         [number(row["y"]) for row in points], c=[row["color"] for row in points],
                         s=[16 * number(row["radius"]) ** 2 for row in points],
                         marker=markers[shape], depthshade=False, linewidth=0.8)
        for label, color in look["legend"]:
            axes.scatter([], [], [], color=color, label=label)
        if look["legend"]:
            figure.legend(*axes.get_legend_handles_labels(), title=look["legend_title"], ncols=3,
                          loc="lower center", bbox_to_anchor=(left + width / 2, 0.01), frameon=False)
        if look["gradient"]:
            colors = matplotlib.colors.LinearSegmentedColormap.from_list("usage", look["gradient"])
            bar = figure.colorbar(matplotlib.cm.ScalarMappable(cmap=colors), orientation="horizontal",
                                  cax=figure.add_axes([left + 0.25 * width, 0.18, 0.5 * width, 0.025]),
                                  ticks=[0, 1], label=look["legend_title"])
            bar.ax.set_xticklabels([look["low"], look["high"]])
        x, y, z = look["axes"]
        axes.set_xlabel(x, labelpad=-12)
        axes.set_ylabel(z, labelpad=-12)
        axes.set_zlabel(y, labelpad=-12)
        for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
            axis.set_ticklabels([])
        axes.set_box_aspect((1, 1, 1))
        axes.view_init(elev=s["pitch"], azim=s["yaw"] - 90)
        figure.text(left + 0.02 * width, 0.92, wrapped(look["heading"], s, 0.95 * width),
                    verticalalignment="top")
