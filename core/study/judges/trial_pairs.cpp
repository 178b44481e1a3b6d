// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/trial_pairs.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace orrery {
namespace {

constexpr std::size_t kLongLabel = 8;  // characters of a number that nobody chose

void addPairs(const StudyCell& cell, const StudyCell& other, std::size_t objective, Pairs& pairs) {
    for (const StudySample* sample : cell.known(objective))
        for (const StudySample* reference : other.known(objective))
            if (sample->seed == reference->seed)
                pairs.add(sample->values[objective], reference->values[objective], sample->seed);
}

}  // namespace

std::string shownLabel(const std::string& label) {
    double value = 0;
    const char* end = label.data() + label.size();
    const auto read = std::from_chars(label.data(), end, value);
    const bool number = read.ec == std::errc() && read.ptr == end;
    return number && label.size() > kLongLabel ? rounded(value) : label;
}

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

bool matches(const StudyTable& table, const StudyCell& cell, const Labels& wanted) {
    return std::ranges::all_of(wanted, [&](const auto& entry) {
        return cell.labels[table.axis(entry.first)] == entry.second;
    });
}

std::string labelsText(const Labels& labels) {
    std::string text;
    for (const auto& [axis, label] : labels)
        text += (text.empty() ? "" : ", ") + axis + " = " + shownLabel(label);
    return text;
}

Pairs pairsBetween(const StudyCell& cell, const StudyCell& other, std::size_t objective) {
    Pairs pairs;
    addPairs(cell, other, objective, pairs);
    return pairs;
}

Pairs pairsOfCells(const StudyTable& table, std::size_t objective, const Labels& at,
                   const Labels& than) {
    Pairs pairs;
    for (const StudyCell& cell : table.cells) {
        if (!matches(table, cell, at)) continue;
        std::vector<std::string> labels = cell.labels;
        for (const auto& [axis, label] : than)
            labels[table.axis(axis)] = label;
        const auto other = std::ranges::find(table.cells, labels, &StudyCell::labels);
        if (other != table.cells.end()) addPairs(cell, *other, objective, pairs);
    }
    return pairs;
}

Pairs pairsOfObjectives(const StudyTable& table, std::size_t of, std::size_t with) {
    Pairs pairs;
    for (const StudyCell& cell : table.cells)
        for (const StudySample* sample : cell.known(of))
            if (std::isfinite(sample->values[with]))
                pairs.add(sample->values[of], sample->values[with], sample->seed);
    return pairs;
}

std::string noiseText(const SeedDifference& difference, std::size_t pairs) {
    if (!difference.judged)
        return rounded(difference.mean) + "; seed noise can't be estimated from one seed";
    return rounded(difference.mean) + " ± " + rounded(difference.margin) + " over " +
           std::to_string(pairs) + " pairs, " +
           (difference.within ? "within seed noise" : "beyond seed noise");
}

}  // namespace orrery
