// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures/svg.h"

#include <algorithm>
#include <cmath>

#include "app/cli/pictures/svg_parts.h"
#include "app/cli/text_format.h"
#include "core/analysis/seed_noise.h"

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
    return "<path d=\"" + data + "\" fill=\"none\" stroke=\"" + curve.color + "\" stroke-width=\"" +
           at(curve.width) + "\" stroke-linecap=\"round\"/>\n";
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

constexpr double dot_row = 30;

double rowOf(std::size_t entry) {
    return top + dot_row * (static_cast<double>(entry) + 0.7);
}

std::string dotRow(const std::vector<double>& values, const Axis& x, double y) {
    std::string body;
    for (const double value : values)
        body += "<circle cx=\"" + at(x(value)) + "\" cy=\"" + at(y) +
                "\" r=\"4\" fill=\"#0b6e99\" fill-opacity=\"0.6\"/>\n";
    if (values.empty()) return body;
    const Spread spread = spreadOf(values);
    if (values.size() > 1)
        body += line(x(spread.mean - spread.deviation), y, x(spread.mean + spread.deviation), y,
                     "#333333");
    return body + line(x(spread.mean), y - 9, x(spread.mean), y + 9, "#333333");
}

std::string dotPanel(const DotPanel& panel, double from, double to, double foot) {
    Axis x{.from = from + 10, .to = to - 10};
    for (const auto& values : panel.values) {
        for (const double value : values)
            x.include(value);
        if (values.size() < 2) continue;
        const Spread spread = spreadOf(values);
        x.include(spread.mean - spread.deviation);
        x.include(spread.mean + spread.deviation);
    }
    x.settle();
    const double step = tickStep(x.high - x.low);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step))));
    std::string body;
    for (double tick = std::ceil(x.low / step) * step; tick <= x.high; tick += step)
        body += line(x(tick), top, x(tick), foot, "#e3e6ea") +
                text(x(tick), foot + 16, "middle", fixed(tick, decimals));
    if (!panel.values.empty() && !panel.values[0].empty()) {
        const double mean = x(spreadOf(panel.values[0]).mean);
        body += line(mean, top, mean, foot, "#0b6e99");
    }
    for (std::size_t i = 0; i < panel.values.size(); ++i)
        body += dotRow(panel.values[i], x, rowOf(i));
    return body + line(from, foot, to, foot, "#333333") +
           text((from + to) / 2, foot + 36, "middle", panel.x_name);
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
        body += path(curve, x, y) +
                line(width - right - 110, legend - 4, width - right - 85, legend - 4, curve.color) +
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

std::string dotsSvg(const std::string& title, const std::vector<std::string>& names,
                    const std::vector<DotPanel>& panels) {
    constexpr double wide = 280, gap = 30;
    const double first = left + longest(names);
    const double foot =
        top + 10 + dot_row * static_cast<double>(std::max<std::size_t>(names.size(), 1));
    std::string body;
    for (std::size_t i = 0; i < names.size(); ++i)
        body += text(first - 12, rowOf(i) + 4, "end", names[i]);
    double from = first;
    for (const DotPanel& panel : panels) {
        body += dotPanel(panel, from, from + wide, foot);
        from += wide + gap;
    }
    return page(from - gap + right, foot + 50, title, body);
}

}  // namespace orrery::cli
