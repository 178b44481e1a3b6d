// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of a sample. Values that are not finite are left out. Any thread.
#pragma once
#include <cstddef>
#include <vector>

namespace orrery {

struct SampleStatistics {
    std::size_t count = 0;
    double sum = 0;
    double mean = 0, median = 0;  // NaN of no values
    double deviation = 0;         // of the sample (n - 1); NaN of fewer than two
};
SampleStatistics statisticsOf(std::vector<double> values);

/// A box plot as Tukey has it.
struct BoxStatistics {
    std::size_t count = 0;
    double lower = 0, first = 0, median = 0, third = 0, upper = 0;  // NaN of no values
    std::vector<double> outliers = {};  // beyond 1.5 times the box's height from the box
};
/// Quartiles are interpolated linearly between order statistics (type 7 of Hyndman and Fan 1996);
/// the whiskers end at the outermost values that are no outliers.
BoxStatistics boxOf(std::vector<double> values);

}  // namespace orrery
