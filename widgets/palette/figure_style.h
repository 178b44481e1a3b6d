// SPDX-License-Identifier: GPL-3.0-or-later
// How a figure differs from the view on the screen. Values; any thread.
#pragma once
#include <optional>
#include <utility>

#include "widgets/palette/chart_theme.h"

namespace orrery {

/// Above the curves, in a corner within the axes, to the right of them, or nowhere.
enum class FigureLegend { above, top_left, top_right, bottom_left, bottom_right, right, none };

struct FigureStyle {
    ChartTheme theme = paperTheme();
    FigureLegend legend = FigureLegend::above;
    double line_scale = 1;                                                // of all curves
    std::optional<std::pair<double, double>> x_range = {}, y_range = {};  // in place of the view's
};

/// What of a style a view's picture takes.
struct FigureParts {
    bool legend = false, lines = false, x_range = false, y_range = false;
};
inline constexpr FigureParts kCurveParts{true, true, true, true};

}  // namespace orrery
