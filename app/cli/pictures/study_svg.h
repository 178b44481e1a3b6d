// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a study as SVG. Names may hold any text.
#pragma once
#include <string>
#include <vector>

#include "app/cli/pictures/svg.h"
#include "core/study/study_pictures.h"

namespace orrery::cli {

struct Band {
    std::string name;
    std::vector<Point> middle;      // x ascending
    std::vector<double> low, high;  // of the same points
};

struct Cloud {
    std::string name;
    std::vector<Point> points;
    std::vector<int> groups;  // [points]: a color each
};

/// Cells colored by value, the lowest darkest, with their texts; boundaries between sides.
std::string heatMapSvg(const StudyMap& map);
/// A line for each trial across all axes; failed ones end in the lane at the foot.
std::string parallelSvg(const ParallelPicture& picture);
/// Curves with the range of their seeds behind them.
std::string bandsSvg(const std::string& title, const std::string& x_name,
                     const std::string& caption, const std::vector<Band>& bands);
/// Small pictures of points, `columns` beside each other.
std::string cloudsSvg(const std::string& title, const std::string& caption, std::size_t columns,
                      const std::vector<Cloud>& clouds);

}  // namespace orrery::cli
