// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/verdict.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "core/study/rank_tests.h"
#include "core/study/trial_pairs.h"

namespace orrery {
namespace {

Finding judgeDifference(const StudyTable& table, const VerdictRule& rule) {
    const std::size_t of = table.objective(rule.of);
    const bool objectives = !rule.with.empty();
    const Pairs pairs = objectives ? pairsOfObjectives(table, of, table.objective(rule.with))
                                   : pairsOfCells(table, of, rule.at, rule.than);
    const std::string what =
        objectives ? rule.of + " against " + rule.with
                   : rule.of + " at " + labelsText(rule.at) + " against " + labelsText(rule.than);
    if (pairs.values.empty()) return {"", what + ": no two trials of a seed to compare", {}};
    const SeedDifference difference = pairs.difference();
    Finding finding{!difference.judged    ? ""
                    : difference.within   ? "same"
                    : difference.mean < 0 ? "smaller"
                                          : "larger",
                    what + ": " + noiseText(difference, pairs.values.size()),
                    {}};
    finding.value = difference.mean;
    if (difference.judged) {
        finding.low = difference.mean - difference.margin;
        finding.high = difference.mean + difference.margin;
    }
    return finding;
}

Finding ranked(std::string outcome, const std::string& text, const RankCorrelation& ranks) {
    Finding finding{std::move(outcome), text, {}};
    finding.value = ranks.rho;
    finding.p_value = ranks.p_value;
    return finding;
}

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
    if (pairs.size() < 4) return {"", what + ": fewer than four trials", {}};
    const RankCorrelation ranks = rankCorrelation(pairs);
    const bool clear = ranks.p_value < 0.05;
    return ranked(!clear          ? "none"
                  : ranks.rho > 0 ? "rises"
                                  : "falls",
                  what + ": " + rankText(ranks), ranks);
}

Finding judgeCorrelation(const StudyTable& table, const VerdictRule& rule) {
    const Pairs found =
        pairsOfObjectives(table, table.objective(rule.of), table.objective(rule.with));
    const std::string what = rule.of + " with " + rule.with;
    if (found.values.size() < 4) return {"", what + ": fewer than four trials", {}};
    std::vector<RankedPair> pairs;
    for (std::size_t i = 0; i < found.values.size(); ++i)
        pairs.push_back({found.values[i], found.references[i], 0});
    const RankCorrelation ranks = rankCorrelation(pairs);
    const bool clear = ranks.p_value < 0.05;
    return ranked(!clear          ? "none"
                  : ranks.rho > 0 ? "positive"
                                  : "negative",
                  what + ": " + rankText(ranks), ranks);
}

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

Finding judgeBest(const StudyTable& table, const VerdictRule& rule) {
    const std::size_t of = table.objective(rule.of), axis = table.axis(rule.along);
    const auto means = rankedLabels(table, of, axis);
    const std::string what = rule.of + " along " + rule.along;
    if (means.size() < 2) return {"", what + ": fewer than two points", {}};
    const auto valued = [&](Finding finding) {
        finding.value = means[0].mean;
        return finding;
    };
    const std::string& best = means[0].label;
    std::string text = what + ": best at " + shownLabel(best) + " (" + rounded(means[0].mean) +
                       "), then " + shownLabel(means[1].label) + " (" + rounded(means[1].mean) +
                       ")";
    for (std::size_t i = 1; i < means.size(); ++i) {
        const Pairs pairs =
            pairsOfCells(table, of, {{rule.along, best}}, {{rule.along, means[i].label}});
        const SeedDifference difference =
            pairs.values.empty() ? SeedDifference() : pairs.difference();
        if (!difference.judged) return valued({"", text + "; too few seeds to compare", {}});
        if (difference.within)
            return valued({"several",
                           text + "; against " + shownLabel(means[i].label) + " " +
                               noiseText(difference, pairs.values.size()),
                           {}});
    }
    const bool inside = best != table.labels[axis].front() && best != table.labels[axis].back();
    return valued({inside && rule.expect == "inside" ? "inside" : best,
                   text + "; better than every other one beyond seed noise",
                   {}});
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
    if (known == 0) return {"", rule.of + ": no cell is done", {}};
    if (!rule.by.empty() && all.size() < 2)
        return {"", rule.of + ": one point of " + rule.by + " alone", {}};
    std::string text = rule.of + " in " + std::to_string(fallen) + " of " + std::to_string(known) +
                       " cells" + (fallen ? " (" + collapsed + ")" : "");
    const double share = static_cast<double>(fallen) / static_cast<double>(known);
    const auto valued = [&](std::string outcome) {
        Finding finding{std::move(outcome), text, {}};
        finding.value = share;
        return finding;
    };
    if (rule.by.empty()) return valued(fallen == 0 ? "none" : fallen == known ? "all" : "some");
    std::string most = "same";
    std::size_t best = 0, least = known;
    for (const auto& [label, count] : all) {
        text += "; " + rule.by + " = " + label + ": " + std::to_string(stable[label]) + " of " +
                std::to_string(count) + " stable";
        if (stable[label] > best) best = stable[label], most = label;
        least = std::min(least, stable[label]);
    }
    return valued(best == least ? "same" : most);
}

/// The cells at these labels.
StudyTable partOf(const StudyTable& table, const Labels& at) {
    StudyTable part = table;
    std::erase_if(part.cells, [&](const auto& cell) { return !matches(table, cell, at); });
    return part;
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

Finding judgeCrossover(const StudyTable& table, const VerdictRule& rule) {
    std::string from;
    bool known = false;
    for (const std::string& label : table.labels[table.axis(rule.along)]) {
        const Pairs pairs = pairsAlong(table, rule, label);
        if (pairs.values.empty()) continue;
        known = true;
        const bool below = spreadOf(pairs.values).mean < spreadOf(pairs.references).mean;
        from = !below ? "" : from.empty() ? label : from;
    }
    const std::string what = rule.with.empty() ? rule.of + " at " + labelsText(rule.at) +
                                                     " below that at " + labelsText(rule.than)
                                               : rule.of + " below " + rule.with;
    if (!known) return {"", what + ": no trial is done", {}};
    if (from.empty()) return {"none", what + " up to the largest " + rule.along + ": not yet", {}};
    return {
        rule.expect == "exists" ? "exists" : from, what + " from " + rule.along + " = " + from, {}};
}

Finding bestCell(const StudyTable& table) {
    const StudyObjective& objective = table.study.objectives[0];
    std::vector<const StudyCell*> cells;
    for (const StudyCell& cell : table.cells)
        if (!cell.values(0).empty()) cells.push_back(&cell);
    if (cells.empty())
        return {"",
                table.failed > 0 && table.failed == table.trials
                    ? "No trial is done: all of them failed"
                    : "No trial is done yet",
                Finding::Judgement::no_prediction};
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
                : noiseText(pairs.difference(), pairs.values.size());
    }
    finding.text = text;
    return finding;
}

/// What chance alone would show: it speaks neither for a prediction nor against it.
bool isChance(const std::string& rule, const std::string& outcome) {
    const bool ranks = rule == "trend" || rule == "correlation";
    return outcome == (rule == "difference" ? "same"
                       : ranks              ? "none"
                                            : "several") &&
           (ranks || rule == "difference" || rule == "best");
}

}  // namespace

