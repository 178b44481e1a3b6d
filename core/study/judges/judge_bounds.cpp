// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/analysis/student.h"
#include "core/study/judges/judges.h"

namespace orrery {
namespace {

struct LabelMean {
    std::string label;
    double mean = 0;
};

/// The labels of an axis by the mean of all their values, the best first.
std::vector<LabelMean> rankedLabels(const StudyTable& table, std::size_t of, std::size_t axis) {
    const bool higher = table.study.objectives[of].better == "higher";
    std::vector<LabelMean> means;
    for (const std::string& label : table.labels[axis]) {
        std::vector<double> all;
        for (const StudyCell& cell : table.cells)
            if (cell.labels[axis] == label)
                for (const double value : cell.values(of))
                    all.push_back(value);
        if (!all.empty()) means.push_back({label, spreadOf(all).mean});
    }
    std::ranges::stable_sort(
        means, {}, [higher](const LabelMean& entry) { return higher ? -entry.mean : entry.mean; });
    return means;
}

/// Of the cells at one place of the axis: two objectives of a trial, or one in two cells.
Pairs pairsAlong(const StudyTable& table, const VerdictRule& rule, const std::string& label) {
    const std::size_t of = table.objective(rule.of);
    if (rule.with.empty()) {
        Labels at = rule.at, than = rule.than;
        at[rule.along] = than[rule.along] = label;
        return pairsOfCells(table, of, at, than);
    }
    return pairsOfObjectives(partOf(table, {{rule.along, label}}), of, table.objective(rule.with));
}

/// Of trials that differ in the axis alone: how often the one at `label` is stable and the one at
/// `other` is not, and the other way.
struct Discordant {
    std::size_t more = 0, less = 0;
};

Discordant discordant(const StudyTable& table, std::size_t of, const std::string& axis,
                      const std::string& label, const std::string& other) {
    const Pairs pairs = pairsOfCells(table, of, {{axis, label}}, {{axis, other}});
    Discordant count;
    for (std::size_t i = 0; i < pairs.values.size(); ++i) {
        const bool own = pairs.values[i] < 0.5, others = pairs.references[i] < 0.5;
        count.more += own && !others ? 1 : 0;
        count.less += others && !own ? 1 : 0;
    }
    return count;
}

/// The largest p value of the sign tests of a label against every other one.
double stabilityTest(const StudyTable& table, std::size_t of, const std::string& axis,
                     const std::string& label) {
    double largest = 0;
    for (const std::string& other : table.labels[table.axis(axis)]) {
        if (other == label) continue;
        const Discordant count = discordant(table, of, axis, label, other);
        largest = std::max(largest, signTest(count.more, count.less));
    }
    return largest;
}

}  // namespace

double levelOfBest(std::size_t labels) {
    return 0.1 / static_cast<double>(std::max<std::size_t>(2, labels));
}

Finding judgeBest(const StudyTable& table, const VerdictRule& rule) {
    const std::size_t of = table.objective(rule.of), axis = table.axis(rule.along);
    const auto means = rankedLabels(table, of, axis);
    const std::string what = rule.of + " along " + rule.along;
    if (means.size() < 2) return {.outcome = {}, .text = what + ": fewer than two points"};
    const std::string& best = means[0].label;
    const std::string text = what + ": best at " + shownLabel(best) + " (" +
                             rounded(means[0].mean) + "), then " + shownLabel(means[1].label) +
                             " (" + rounded(means[1].mean) + ")";
    const double level = levelOfBest(means.size());
    double largest = 0;
    for (std::size_t i = 1; i < means.size(); ++i) {
        const Pairs pairs =
            pairsOfCells(table, of, {{rule.along, best}}, {{rule.along, means[i].label}});
        const SeedDifference difference =
            pairs.values.empty() ? SeedDifference() : pairs.difference();
        if (!difference.judged)
            return {
                .outcome = {}, .text = text + "; too few seeds to compare", .value = means[0].mean};
        largest = std::max(largest, difference.p_value);
        if (difference.p_value > level)
            return {.outcome = "several",
                    .text = text + "; against " + shownLabel(means[i].label) + " " +
                            noiseText(pairs) + ", p = " + rounded(difference.p_value) +
                            " where one of " + std::to_string(means.size()) + " needs " +
                            rounded(level),
                    .value = means[0].mean,
                    .p_value = std::min(1.0, largest * 0.05 / level)};
    }
    const bool inside = best != table.labels[axis].front() && best != table.labels[axis].back();
    return {.outcome = inside && rule.expect == "inside" ? "inside" : best,
            .text = text + "; better than every other one beyond seed noise",
            .value = means[0].mean,
            .p_value = std::min(1.0, largest * 0.05 / level)};
}

Finding judgeBoundary(const StudyTable& table, const VerdictRule& rule) {
    const std::size_t of = table.objective(rule.of);
    std::map<std::string, std::size_t> stable, all;
    std::string collapsed;
    std::size_t known = 0, fallen = 0;
    for (const StudyCell& cell : table.cells) {
        const double share = cell.spread(of).mean;
        if (std::isnan(share)) continue;
        const std::string label = rule.by.empty() ? "" : cell.labels[table.axis(rule.by)];
        ++known, ++all[label];
        if (share < 0.5) {
            ++stable[label];
            continue;
        }
        ++fallen;
        std::string place;
        for (const std::string& each : cell.labels)
            place += (place.empty() ? "" : " x ") + shownLabel(each);
        collapsed += (collapsed.empty() ? "" : ", ") + place;
    }
    if (known == 0) return {.outcome = {}, .text = rule.of + ": no cell is done"};
    if (!rule.by.empty() && all.size() < 2)
        return {.outcome = {}, .text = rule.of + ": one point of " + rule.by + " alone"};
    std::string text = rule.of + " in " + std::to_string(fallen) + " of " + std::to_string(known) +
                       " cells" + (fallen ? " (" + collapsed + ")" : "");
    const double share = static_cast<double>(fallen) / static_cast<double>(known);
    if (rule.by.empty())
        return {.outcome = fallen == 0       ? "none"
                           : fallen == known ? "all"
                                             : "some",
                .text = text,
                .value = share};
    std::string most = "same";
    std::size_t best = 0, least = known;
    for (const auto& [label, count] : all) {
        text += "; " + rule.by + " = " + label + ": " + std::to_string(stable[label]) + " of " +
                std::to_string(count) + " stable";
        if (stable[label] > best) best = stable[label], most = label;
        least = std::min(least, stable[label]);
    }
    if (best == least) return {.outcome = "same", .text = text, .value = share};
    const double p = stabilityTest(table, of, rule.by, most), level = levelOfBest(all.size());
    return {.outcome = p <= level ? most : "several",
            .text = text + "; sign test over trials, p = " + rounded(p),
            .value = share,
            .p_value = std::min(1.0, p * 0.05 / level)};
}

Finding judgeCrossover(const StudyTable& table, const VerdictRule& rule) {
    std::string from;
    Pairs below;  // from there on
    bool known = false;
    const auto& labels = table.labels[table.axis(rule.along)];
    for (const std::string& label : labels) {
        const Pairs pairs = pairsAlong(table, rule, label);
        if (pairs.values.empty()) continue;
        known = true;
        if (!(spreadOf(pairs.values).mean < spreadOf(pairs.references).mean)) {
            from.clear();
            below = {};
            continue;
        }
        if (from.empty()) from = label;
        for (std::size_t i = 0; i < pairs.values.size(); ++i)
            below.add(pairs.values[i], pairs.references[i], pairs.seeds[i],
                      below.names.size() + pairs.blocks[i]);
        below.names.insert(below.names.end(), pairs.names.begin(), pairs.names.end());
    }
    const std::string what = rule.with.empty() ? rule.of + " at " + labelsText(rule.at) +
                                                     " below that at " + labelsText(rule.than)
                                               : rule.of + " below " + rule.with;
    if (!known) return {.outcome = {}, .text = what + ": no trial is done"};
    if (from.empty())
        return {.outcome = "none", .text = what + " up to the largest " + rule.along + ": not yet"};
    const SeedDifference difference = below.difference();
    const std::string text = what + " from " + rule.along + " = " + from + " on";
    if (!difference.judged) return {.outcome = {}, .text = text + "; one seed tells no noise"};
    const double level = levelOfBest(labels.size());
    if (difference.p_value > level)
        return {.outcome = {}, .text = text + ", which may be chance: " + noiseText(below)};
    return {.outcome = rule.expect == "exists" ? "exists" : from,
            .text = text,
            .p_value = std::min(1.0, difference.p_value * 0.05 / level)};
}

}  // namespace orrery
