// SPDX-License-Identifier: GPL-3.0-or-later
// How much an expert tells of what a token is: its id, its part of speech (core/README.md,
// section 8). All functions: any thread.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/selections.h"

namespace orrery {

/// A label tells the kind of a token, 0 .. label_count - 1; below 0 = unknown, such tokens are left
/// out. A token counts once for each of its experts.
struct Association {
    struct Cell {
        std::int32_t expert = 0;
        std::int32_t label = 0;
        std::int64_t count = 0;  // > 0
    };
    std::vector<Cell> cells;               // by expert, then label
    std::vector<std::int64_t> of_expert;   // [E] selections
    std::vector<std::int64_t> of_label;    // [labels] selections
    std::vector<std::int64_t> occurrence;  // [labels] tokens
    std::int64_t total = 0;                // selections
};

/// labels [N]. Throws Error for a wrong number of labels or one out of range.
Association associate(const Selections& selections, std::span<const std::int32_t> labels,
                      int label_count);
/// The cells of one expert, most frequent first; equal counts by label.
std::vector<Association::Cell> cellsOf(const Association& association, int expert);
/// I(expert; label) of the joint counts, in bits. 0 .. min(log2 E, label entropy).
double mutualInformationBits(const Association& association);
/// The same selections by groups of experts: group[E], 0 .. groups - 1. What a group tells of a
/// token is mutualInformationBits() of it.
Association grouped(const Association& association, std::span<const int> group, int groups);
/// Mean of mutualInformationBits() over `permutations` in which experts are dealt to groups of the
/// same sizes at random: what any such groups would tell. 0 for none.
double chanceGroupInformationBits(const Association& association, std::span<const int> group,
                                  int groups, int permutations, std::uint64_t seed);
/// [E]: the Kullback-Leibler divergence of the labels of an expert from those of all selections, in
/// bits. Weighted with the experts' shares of the selections these add up to the mutual
/// information. 0 for an expert without selections.
std::vector<double> specializationBits(const Association& association);
/// The share of the tokens that are served by the expert that serves their label most: 1 when each
/// label has an expert that is always chosen for it. 0 without tokens.
double largestExpertShare(const Association& association);
/// Mutual information of the same selections and labels when the labels are dealt out at random:
/// few tokens for many labels look informative by chance alone. Mean over `permutations`; 0 for
/// none.
double chanceInformationBits(const Selections& selections, std::span<const std::int32_t> labels,
                             int label_count, int permutations, std::uint64_t seed);

}  // namespace orrery
