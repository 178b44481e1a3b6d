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

/// Of each pair a value, what it is compared with, and the seed of both.
struct Pairs {
    std::vector<double> values, references;
    std::vector<std::int64_t> seeds;
    void add(double value, double reference, std::int64_t seed) {
        values.push_back(value);
        references.push_back(reference);
        seeds.push_back(seed);
    }
    /// At least one pair.
    SeedDifference difference() const { return compareSeeds(values, references, seeds); }
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
/// "mean +- margin over n pairs, within seed noise", or the mean alone "which one seed can't tell
/// from seed noise".
std::string noiseText(const SeedDifference& difference, std::size_t pairs);

}  // namespace orrery
