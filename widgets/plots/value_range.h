// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

namespace orrery {

struct ValueRange {
    double low = 0;
    double high = 1;
    bool operator==(const ValueRange&) const = default;
};

enum class RangeMode {
    all,     // every finite value
    robust,  // between the 1st and 99th percentile: a few spikes do not flatten the rest
    manual,  // what the user set
};

/// The range that an axis shows for these curves, with a margin of 4 %. Values that are not finite
/// are ignored, on a log axis also those that are not positive. Nothing to show gives 0..1 (log:
/// .1..1). A range of one value is widened around it. Any thread.
ValueRange rangeOf(std::span<const std::span<const double>> curves, RangeMode mode, bool log,
                   bool include_zero);

}  // namespace orrery
