// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures/study_svg.h"

#include <algorithm>
#include <cmath>

#include "app/cli/pictures/svg_parts.h"
#include "app/cli/text_format.h"

namespace orrery::cli {
namespace {

using namespace svg;

constexpr const char* boundary_color = "#d55e00";

struct Grid {
    double x, y, cell_width, cell_height;
    double left(std::size_t column) const { return x + cell_width * static_cast<double>(column); }
    double top(std::size_t row) const { return y + cell_height * static_cast<double>(row); }
};

std::string rectangle(double x, double y, double wide, double high, const std::string& fill,
                      const std::string& more = {}) {
    return "<rect x=\"" + at(x) + "\" y=\"" + at(y) + "\" width=\"" + at(wide) + "\" height=\"" +
           at(high) + "\" fill=\"" + fill + "\"" + more + "/>\n";
}

std::string heatCells(const StudyMap& map, const Grid& grid) {
    Axis shade{.from = 0, .to = 1};
    for (const double value : map.values)
        if (std::isfinite(value)) shade.include(value);
    shade.settle();
    std::string body;
    for (std::size_t i = 0; i < map.values.size(); ++i) {
        const double x = grid.left(i % map.columns.size());
        const double y = grid.top(i / map.columns.size());
        const bool known = std::isfinite(map.values[i]);
        const double share = known ? shade(map.values[i]) : 1;
        const std::string ink = share < 0.55 ? "#ffffff" : "#000000";
        body += rectangle(x, y, grid.cell_width - 1, grid.cell_height - 1,
                          known ? heatColor(share) : "#f2f2f2") +
                text(x + grid.cell_width / 2, y + 21, "middle", map.texts[i], ink);
        if (!map.outlined.empty() && map.outlined[i])
            body += rectangle(x + 3, y + 3, grid.cell_width - 7, grid.cell_height - 7, "none",
                              " stroke=\"" + ink + "\" stroke-dasharray=\"4 3\"");
    }
    return body;
}

/// Lines between neighbors on different sides.
std::string boundary(const StudyMap& map, const Grid& grid) {
    if (map.sides.empty()) return {};
    std::string body;
    const std::size_t columns = map.columns.size();
    const auto differ = [&](std::size_t a, std::size_t b) {
        return map.sides[a] >= 0 && map.sides[b] >= 0 && map.sides[a] != map.sides[b];
    };
    for (std::size_t r = 0; r < map.rows.size(); ++r)
        for (std::size_t c = 0; c < columns; ++c) {
            const std::size_t i = r * columns + c;
            if (c + 1 < columns && differ(i, i + 1))
                body += line(grid.left(c + 1) - 0.5, grid.top(r), grid.left(c + 1) - 0.5,
                             grid.top(r + 1), boundary_color, 4);
            if (r + 1 < map.rows.size() && differ(i, i + columns))
                body += line(grid.left(c), grid.top(r + 1) - 0.5, grid.left(c + 1),
                             grid.top(r + 1) - 0.5, boundary_color, 4);
        }
    return body;
}

/// Place of a value on one of several upright axes; failed lines end below all of them.
class Upright {
public:
    Upright(const ParallelAxis& axis, const std::vector<ParallelLine>& lines, std::size_t index)
        : axis_(axis) {
        scale_ = {.from = foot, .to = head};
        if (!axis.labels.empty()) {
            scale_.include(0);
            scale_.include(static_cast<double>(axis.labels.size()) - 1);
        }
        for (const ParallelLine& line : lines)
            if (std::isfinite(line.values[index]) && axis.labels.empty())
                scale_.include(raw(line.values[index]));
        scale_.settle();
    }
    double operator()(double value) const {
        return axis_.labels.empty() ? scale_(raw(value)) : scale_(value);
    }
    std::string ticks(double x) const {
        std::string body;
        const auto tick = [&](double place, const std::string& label) {
            const double wide = longest({label});  // lines pass beneath: it has its own ground
            body +=
                line(x - 4, place, x, place, "#333333") +
                rectangle(x - 6 - wide, place - 7, wide, 14, "#ffffff", " fill-opacity=\"0.75\"") +
                text(x - 7, place + 4, "end", label);
        };
        for (std::size_t i = 0; i < axis_.labels.size(); ++i)
            tick(scale_(static_cast<double>(i)), axis_.labels[i]);
        if (!axis_.labels.empty()) return body;
        std::vector<double> places, shown;
        for (int i = 0; i <= 4; ++i) {
            places.push_back(scale_.low + (scale_.high - scale_.low) * i / 4);
            shown.push_back(axis_.logarithmic ? std::pow(10, places.back()) : places.back());
        }
        const std::vector<std::string> words = tickTexts(shown);
        for (std::size_t i = 0; i < words.size(); ++i)
            tick(scale_(places[i]), words[i]);
        return body;
    }

