// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <vector>

namespace orrery {

struct RankedPair {
    double x = 0, y = 0;
    std::size_t group = 0;  // ranks are taken, and permuted, within a group
};

struct RankCorrelation {
    double rho = 0;      // Spearman's, -1..1; 0 without variation
    double p_value = 1;  // two-sided, of 999 permutations of a fixed seed
};

/// Of ranks (ties share theirs), each group centered. Any thread.
RankCorrelation rankCorrelation(std::vector<RankedPair> pairs);

}  // namespace orrery
