// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/judges/trial_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/analysis/student.h"
#include "core/files/number_text.h"

namespace orrery {
namespace {

constexpr std::size_t kLongLabel = 8;  // characters of a number that nobody chose

/// As a block of their own.
void addPairs(const StudyCell& cell, const StudyCell& other, std::size_t objective, Pairs& pairs,
              const std::string& name = {}) {
    const std::size_t block = pairs.names.size();
    pairs.names.push_back(name);
    for (const StudySample* sample : cell.known(objective))
        for (const StudySample* reference : other.known(objective))
            if (sample->seed == reference->seed)
                pairs.add(sample->values[objective], reference->values[objective], sample->seed,
                          block);
}

/// Where a cell lies on the axes that are not of `but`.
std::string placeOf(const StudyTable& table, const StudyCell& cell, const Labels& but) {
    Labels labels;
    for (std::size_t i = 0; i < cell.labels.size(); ++i)
        if (!but.contains(table.study.axes[i].name))
            labels[table.study.axes[i].name] = cell.labels[i];
    return labelsText(labels);
}

}  // namespace

void Pairs::add(double value, double reference, std::int64_t seed, std::size_t block) {
    values.push_back(value);
    references.push_back(reference);
    seeds.push_back(seed);
    blocks.push_back(block);
}

SeedDifference Pairs::difference() const {
    return compareBlocks(values, references, seeds, blocks);
}

Pairs Pairs::of(std::size_t block) const {
    Pairs part;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (blocks[i] == block) part.add(values[i], references[i], seeds[i]);
    return part;
}

std::string shownLabel(const std::string& label) {
    const auto value = parseNumber<double>(label);
    return value && label.size() > kLongLabel ? rounded(*value) : label;
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
        if (other != table.cells.end())
            addPairs(cell, *other, objective, pairs, placeOf(table, cell, at));
    }
    return pairs;
}

Pairs pairsOfObjectives(const StudyTable& table, std::size_t of, std::size_t with) {
    Pairs pairs;
    for (const StudyCell& cell : table.cells) {
        pairs.names.push_back(placeOf(table, cell, {}));
        for (const StudySample* sample : cell.known(of))
            if (std::isfinite(sample->values[with]))
                pairs.add(sample->values[of], sample->values[with], sample->seed,
                          pairs.names.size() - 1);
    }
    return pairs;
}

namespace {

/// Blocks that have pairs.
std::vector<std::size_t> filledBlocks(const Pairs& pairs) {
    std::vector<std::size_t> blocks = pairs.blocks;
    std::ranges::sort(blocks);
    blocks.erase(std::ranges::unique(blocks).begin(), blocks.end());
    return blocks;
}

}  // namespace

std::string noiseText(const Pairs& pairs) {
    const SeedDifference difference = pairs.difference();
    const std::size_t cells = filledBlocks(pairs).size();
    if (!difference.judged)
        return rounded(difference.mean) +
               (pairs.values.size() > cells
                    ? "; seed noise can't be estimated: fewer than two seeds are done in all cells"
                    : "; seed noise can't be estimated from one seed");
    return rounded(difference.mean) + " ± " + rounded(difference.margin) + " over " +
           std::to_string(pairs.values.size()) + " pairs" +
           (cells > 1 ? " in " + std::to_string(cells) + " cells" : "") + ", " +
           (difference.within ? "within seed noise" : "beyond seed noise");
}

std::string cellsText(const Pairs& pairs) {
    const std::vector<std::size_t> blocks = filledBlocks(pairs);
    if (blocks.size() < 2) return {};
    std::vector<SeedDifference> differences;
    std::vector<double> p_values;
    for (const std::size_t block : blocks) {
        differences.push_back(pairs.of(block).difference());
        p_values.push_back(differences.back().p_value);
        if (!differences.back().judged) return {};
    }
    const std::vector<double> corrected = holm(p_values);
    std::string beyond;
    std::size_t count = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (corrected[i] > 0.05) continue;
        ++count;
        beyond += (count > 1 ? ", " : ": ") + pairs.names[blocks[i]] + " (" +
                  rounded(differences[i].mean) + " ± " + rounded(differences[i].margin) + ")";
    }
    return "; by cell, with Holm's correction, beyond it in " + std::to_string(count) + " of " +
           std::to_string(blocks.size()) + beyond;
}

}  // namespace orrery
