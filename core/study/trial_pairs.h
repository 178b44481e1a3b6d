// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules of a verdict compare: values of trials pair by pair, and the words for it. Values
// only; any thread.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/analysis/seed_noise.h"
#include "core/study/study_table.h"

namespace orrery {

using Labels = std::map<std::string, std::string>;  // axis -> point

/// Of each pair a value, and what it is compared with.
struct Pairs {
    std::vector<double> values, references;
    void add(double value, double reference) {
        values.push_back(value);
        references.push_back(reference);
    }
};

/// Whether a cell is at these labels. Throws Error for an unknown axis.
bool matches(const StudyTable& table, const StudyCell& cell, const Labels& wanted);
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
/// "mean +- margin over n pairs, within seed noise"
std::string noiseText(const SeedDifference& difference, std::size_t pairs);

}  // namespace orrery
