#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# A figure of Orrery, drawn by matplotlib. Orrery makes this script again by:
#   COMMAND
# python3 SCRIPT [OUTPUT.pdf|.svg|.png]: without OUTPUT, a PDF beside the script.
import csv
import math
import pathlib
import sys
import textwrap

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt

DATA = None
SETTINGS = {}
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e0a100", "#56b4e9", "#882255", "#7a7a00"]
HEAT = "viridis_r"


def read():
    with open(pathlib.Path(__file__).with_name(DATA), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def number(field):
    return float(field) if field else math.nan


def text(field):
    """A cell without the apostrophe that keeps spreadsheets from running it as a formula."""
    return field[1:] if field[:1] == "'" and field[1:2] in "=+-@\t\r" else field


def grouped(rows, key):
    """The rows by the value of a column, in the order of the file."""
    groups = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    return groups


def wrapped(words, s, share=1.0):
    """In lines that are about as long as this share of the figure is wide."""
    letters = max(12, int(share * s["size_mm"][0] / 25.4 * 72 / (0.6 * s["font_point"])))
    return "\n".join(textwrap.fill(line, letters) for line in words.split("\n"))


def set_axes(axes, s):
    axes.set_xlabel(s.get("x_label", ""))
    axes.set_ylabel(s.get("y_label", ""))
    if s.get("log_x"):
        axes.set_xscale("log")
    if s.get("log_y"):
        axes.set_yscale("log")
    if s.get("x_range"):
        axes.set_xlim(s["x_range"])
    if s.get("y_range"):
        axes.set_ylim(s["y_range"])
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, color="#e4e7ea", linewidth=0.5)
    axes.set_axisbelow(True)


def add_legend(axes, s):
    place = s.get("legend", "above")
    handles, labels = axes.get_legend_handles_labels()
    if place == "none" or not labels:
        return
    if place == "above":
        letters = 0.85 * s["size_mm"][0] / 25.4 * 72 / (0.6 * s["font_point"])
        columns = max(1, int(letters / (max(map(len, labels)) + 7)))
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncols=columns, frameon=False)
    elif place == "right":
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    else:
        up, side = place.split("-")
        axes.legend(loc=("upper " if up == "top" else "lower ") + side)


# draw


def main():
    s = SETTINGS
    plt.rcParams.update({
        "font.family": s["font_family"],
        "font.size": s["font_point"],
        "axes.titlesize": s["font_point"],
        "axes.labelsize": s["font_point"],
        "xtick.labelsize": s["font_point"],
        "ytick.labelsize": s["font_point"],
        "legend.fontsize": s["font_point"],
        "figure.titlesize": s["font_point"],
        "figure.titleweight": "bold",
        "pdf.fonttype": 42,  # text stays text
        "svg.fonttype": "none",
    })
    figure = plt.figure(figsize=[side / 25.4 for side in s["size_mm"]], layout="constrained")
    draw(figure, read(), s)
    if s["title"]:
        figure.suptitle(s["title"])
    for output in sys.argv[1:] or [pathlib.Path(__file__).with_suffix(".pdf")]:
        figure.savefig(output, dpi=s["dpi"])


if __name__ == "__main__":
    main()
