// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/seed_noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace orrery {

Spread spreadOf(std::span<const double> values) {
    const auto count = static_cast<double>(values.size());
    Spread spread;
    for (const double value : values)
        spread.mean += value / count;
    if (values.size() < 2) {
        spread.deviation = std::numeric_limits<double>::quiet_NaN();
        return spread;
    }
    double squares = 0;
    for (const double value : values)
        squares += (value - spread.mean) * (value - spread.mean);
    spread.deviation = std::sqrt(squares / (count - 1));
    return spread;
}

double studentT(int freedom) {
    // Any table of Student's distribution, 97.5 %, 1 to 30 degrees of freedom.
    constexpr std::array<double, 30> table = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
        2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
        2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    if (freedom <= 30) return table[static_cast<std::size_t>(freedom - 1)];
    // Cornish and Fisher's first terms; 2e-5 off at 31.
    const double z = 1.959964, n = freedom;
    return z + (z * z * z + z) / (4 * n) +
           (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * n * n);
}

SeedDifference compareSeeds(std::span<const double> values, std::span<const double> reference,
                            std::span<const std::int64_t> seeds) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < values.size(); ++i)
        differences.push_back(values[i] - reference[i]);
    const Spread spread = spreadOf(differences);
    SeedDifference difference;
    difference.mean = spread.mean;
    difference.judged = std::ranges::adjacent_find(seeds, std::not_equal_to()) != seeds.end();
    if (!difference.judged) {
        difference.margin = std::numeric_limits<double>::quiet_NaN();
        return difference;
    }
    const auto count = static_cast<double>(differences.size());
    difference.margin =
        studentT(static_cast<int>(differences.size()) - 1) * spread.deviation / std::sqrt(count);
    difference.within = std::abs(difference.mean) <= difference.margin;
    return difference;
}

}  // namespace orrery
