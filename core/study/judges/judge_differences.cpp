// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/study/judges/judges.h"

namespace orrery {
namespace {

/// "smaller", or what else the pairs say.
Finding findingOf(const Pairs& pairs, const VerdictRule& rule, const std::string& what) {
    const SeedDifference difference = pairs.difference();
    Finding finding;
    finding.text = what + ": " + noiseText(pairs);
    finding.value = difference.mean;
    if (!difference.judged) return finding;
    finding.low = difference.mean - difference.margin;
    finding.high = difference.mean + difference.margin;
    finding.p_value = difference.p_value;
    finding.outcome = difference.within ? "same" : difference.mean < 0 ? "smaller" : "larger";
    if (rule.interest > 0) {
        const bool equal = difference.equalWithin(rule.interest);
        if (equal) finding.outcome = "equal";
        // One of both tests is enough for what must not be worse.
        if (rule.expect == kNotLarger && difference.mean + difference.narrow_margin < rule.interest)
            finding.outcome = kNotLarger;
        const bool bounded = finding.outcome == kNotLarger;
        finding.text += std::string(bounded ? ", no more than "
                                    : equal ? ", equal within "
                                            : ", not shown equal within ") +
                        rounded(rule.interest) + (bounded ? " larger" : "") +
                        " (one-sided tests: ± " + rounded(difference.narrow_margin) + ")";
    }
    finding.text += cellsText(pairs);
    return finding;
}

Labels joined(Labels labels, const Labels& more) {
    for (const auto& [axis, label] : more)
        labels[axis] = label;
    return labels;
}

/// The differences at one place, minus those at another: paired by seed and by the cell on all
/// other axes.
Pairs subtract(const Pairs& under, const Pairs& against) {
    Pairs pairs;
    pairs.names = under.names;
    for (std::size_t i = 0; i < under.values.size(); ++i)
        for (std::size_t j = 0; j < against.values.size(); ++j)
            if (under.seeds[i] == against.seeds[j] &&
                under.names[under.blocks[i]] == against.names[against.blocks[j]])
                pairs.add(under.values[i] - under.references[i],
                          against.values[j] - against.references[j], under.seeds[i],
                          under.blocks[i]);
    return pairs;
}

}  // namespace

StudyTable partOf(const StudyTable& table, const Labels& at) {
    StudyTable part = table;
    std::erase_if(part.cells, [&](const auto& cell) { return !matches(table, cell, at); });
    return part;
}

Finding judgeDifference(const StudyTable& table, const VerdictRule& rule) {
    const std::size_t of = table.objective(rule.of);
    const bool objectives = !rule.with.empty();
    const Pairs pairs = objectives ? pairsOfObjectives(table, of, table.objective(rule.with))
                                   : pairsOfCells(table, of, rule.at, rule.than);
    const std::string what =
        objectives ? rule.of + " against " + rule.with
                   : rule.of + " at " + labelsText(rule.at) + " against " + labelsText(rule.than);
    if (pairs.values.empty())
        return {.outcome = {}, .text = what + ": no two trials of a seed to compare"};
    return findingOf(pairs, rule, what);
}

Finding judgeInteraction(const StudyTable& table, const VerdictRule& rule) {
    const std::size_t of = table.objective(rule.of);
    const auto at = [&](const Labels& place) {
        Pairs pairs = pairsOfCells(table, of, joined(rule.at, place), joined(rule.than, place));
        return pairs;
    };
    const Pairs under = at(rule.under), against = at(rule.against);
    const Pairs pairs = subtract(under, against);
    const std::string what = rule.of + " at " + labelsText(rule.at) + " against " +
                             labelsText(rule.than) + ", under " + labelsText(rule.under) +
                             " against " + labelsText(rule.against);
    if (pairs.values.empty())
        return {.outcome = {}, .text = what + ": no four trials of a seed to compare"};
    return findingOf(pairs, rule,
                     what + ": " + rounded(under.difference().mean) + " and " +
                         rounded(against.difference().mean) + ", difference of differences");
}

Finding bestCell(const StudyTable& table) {
    const StudyObjective& objective = table.study.objectives[0];
    std::vector<const StudyCell*> cells;
    for (const StudyCell& cell : table.cells)
        if (!cell.values(0).empty()) cells.push_back(&cell);
    if (cells.empty())
        return {.outcome = {},
                .text = table.failed > 0 && table.failed == table.trials
                            ? "No trial is done: all of them failed"
                            : "No trial is done yet",
                .judgement = Finding::Judgement::no_prediction};
    const double sign = objective.better == "higher" ? -1 : 1;
    std::ranges::stable_sort(cells, {},
                             [&](const StudyCell* cell) { return sign * cell->spread(0).mean; });
    const auto place = [&](const StudyCell& cell) {
        Labels labels;
        for (std::size_t i = 0; i < cell.labels.size(); ++i)
            labels[table.study.axes[i].name] = cell.labels[i];
        return labels;
    };
    std::string text = "Best " + objective.name + ": " + rounded(cells[0]->spread(0).mean) +
                       " at " + labelsText(place(*cells[0]));
    Finding finding{labelsText(place(*cells[0])), "", Finding::Judgement::no_prediction};
    finding.value = cells[0]->spread(0).mean;
    if (cells.size() > 1) {
        const Pairs pairs = pairsOfCells(table, 0, place(*cells[1]), place(*cells[0]));
        text += "; the next, " + labelsText(place(*cells[1])) + ", differs by ";
        text +=
            pairs.values.empty()
                ? rounded(cells[1]->spread(0).mean - cells[0]->spread(0).mean) + ", of other seeds"
                : noiseText(pairs);
    }
    finding.text = text;
    return finding;
}

}  // namespace orrery
