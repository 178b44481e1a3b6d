// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules of a verdict compare: values of trials pair by pair, and the words for it. Values
// only; any thread.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/analysis/seed_noise.h"
#include "core/study/study_table.h"

namespace orrery {

using Labels = std::map<std::string, std::string>;  // axis -> point

/// Of each pair a value, what it is compared with, the seed of both, and their block: the cell of
/// the study, but for what the comparison is about.
struct Pairs {
    std::vector<double> values, references;
    std::vector<std::int64_t> seeds;
    std::vector<std::size_t> blocks;
    std::vector<std::string> names;  // of the blocks

    void add(double value, double reference, std::int64_t seed, std::size_t block = 0);
    /// With cells as blocks. At least one pair.
    SeedDifference difference() const;
    /// The pairs of one block.
    Pairs of(std::size_t block) const;
};

/// Whether a cell is at these labels. Throws Error for an unknown axis.
bool matches(const StudyTable& table, const StudyCell& cell, const Labels& wanted);
/// Of two cells, with common seeds.
Pairs pairsBetween(const StudyCell& cell, const StudyCell& other, std::size_t objective);
/// Cells at `at` and those that differ from them by `than` alone, with common seeds.
Pairs pairsOfCells(const StudyTable& table, std::size_t objective, const Labels& at,
                   const Labels& than);
/// Two objectives of the same trials.
Pairs pairsOfObjectives(const StudyTable& table, std::size_t of, std::size_t with);

/// Four digits.
std::string rounded(double value);
/// A point as people read it: long numbers, which a search draws, with four digits.
std::string shownLabel(const std::string& label);
/// "axis = point, axis = point"
std::string labelsText(const Labels& labels);
/// "mean +- margin over n pairs in c cells, within seed noise", or the mean alone "which one seed
/// can't tell from seed noise".
std::string noiseText(const Pairs& pairs);
/// "; by cell, with Holm's correction, beyond it in 1 of 2: a = 1 (0.02 +- 0.01)", or nothing for
/// one cell, or one seed.
std::string cellsText(const Pairs& pairs);

}  // namespace orrery
