// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/study/expression.h"
#include "core/study/part_readers.h"

namespace orrery {
namespace {

using Kind = YamlNode::Kind;

StudyObjective readObjective(StudyText& text, const YamlNode& node) {
    StudyObjective objective;
    if (node.kind == Kind::map) {
        text.readEntries(
            node, "objectives: ",
            {{"name", [&](const YamlNode& n) { objective.name = text.text(n, "name"); }},
             {"value", [&](const YamlNode& n) { objective.value = text.text(n, "value"); }},
             {"better", [&](const YamlNode& n) {
                  objective.better = text.word(n, "better", {"lower", "higher", "neither"});
              }}});
    } else {
        objective.name = text.text(node, "objectives");
    }
    if (objective.value.empty()) objective.value = objective.name;
    try {
        Expression{objective.value};
    } catch (const Error& error) {
        text.report(node.begin, objective.name, error.what());
    }
    return objective;
}

VerdictRule readRule(StudyText& text, const YamlNode& node) {
    VerdictRule rule;
    if (node.kind != Kind::map) {
        text.report(node.begin, "verdict", "A rule must be a section: rule, of, expect ...");
        return rule;
    }
    const auto words = [&](std::string VerdictRule::*member, const char* key) {
        return [&text, &rule, member, key](const YamlNode& n) { rule.*member = text.text(n, key); };
    };
    text.readEntries(
        node, "verdict: ",
        {{"rule",
          [&](const YamlNode& n) {
              rule.rule = text.word(n, "rule",
                                    {"difference", "interaction", "trend", "correlation", "best",
                                     "boundary", "crossover"});
          }},
         {"of", words(&VerdictRule::of, "of")},
         {"with", words(&VerdictRule::with, "with")},
         {"along", words(&VerdictRule::along, "along")},
         {"by", words(&VerdictRule::by, "by")},
         {"at", [&](const YamlNode& n) { rule.at = text.labels(n, "at"); }},
         {"than", [&](const YamlNode& n) { rule.than = text.labels(n, "than"); }},
         {"under", [&](const YamlNode& n) { rule.under = text.labels(n, "under"); }},
         {"against", [&](const YamlNode& n) { rule.against = text.labels(n, "against"); }},
         {"interest",
          [&](const YamlNode& n) {
              rule.interest = StudyText::number(n);
              if (!(rule.interest > 0))
                  text.report(n.begin, "interest",
                              "interest is the smallest difference that matters, a "
                              "number above 0.");
          }},
         {"expect", words(&VerdictRule::expect, "expect")}});
    return rule;
}

}  // namespace

std::vector<StudyObjective> readObjectives(StudyText& text, const YamlNode& node) {
    std::vector<StudyObjective> objectives;
    if (node.kind != Kind::sequence || node.items.empty())
        text.report(node.begin, "objectives",
                    "objectives must be a list; the first one is optimized.");
    for (const YamlNode& item : node.items) {
        StudyObjective objective = readObjective(text, item);
        if (std::ranges::find(objectives, objective.name, &StudyObjective::name) !=
            objectives.end())
            text.report(item.begin, objective.name,
                        "There are two objectives " + objective.name + ".");
        objectives.push_back(std::move(objective));
    }
    return objectives;
}

std::vector<VerdictRule> readVerdict(StudyText& text, const YamlNode& node) {
    std::vector<VerdictRule> rules;
    if (node.kind != Kind::sequence)
        text.report(node.begin, "verdict", "verdict must be a list of rules.");
    for (const YamlNode& item : node.items)
        rules.push_back(readRule(text, item));
    return rules;
}

}  // namespace orrery
