// SPDX-License-Identifier: GPL-3.0-or-later
// Two kinds of plain SVG pictures.
#pragma once
#include <string>
#include <vector>

namespace orrery::cli {

struct Point {
    double x = 0, y = 0;
};

struct Curve {
    std::string name;
    std::string colour;
    double width = 1;
    std::vector<Point> points;  // finite, x ascending
};

struct Bars {
    std::string name;
    std::vector<double> values;  // >= 0
};

/// Curves over common axes. Long curves are thinned: of each column of pixels the extremes stay.
std::string curvesSvg(const std::string& title, const std::string& x_name,
                      const std::vector<Curve>& curves);
/// One small chart of bars for each entry, log scale; a value of 0 gets a red mark.
std::string barsSvg(const std::string& title, const std::vector<Bars>& charts);

}  // namespace orrery::cli
