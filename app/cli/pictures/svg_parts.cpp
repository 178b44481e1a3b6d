// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures/svg_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "app/cli/text_format.h"

namespace orrery::cli::svg {
namespace {

std::string escaped(const std::string& words) {
    std::string result;
    for (const char c : words)
        result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return result;
}

}  // namespace

std::string at(double value) {
    return fixed(value, 2);
}

std::string text(double x, double y, const std::string& anchor, const std::string& words,
                 const std::string& color) {
    return "<text x=\"" + at(x) + "\" y=\"" + at(y) + "\" text-anchor=\"" + anchor + "\" fill=\"" +
           color + "\">" + escaped(words) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& color,
                 double stroke) {
    return "<path d=\"M" + at(x1) + " " + at(y1) + "L" + at(x2) + " " + at(y2) + "\" stroke=\"" +
           color + "\" fill=\"none\"" +
           (stroke == 1 ? std::string() : " stroke-width=\"" + at(stroke) + "\"") + "/>\n";
}

std::string paragraph(double x, double& y, double wide, const std::string& words) {
    const auto most = static_cast<std::size_t>(std::max(20.0, wide / 6.2));
    std::istringstream stream(words);
    std::string body, row;
    const auto end = [&] {
        if (row.empty()) return;
        body += text(x, y, "start", row);
        y += 17;
        row.clear();
    };
    for (std::string word; stream >> word;) {
        if (row.size() + word.size() + 1 > most) end();
        row += (row.empty() ? "" : " ") + word;
    }
    end();
    return body;
}

std::string page(double page_width, double page_height, const std::string& title,
                 const std::string& body) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + at(page_width) + "\" height=\"" +
           at(page_height) + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
           "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" +
           text(page_width / 2, 22, "middle", title) + body + "</svg>\n";
}

double tickStep(double range) {
    const double rough = range / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (rough <= factor * power) return factor * power;
    return 10 * power;
}

double longest(const std::vector<std::string>& words) {
    std::size_t most = 0;
    for (const std::string& word : words)
        most = std::max(most, word.size());
    return static_cast<double>(most) * 7;  // of 12 pixels' type
}

std::string seriesColor(std::size_t index) {
    // Okabe and Ito's.
    constexpr std::array colors = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                   "#e69f00", "#56b4e9", "#000000", "#8a7500"};
    return colors[index % colors.size()];
}

std::string heatColor(double share) {
    // Two of ColorBrewer's blues at the ends, mixed between.
    constexpr int low[] = {8, 48, 107}, high[] = {222, 235, 247};
    std::string color = "#";
    for (int i = 0; i < 3; ++i) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x",
                      static_cast<int>(std::lround(low[i] + (high[i] - low[i]) * share)));
        color += digits;
    }
    return color;
}

void Axis::include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
}

void Axis::settle() {
    if (!(low <= high)) low = 0, high = 1;
    if (low == high) low -= 0.5, high += 0.5;
}

}  // namespace orrery::cli::svg
