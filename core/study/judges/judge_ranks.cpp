// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <set>

#include "core/study/judges/judges.h"
#include "core/study/judges/rank_tests.h"

namespace orrery {
namespace {

std::string rankText(const RankCorrelation& ranks) {
    return "rank correlation " + rounded(ranks.rho) + ", p = " + rounded(ranks.p_value);
}

/// Cells that differ along one axis alone share a group with their seed.
std::size_t groupOf(const StudyCell& cell, std::size_t axis, std::int64_t seed) {
    std::string name = std::to_string(seed);
    for (std::size_t i = 0; i < cell.labels.size(); ++i)
        if (i != axis) name += '\n' + cell.labels[i];
    return std::hash<std::string>()(name);
}

/// Of each cell the means of two objectives over its seeds, each seed's own mean over all cells
/// taken off first: one pair a cell, since its seeds share what the cell does to both. The seeds of
/// a single cell are pairs of their own.
std::vector<RankedPair> cellMeans(const Pairs& found) {
    std::map<std::int64_t, std::pair<double, double>> seed_sums;
    std::map<std::int64_t, double> seed_counts;
    const std::set<std::size_t> cells(found.blocks.begin(), found.blocks.end());
    for (std::size_t i = 0; i < found.values.size(); ++i) {
        seed_sums[found.seeds[i]].first += found.values[i];
        seed_sums[found.seeds[i]].second += found.references[i];
        ++seed_counts[found.seeds[i]];
    }
    std::vector<RankedPair> pairs;
    for (const std::size_t cell : cells) {
        RankedPair mean;
        double count = 0;
        for (std::size_t i = 0; i < found.values.size(); ++i) {
            if (found.blocks[i] != cell) continue;
            const std::int64_t seed = found.seeds[i];
            // A seed that one cell alone has cannot be told from it.
            const bool shared = seed_counts[seed] > 1 && cells.size() > 1;
            mean.x += found.values[i] - (shared ? seed_sums[seed].first / seed_counts[seed] : 0);
            mean.y +=
                found.references[i] - (shared ? seed_sums[seed].second / seed_counts[seed] : 0);
            ++count;
        }
        pairs.push_back({mean.x / count, mean.y / count, 0});
    }
    if (cells.size() > 1) return pairs;
    pairs.clear();
    for (std::size_t i = 0; i < found.values.size(); ++i)
        pairs.push_back({found.values[i], found.references[i], 0});
    return pairs;
}

}  // namespace

Finding judgeTrend(const StudyTable& table, const VerdictRule& rule) {
    const std::size_t of = table.objective(rule.of), axis = table.axis(rule.along);
    std::vector<RankedPair> pairs;
    for (const StudyCell& cell : table.cells) {
        const auto place = static_cast<double>(
            std::ranges::find(table.labels[axis], cell.labels[axis]) - table.labels[axis].begin());
        for (const StudySample* sample : cell.known(of))
            pairs.push_back({place, sample->values[of], groupOf(cell, axis, sample->seed)});
    }
    const std::string what = rule.of + " along " + rule.along;
    if (pairs.size() < 4) return {.outcome = {}, .text = what + ": fewer than four trials"};
    const RankCorrelation ranks = rankCorrelation(pairs);
    const bool clear = ranks.p_value < 0.05;
    return {.outcome = !clear          ? "none"
                       : ranks.rho > 0 ? "rises"
                                       : "falls",
            .text = what + ": " + rankText(ranks),
            .value = ranks.rho,
            .p_value = ranks.p_value};
}

Finding judgeCorrelation(const StudyTable& table, const VerdictRule& rule) {
    const Pairs found =
        pairsOfObjectives(table, table.objective(rule.of), table.objective(rule.with));
    const std::string what = rule.of + " with " + rule.with;
    const std::vector<RankedPair> pairs = cellMeans(found);
    if (pairs.size() < 4) return {.outcome = {}, .text = what + ": fewer than four cells"};
    const RankCorrelation ranks = rankCorrelation(pairs);
    const bool clear = ranks.p_value < 0.05;
    return {
        .outcome = !clear          ? "none"
                   : ranks.rho > 0 ? "positive"
                                   : "negative",
        .text = what + ": " + rankText(ranks) + " over " + std::to_string(pairs.size()) + " cells",
        .value = ranks.rho,
        .p_value = ranks.p_value};
}

}  // namespace orrery
