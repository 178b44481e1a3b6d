// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/svg.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/cli/svg_parts.h"
#include "app/cli/text_format.h"

namespace orrery::cli {
namespace {

using namespace svg;

std::string axes(const Axis& x, const Axis& y, const std::string& x_name) {
    std::string body;
    const double y_step = tickStep(y.high - y.low), x_step = tickStep(x.high - x.low);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(y_step))));
    for (double tick = std::ceil(y.low / y_step) * y_step; tick <= y.high; tick += y_step)
        body += line(left, y(tick), width - right, y(tick), "#e3e6ea") +
                text(left - 6, y(tick) + 4, "end", fixed(tick, decimals));
    for (double tick = std::ceil(x.low / x_step) * x_step; tick <= x.high; tick += x_step)
        body += text(x(tick), height - bottom + 16, "middle", fixed(tick, x_step < 1 ? 1 : 0));
    return body + line(left, top, left, height - bottom, "#333333") +
           line(left, height - bottom, width - right, height - bottom, "#333333") +
           text((left + width - right) / 2, height - 8, "middle", x_name);
}

/// The extremes of each column of pixels, in their order: what a thinned curve must not lose.
std::vector<Point> thinned(const std::vector<Point>& points, const Axis& x) {
    std::vector<Point> kept;
    for (std::size_t i = 0; i < points.size();) {
        const auto column = std::floor(x(points[i].x));
        std::size_t end = i, low = i, high = i;
        for (; end < points.size() && std::floor(x(points[end].x)) == column; ++end) {
            if (points[end].y < points[low].y) low = end;
            if (points[end].y > points[high].y) high = end;
        }
        std::size_t last = points.size();
        for (const std::size_t index : {i, std::min(low, high), std::max(low, high), end - 1}) {
            if (index != last) kept.push_back(points[index]);
            last = index;
        }
        i = end;
    }
    return kept;
}

std::string path(const Curve& curve, const Axis& x, const Axis& y) {
    std::string data;
    for (const Point& point : thinned(curve.points, x))
        data += (data.empty() ? "M" : "L") + at(x(point.x)) + " " + at(y(point.y));
    if (data.empty()) return {};
    return "<path d=\"" + data + "\" fill=\"none\" stroke=\"" + curve.colour +
           "\" stroke-width=\"" + at(curve.width) + "\" stroke-linecap=\"round\"/>\n";
}

/// One chart with its lower left corner at (x, y).
std::string chart(const Bars& bars, double x, double y, double chart_width, double chart_height) {
    const double most = bars.values.empty() ? 0 : *std::ranges::max_element(bars.values);
    const double scale = chart_height / std::max(1.0, std::log10(1 + most));
    const double step = chart_width / std::max<double>(1, static_cast<double>(bars.values.size()));
    std::string body =
        text(x, y - chart_height - 6, "start", bars.name + ": at most " + fixed(most, 0));
    for (std::size_t e = 0; e < bars.values.size(); ++e) {
        const double tall = bars.values[e] > 0 ? std::log10(1 + bars.values[e]) * scale : 3;
        body += "<rect x=\"" + at(x + static_cast<double>(e) * step) + "\" y=\"" + at(y - tall) +
                "\" width=\"" + at(std::max(0.2, 0.85 * step)) + "\" height=\"" + at(tall) +
                "\" fill=\"" + (bars.values[e] > 0 ? "#0b6e99" : "#c62828") + "\"/>\n";
    }
    return body + line(x, y, x + chart_width, y, "#333333");
}

}  // namespace

std::string curvesSvg(const std::string& title, const std::string& x_name,
                      const std::vector<Curve>& curves) {
    Axis x{.from = left, .to = width - right}, y{.from = height - bottom, .to = top};
    for (const Curve& curve : curves)
        for (const Point& point : curve.points) {
            x.include(point.x);
            y.include(point.y);
        }
    x.settle();
    y.settle();
    std::string body = axes(x, y, x_name);
    double legend = top + 14;
    for (const Curve& curve : curves) {
        body +=
            path(curve, x, y) +
            line(width - right - 110, legend - 4, width - right - 85, legend - 4, curve.colour) +
            text(width - right - 80, legend, "start", curve.name);
        legend += 18;
    }
    return page(width, height, title, body);
}

std::string barsSvg(const std::string& title, const std::vector<Bars>& charts) {
    constexpr double row_height = 110, chart_height = 70;
    std::string body;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const double column = static_cast<double>(i % 2);
        const double row = static_cast<double>(i / 2);
        body += chart(charts[i], 20 + column * width / 2, top + (row + 1) * row_height - 10,
                      width / 2 - 40, chart_height);
    }
    const double rows = std::ceil(static_cast<double>(charts.size()) / 2);
    return page(width, top + std::max(1.0, rows) * row_height + 10, title, body);
}

std::string dotsSvg(const std::string& title, const std::string& x_name,
                    const std::vector<Dots>& rows) {
    constexpr double row_height = 30, names = 150;
    const double foot =
        top + 10 + row_height * static_cast<double>(std::max<std::size_t>(rows.size(), 1));
    Axis x{.from = left + names, .to = width - right};
    for (const Dots& row : rows)
        for (const double value : row.values)
            x.include(value);
    x.settle();
    const double step = tickStep(x.high - x.low);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step))));
    std::string body;
    for (double tick = std::ceil(x.low / step) * step; tick <= x.high; tick += step)
        body += line(x(tick), top, x(tick), foot, "#e3e6ea") +
                text(x(tick), foot + 16, "middle", fixed(tick, decimals));
    const auto mean = [](const std::vector<double>& values) {
        return std::accumulate(values.begin(), values.end(), 0.0) /
               static_cast<double>(values.size());
    };
    if (!rows.empty() && !rows[0].values.empty())
        body += line(x(mean(rows[0].values)), top, x(mean(rows[0].values)), foot, "#0b6e99");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double y = top + row_height * (static_cast<double>(i) + 0.7);
        body += text(left + names - 12, y + 4, "end", rows[i].name);
        for (const double value : rows[i].values)
            body += "<circle cx=\"" + at(x(value)) + "\" cy=\"" + at(y) +
                    "\" r=\"4\" fill=\"#0b6e99\" fill-opacity=\"0.6\"/>\n";
        if (rows[i].values.empty()) continue;
        const double middle = x(mean(rows[i].values));
        body += line(middle, y - 9, middle, y + 9, "#333333");
    }
    body += line(left + names, foot, width - right, foot, "#333333") +
            text((left + names + width - right) / 2, foot + 36, "middle", x_name);
    return page(width, foot + 50, title, body);
}

}  // namespace orrery::cli
