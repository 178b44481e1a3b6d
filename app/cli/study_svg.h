// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a study as SVG. Names may hold any text.
#pragma once
#include <string>
#include <vector>

#include "app/cli/svg.h"

namespace orrery::cli {

struct HeatMap {
    std::string title, x_name, y_name, caption;
    std::vector<std::string> columns, rows;
    std::vector<double> values;      // [rows, columns]; not a number = nothing there
    std::vector<std::string> texts;  // [rows, columns], written into the cells
    std::vector<int> sides;      // [rows, columns]: a line is drawn between cells of different ones
    std::vector<bool> outlined;  // [rows, columns]: dashed, what the caption says
};

struct ParallelAxis {
    std::string name;
    bool logarithmic = false;
    std::vector<std::string> labels;  // of a choice, the lowest first; empty: numbers
};

struct ParallelLine {
    std::vector<double> values;  // [axes]: numbers, or places of labels; not a number = none
    double shade = 0;            // 0 dark .. 1 light
    bool failed = false;         // ends in a lane of its own
};

struct Band {
    std::string name;
    std::vector<Point> middle;      // x ascending
    std::vector<double> low, high;  // of the same points
};

struct Cloud {
    std::string name;
    std::vector<Point> points;
    std::vector<int> groups;  // [points]: a colour each
};

/// Cells coloured by value, the lowest darkest, with their texts; boundaries between sides.
std::string heatMapSvg(const HeatMap& map);
/// A line for each trial across all axes; failed ones end in the lane at the foot.
std::string parallelSvg(const std::string& title, const std::string& caption,
                        const std::vector<ParallelAxis>& axes,
                        const std::vector<ParallelLine>& lines);
/// Curves with the range of their seeds behind them.
std::string bandsSvg(const std::string& title, const std::string& x_name,
                     const std::string& caption, const std::vector<Band>& bands);
/// Small pictures of points, `columns` beside each other.
std::string cloudsSvg(const std::string& title, const std::string& caption, std::size_t columns,
                      const std::vector<Cloud>& clouds);

}  // namespace orrery::cli
