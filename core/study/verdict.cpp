// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/verdict.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "core/analysis/student.h"
#include "core/study/judges/judges.h"

namespace orrery {
namespace {

/// What chance alone would show: it speaks neither for a prediction nor against it.
bool isChance(const std::string& rule, const std::string& outcome) {
    if (rule == "difference" || rule == "interaction") return outcome == "same";
    if (rule == "trend" || rule == "correlation") return outcome == "none";
    return outcome == "several";
}

/// What of several rules is left when one study in twenty may be called for all of them together.
std::string familyText(const std::vector<Finding>& findings) {
    std::vector<double> p_values;
    for (const Finding& finding : findings)
        if (!std::isnan(finding.p_value)) p_values.push_back(finding.p_value);
    if (p_values.size() < 2) return {};
    const auto beyond = [](const std::vector<double>& p) {
        return std::ranges::count_if(p, [](double value) { return value <= 0.05; });
    };
    return " Of " + std::to_string(p_values.size()) + " tests " + std::to_string(beyond(p_values)) +
           " are beyond chance each by itself, " + std::to_string(beyond(holm(p_values))) +
           " with Holm's correction for all of them.";
}

}  // namespace

Finding judge(const StudyTable& table, const VerdictRule& rule) {
    using Judge = Finding (*)(const StudyTable&, const VerdictRule&);
    static const std::map<std::string, Judge> judges = {{"difference", judgeDifference},
                                                        {"interaction", judgeInteraction},
                                                        {"trend", judgeTrend},
                                                        {"correlation", judgeCorrelation},
                                                        {"best", judgeBest},
                                                        {"boundary", judgeBoundary},
                                                        {"crossover", judgeCrossover}};
    const bool compares_cells = !rule.than.empty();
    Finding finding = judges.at(rule.rule)(compares_cells ? table : partOf(table, rule.at), rule);
    if (!compares_cells && !rule.at.empty())
        finding.text = "At " + labelsText(rule.at) + ": " + finding.text;
    using enum Finding::Judgement;
    if (finding.outcome.empty())
        finding.judgement = open;
    else if (rule.expect.empty())
        finding.judgement = no_prediction;
    else if (finding.outcome == rule.expect ||
             (finding.outcome == "equal" && rule.expect == "same"))
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
    return line + familyText(findings);
}

}  // namespace orrery