    static constexpr double head = 70, foot = 330, lane = 370;

private:
    double raw(double value) const { return axis_.logarithmic ? std::log10(value) : value; }
    const ParallelAxis& axis_;
    Axis scale_;
};

std::string polyline(const std::vector<Point>& points, const std::string& color, double stroke,
                     const std::string& more = {}) {
    std::string data;
    for (const Point& point : points)
        data += (data.empty() ? "M" : "L") + at(point.x) + " " + at(point.y);
    return data.empty() ? data
                        : "<path d=\"" + data + "\" fill=\"none\" stroke=\"" + color +
                              "\" stroke-width=\"" + at(stroke) + "\"" + more + "/>\n";
}

std::string area(const Band& band, const Axis& x, const Axis& y, const std::string& color) {
    std::string data;
    for (std::size_t i = 0; i < band.middle.size(); ++i)
        data += (data.empty() ? "M" : "L") + at(x(band.middle[i].x)) + " " + at(y(band.high[i]));
    for (std::size_t i = band.middle.size(); i-- > 0;)
        data += "L" + at(x(band.middle[i].x)) + " " + at(y(band.low[i]));
    return data.empty() ? data
                        : "<path d=\"" + data + "Z\" fill=\"" + color +
                              "\" fill-opacity=\"0.18\" stroke=\"none\"/>\n";
}

std::string frame(const Axis& x, const Axis& y, const std::string& x_name) {
    std::string body;
    const double y_step = tickStep(y.high - y.low), x_step = tickStep(x.high - x.low);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(y_step))));
    for (double tick = std::ceil(y.low / y_step) * y_step; tick <= y.high; tick += y_step)
        body += line(x.from, y(tick), x.to, y(tick), "#e3e6ea") +
                text(x.from - 6, y(tick) + 4, "end", fixed(tick, decimals));
    for (double tick = std::ceil(x.low / x_step) * x_step; tick <= x.high; tick += x_step)
        body += text(x(tick), y.from + 16, "middle", fixed(tick, x_step < 1 ? 1 : 0));
    return body + line(x.from, y.to, x.from, y.from, "#333333") +
           line(x.from, y.from, x.to, y.from, "#333333") +
           text((x.from + x.to) / 2, y.from + 34, "middle", x_name);
}

}  // namespace

std::string heatMapSvg(const StudyMap& map) {
    const double names = 30 + std::max(longest(map.rows), longest({map.y_name}));
    const Grid grid{names, top + 36,
                    std::max({90.0, longest(map.columns) + 12, longest(map.texts) + 12}), 34};
    const double right_end = grid.left(map.columns.size());
    double foot = grid.top(map.rows.size()) + 24;
    std::string body = text((names + right_end) / 2, top + 8, "middle", map.x_name) +
                       text(14, top + 8, "start", map.y_name);
    for (std::size_t c = 0; c < map.columns.size(); ++c)
        body += text(grid.left(c) + grid.cell_width / 2, top + 28, "middle", map.columns[c]);
    for (std::size_t r = 0; r < map.rows.size(); ++r)
        body += text(names - 8, grid.top(r) + 21, "end", map.rows[r]);
    body += heatCells(map, grid) + boundary(map, grid);
    const double page_width = std::max({right_end + 20, 480.0, 40 + longest({map.title})});
    body += paragraph(14, foot, page_width - 28, map.caption + " Darker is lower.");
    return page(page_width, foot, map.title, body);
}

