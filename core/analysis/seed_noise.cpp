// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/seed_noise.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "core/analysis/student.h"

namespace orrery {
namespace {

/// Of independent differences, two or more.
SeedDifference judgeDifferences(const std::vector<double>& differences) {
    const Spread spread = spreadOf(differences);
    const int freedom = static_cast<int>(differences.size()) - 1;
    const double error = spread.deviation / std::sqrt(static_cast<double>(differences.size()));
    SeedDifference difference;
    difference.mean = spread.mean;
    difference.judged = true;
    difference.margin = studentT(freedom) * error;
    difference.narrow_margin = studentQuantile(0.1, freedom) * error;
    difference.within = std::abs(difference.mean) <= difference.margin;
    difference.p_value = error > 0          ? studentTail(difference.mean / error, freedom)
                         : spread.mean == 0 ? 1
                                            : 0;
    return difference;
}

SeedDifference notJudged(double mean) {
    SeedDifference difference;
    difference.mean = mean;
    difference.margin = std::numeric_limits<double>::quiet_NaN();
    return difference;
}

}  // namespace

bool SeedDifference::equalWithin(double interest) const {
    return judged && std::abs(mean) + narrow_margin < interest;
}

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
    return studentQuantile(0.05, freedom);
}

SeedDifference compareSeeds(std::span<const double> values, std::span<const double> reference,
                            std::span<const std::int64_t> seeds) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < values.size(); ++i)
        differences.push_back(values[i] - reference[i]);
    const bool judged = std::ranges::adjacent_find(seeds, std::not_equal_to()) != seeds.end();
    return judged ? judgeDifferences(differences) : notJudged(spreadOf(differences).mean);
}

SeedDifference compareBlocks(std::span<const double> values, std::span<const double> reference,
                             std::span<const std::int64_t> seeds,
                             std::span<const std::size_t> blocks) {
    const std::set<std::size_t> all(blocks.begin(), blocks.end());
    if (all.size() == 1) return compareSeeds(values, reference, seeds);
    std::map<std::size_t, std::vector<double>> of_block;
    std::map<std::int64_t, std::vector<double>> of_seed;
    for (std::size_t i = 0; i < values.size(); ++i) {
        of_block[blocks[i]].push_back(values[i] - reference[i]);
        of_seed[seeds[i]].push_back(values[i] - reference[i]);
    }
    std::vector<double> complete, means;
    for (const auto& [seed, differences] : of_seed)
        if (differences.size() == all.size()) complete.push_back(spreadOf(differences).mean);
    for (const auto& [block, differences] : of_block)
        means.push_back(spreadOf(differences).mean);
    return complete.size() < 2 ? notJudged(spreadOf(means).mean) : judgeDifferences(complete);
}

}  // namespace orrery
