// SPDX-License-Identifier: GPL-3.0-or-later
// Three kinds of plain SVG pictures. Names may hold any text.
#pragma once
#include <string>
#include <vector>

namespace orrery::cli {

struct Point {
    double x = 0, y = 0;
};

struct Curve {
    std::string name;
    std::string color;
    double width = 1;
    std::vector<Point> points;  // finite, x ascending
};

struct Bars {
    std::string name;
    std::vector<double> values;  // >= 0
};

/// One quantity of several entries.
struct DotPanel {
    std::string x_name;
    std::vector<std::vector<double>> values;  // [entries][any number], finite
};

/// Curves over common axes. Long curves are thinned: of each column of pixels the extremes stay.
std::string curvesSvg(const std::string& title, const std::string& x_name,
                      const std::vector<Curve>& curves);
/// One small chart of bars for each entry, log scale; a value of 0 gets a red mark.
std::string barsSvg(const std::string& title, const std::vector<Bars>& charts);
/// Panels beside each other, a row for each of `names`: a dot a value, a bar at their mean, a line
/// of one deviation to each side; the mean of the first entry as a line through all rows.
std::string dotsSvg(const std::string& title, const std::vector<std::string>& names,
                    const std::vector<DotPanel>& panels);

}  // namespace orrery::cli
