// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/experts/expert_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace orrery {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kWhisker = 1.5;

std::vector<double> sortedFinite(std::vector<double> values) {
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    std::ranges::sort(values);
    return values;
}

/// Of ascending values, at least one.
double quantile(const std::vector<double>& values, double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, values.size() - 1);
    return std::lerp(values[below], values[above], place - static_cast<double>(below));
}

}  // namespace

SampleStatistics statisticsOf(std::vector<double> values) {
    values = sortedFinite(std::move(values));
    if (values.empty()) return {0, 0, kUnknown, kUnknown, kUnknown};
    SampleStatistics found{.count = values.size()};
    const auto n = static_cast<double>(values.size());
    found.sum = std::reduce(values.begin(), values.end());
    found.mean = found.sum / n;
    found.median = quantile(values, 0.5);
    double squares = 0;
    for (const double value : values)
        squares += (value - found.mean) * (value - found.mean);
    found.deviation = values.size() > 1 ? std::sqrt(squares / (n - 1)) : kUnknown;
    return found;
}

BoxStatistics boxOf(std::vector<double> values) {
    values = sortedFinite(std::move(values));
    if (values.empty()) return {0, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, {}};
    BoxStatistics box{.count = values.size()};
    box.first = quantile(values, 0.25);
    box.median = quantile(values, 0.5);
    box.third = quantile(values, 0.75);
    const double reach = kWhisker * (box.third - box.first);
    const auto inside = [&](double value) {
        return value >= box.first - reach && value <= box.third + reach;
    };
    // The quartiles themselves may lie between values.
    box.lower = *std::ranges::find_if(values, inside);
    box.upper = *std::find_if(values.rbegin(), values.rend(), inside);
    std::ranges::copy_if(values, std::back_inserter(box.outliers),
                         [&](double value) { return !inside(value); });
    return box;
}

}  // namespace orrery
