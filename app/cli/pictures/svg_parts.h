// SPDX-License-Identifier: GPL-3.0-or-later
// What the SVG pictures are made of. Private to app/cli.
#pragma once
#include <limits>
#include <string>
#include <vector>

namespace orrery::cli::svg {

constexpr double width = 720, height = 400, left = 60, right = 20, top = 40, bottom = 45;

/// Two decimals.
std::string at(double value);
std::string text(double x, double y, const std::string& anchor, const std::string& words,
                 const std::string& color = "#000000");
std::string line(double x1, double y1, double x2, double y2, const std::string& color,
                 double stroke = 1);
/// Lines of words below each other, cut at spaces to fit `wide`; moves y below the last.
std::string paragraph(double x, double& y, double wide, const std::string& words);
std::string page(double page_width, double page_height, const std::string& title,
                 const std::string& body);
/// 1, 2 or 5 times a power of ten, so that about five fit.
double tickStep(double range);
/// The widest word's width in pixels of the page's type.
double longest(const std::vector<std::string>& words);
/// One of eight colors that the color-blind can tell apart.
std::string seriesColor(std::size_t index);
/// From dark (0) to light (1).
std::string heatColor(double share);

struct Axis {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double from = 0, to = 1;  // in the picture

    void include(double value);
    void settle();
    double operator()(double value) const {
        return from + (value - low) / (high - low) * (to - from);
    }
};

}  // namespace orrery::cli::svg
