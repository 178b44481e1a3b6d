// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <cmath>

#include "widgets/plots/qcustomplot.h"

namespace orrery {

/// A range of an axis, not so narrow that its numbers would look the same: norms of normalized keys
/// differ in their last bits.
inline QCPRange readableRange(double low, double high) {
    constexpr double kNarrowest = 1e-4;  // of the value
    const double middle = (low + high) / 2;
    const double least = kNarrowest * std::abs(middle) / 2;
    return {std::min(low, middle - least), std::max(high, middle + least)};
}

}  // namespace orrery
