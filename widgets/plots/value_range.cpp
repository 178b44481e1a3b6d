// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/value_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr double kMargin = 0.04;

bool shown(double value, bool log) {
    return std::isfinite(value) && (!log || value > 0);
}

ValueRange extremes(std::span<const std::span<const double>> curves, bool log) {
    ValueRange range{std::numeric_limits<double>::infinity(),
                     -std::numeric_limits<double>::infinity()};
    for (const auto& curve : curves) {
        for (const double value : curve) {
            if (!shown(value, log)) continue;
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        }
    }
    return range;
}

// Percentiles of an even sample: exact enough for an axis, and fast for a million points.
ValueRange percentiles(std::span<const std::span<const double>> curves, bool log) {
    constexpr std::size_t kSample = 20'000;
    std::vector<double> values;
    for (const auto& curve : curves) {
        const std::size_t stride = curve.size() / kSample + 1;
        for (std::size_t i = 0; i < curve.size(); i += stride)
            if (shown(curve[i], log)) values.push_back(curve[i]);
    }
    if (values.size() < 20) return extremes(curves, log);
    const auto at = [&values](double share) {
        const auto index = static_cast<std::ptrdiff_t>(share * (values.size() - 1.0));
        std::nth_element(values.begin(), values.begin() + index, values.end());
        return values[static_cast<std::size_t>(index)];
    };
    const double low = at(0.01);
    return {low, at(0.99)};
}

ValueRange widened(ValueRange range, bool log) {
    if (log) {
        const double ratio = range.high / range.low;
        const double factor = ratio > 1.0001 ? std::pow(ratio, kMargin) : 1.5;
        return {range.low / factor, range.high * factor};
    }
    const double width = range.high - range.low;
    const double margin = width > 0 ? width * kMargin : std::max(std::abs(range.low) * 0.1, 0.5);
    return {range.low - margin, range.high + margin};
}

}  // namespace

ValueRange rangeOf(std::span<const std::span<const double>> curves, RangeMode mode, bool log,
                   bool include_zero) {
    ValueRange range = mode == RangeMode::robust ? percentiles(curves, log) : extremes(curves, log);
    if (!(range.low <= range.high)) return log ? ValueRange{0.1, 1} : ValueRange{0, 1};
    range = widened(range, log);
    if (include_zero && !log) {
        range.low = std::min(range.low, 0.0);
        range.high = std::max(range.high, 0.0);
    }
    return range;
}

}  // namespace orrery