Finding judge(const StudyTable& table, const VerdictRule& rule) {
    using Judge = Finding (*)(const StudyTable&, const VerdictRule&);
    static const std::map<std::string, Judge> judges = {
        {"difference", judgeDifference},   {"trend", judgeTrend},
        {"correlation", judgeCorrelation}, {"best", judgeBest},
        {"boundary", judgeBoundary},       {"crossover", judgeCrossover}};
    const bool compares_cells = !rule.than.empty();
    Finding finding = judges.at(rule.rule)(compares_cells ? table : partOf(table, rule.at), rule);
    if (!compares_cells && !rule.at.empty())
        finding.text = "At " + labelsText(rule.at) + ": " + finding.text;
    using enum Finding::Judgement;
    if (finding.outcome.empty())
        finding.judgement = open;
    else if (rule.expect.empty())
        finding.judgement = no_prediction;
    else if (finding.outcome == rule.expect)
        finding.judgement = as_predicted;
    else
        finding.judgement = isChance(rule.rule, finding.outcome) ? open : not_as_predicted;
    return finding;
}

std::vector<Finding> judgeStudy(const StudyTable& table) {
    std::vector<Finding> findings;
    for (const VerdictRule& rule : table.study.verdict)
        findings.push_back(judge(table, rule));
    if (findings.empty()) findings.push_back(bestCell(table));
    return findings;
}

std::string verdictLine(const std::vector<Finding>& findings) {
    using enum Finding::Judgement;
    const auto count = [&](Finding::Judgement judgement) {
        return std::ranges::count(findings, judgement, &Finding::judgement);
    };
    const auto held = count(as_predicted), failed = count(not_as_predicted), left = count(open);
    std::string line = "Verdict: ";
    if (held + failed + left > 0)
        line += std::to_string(held) + " of " + std::to_string(held + failed + left) +
                " predictions held" + (left > 0 ? ", " + std::to_string(left) + " open" : "") +
                ". ";
    for (const Finding& finding : findings)
        line += (&finding == &findings.front() ? "" : " ") + finding.text +
                (finding.judgement == as_predicted       ? ": as predicted."
                 : finding.judgement == not_as_predicted ? ": not as predicted."
                 : finding.judgement == open             ? ": open."
                                                         : ".");
    return line;
}

}  // namespace orrery