std::string parallelSvg(const ParallelPicture& picture) {
    const auto& [title, caption, axes, lines] = picture;
    std::vector<std::string> labels;
    for (const ParallelAxis& axis : axes) {
        labels.push_back(axis.name);
        labels.insert(labels.end(), axis.labels.begin(), axis.labels.end());
    }
    const double apart = std::max(130.0, longest(labels) + 40);
    const double begin = 40 + longest(labels);
    const double end = begin + apart * static_cast<double>(axes.size() - 1);
    std::string body;
    std::vector<Upright> uprights;
    for (std::size_t i = 0; i < axes.size(); ++i)
        uprights.emplace_back(axes[i], lines, i);
    bool any_failed = false;
    for (const ParallelLine& each : lines) {
        std::vector<Point> points;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const double x = begin + apart * static_cast<double>(i);
            if (std::isfinite(each.values[i]))
                points.push_back({x, uprights[i](each.values[i])});
            else if (each.failed)
                points.push_back({x, Upright::lane});
        }
        any_failed = any_failed || each.failed;
        body += polyline(points, each.failed ? "#c62828" : heatColor(0.8 * each.shade), 1.6,
                         each.failed ? " stroke-dasharray=\"5 4\"" : "");
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const double x = begin + apart * static_cast<double>(i);
        body += line(x, Upright::head, x, Upright::foot, "#333333") + uprights[i].ticks(x) +
                text(x, Upright::head - 14, "middle",
                     axes[i].name + (axes[i].logarithmic ? " (log)" : ""));
    }
    if (any_failed)
        body += line(begin - 10, Upright::lane, end + 10, Upright::lane, "#f3c4c4") +
                text(begin - 14, Upright::lane + 4, "end", "failed", "#c62828");
    double foot = Upright::lane + 34;
    const double page_width = std::max(end + 60, 480.0);
    body += paragraph(14, foot, page_width - 28, caption);
    return page(page_width, foot, title, body);
}

std::string bandsSvg(const std::string& title, const std::string& x_name,
                     const std::string& caption, const std::vector<Band>& bands) {
    Axis x{.from = left, .to = width - right - 190}, y{.from = height - bottom, .to = top};
    for (const Band& band : bands)
        for (std::size_t i = 0; i < band.middle.size(); ++i) {
            x.include(band.middle[i].x);
            y.include(band.low[i]);
            y.include(band.high[i]);
        }
    x.settle();
    y.settle();
    std::string body = frame(x, y, x_name);
    std::vector<std::string> names;
    for (const Band& band : bands)
        names.push_back(band.name);
    const double page_width = std::max(width, x.to + 56 + longest(names));
    double legend = top + 14;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        const std::string color = seriesColor(i);
        std::vector<Point> points;
        for (const Point& point : bands[i].middle)
            points.push_back({x(point.x), y(point.y)});
        body += area(bands[i], x, y, color) + polyline(points, color, 1.6) +
                line(x.to + 12, legend - 4, x.to + 36, legend - 4, color, 2) +
                text(x.to + 42, legend, "start", bands[i].name);
        legend += 18;
    }
    double foot = std::max(height + 16, legend + 10);
    body += paragraph(14, foot, page_width - 28, caption);
    return page(page_width, foot, title, body);
}

std::string cloudsSvg(const std::string& title, const std::string& caption, std::size_t columns,
                      const std::vector<Cloud>& clouds) {
    constexpr double side = 150, gap = 14, label = 20;
    std::string body;
    for (std::size_t i = 0; i < clouds.size(); ++i) {
        const double x0 = 14 + static_cast<double>(i % columns) * (side + gap);
        const double y0 = top + static_cast<double>(i / columns) * (side + gap + label);
        Axis x{.from = x0 + 8, .to = x0 + side - 8},
            y{.from = y0 + side + label - 8, .to = y0 + label + 8};
        for (const Point& point : clouds[i].points)
            x.include(point.x), y.include(point.y);
        x.settle();
        y.settle();
        body += text(x0, y0 + 14, "start", clouds[i].name) +
                rectangle(x0, y0 + label, side, side, "none", " stroke=\"#b8bec6\"");
        for (std::size_t p = 0; p < clouds[i].points.size(); ++p)
            body += "<circle cx=\"" + at(x(clouds[i].points[p].x)) + "\" cy=\"" +
                    at(y(clouds[i].points[p].y)) + "\" r=\"3\" fill=\"" +
                    seriesColor(static_cast<std::size_t>(clouds[i].groups[p])) + "\"/>\n";
    }
    const auto rows = static_cast<double>((clouds.size() + columns - 1) / columns);
    double foot = top + rows * (side + gap + label) + 16;
    const double page_width = std::max(480.0, 28 + static_cast<double>(columns) * (side + gap));
    body += paragraph(14, foot, page_width - 28, caption);
    return page(page_width, foot, title, body);
}

}  // namespace orrery::cli
