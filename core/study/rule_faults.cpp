// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/study/verdict.h"

namespace orrery {
namespace {

class RuleCheck {
public:
    RuleCheck(const Study& study, const VerdictRule& rule, std::vector<std::string>& faults)
        : study_(study), rule_(rule), faults_(faults) {}

    void check() {
        requireObjective(rule_.of, "of", true);
        requireObjective(rule_.with, "with", rule_.rule == "correlation");
        const bool along =
            rule_.rule == "trend" || rule_.rule == "best" || rule_.rule == "crossover";
        const bool interaction = rule_.rule == "interaction";
        const bool compares =
            rule_.rule == "difference" || rule_.rule == "crossover" || interaction;
        const bool cells = compares && rule_.with.empty();
        requireAxis(rule_.along, "along", along);
        requireAxis(rule_.by, "by", false);
        for (const auto* labels : {&rule_.at, &rule_.than, &rule_.under, &rule_.against})
            for (const auto& [axis, label] : *labels)
                requireLabel(axis, label);
        refuseIdle(!along && !rule_.along.empty(), "along");
        refuseIdle(rule_.rule != "boundary" && !rule_.by.empty(), "by");
        refuseIdle(!cells && !rule_.than.empty(), "than");
        refuseIdle((!compares || interaction) && rule_.rule != "correlation" && !rule_.with.empty(),
                   "with");
        refuseIdle(!interaction && !rule_.under.empty(), "under");
        refuseIdle(!interaction && !rule_.against.empty(), "against");
        refuseIdle(!interaction && rule_.rule != "difference" && rule_.interest > 0, "interest");
        if (interaction && (rule_.under.empty() || rule_.against.empty()))
            fault("needs the places under and against whose differences it compares");
        if (cells && (rule_.at.empty() || rule_.than.empty()))
            fault("needs the cells at and than, or an objective with");
    }

private:
    void fault(const std::string& what) {
        faults_.push_back("verdict: a rule " + rule_.rule + " " + what + ".");
    }

    /// What a rule would pass over.
    void refuseIdle(bool idle, const char* key) {
        if (idle) fault(std::string("does not use ") + key + " here");
    }

    void requireObjective(const std::string& name, const char* key, bool needed) {
        if (name.empty()) {
            if (needed) fault(std::string("needs ") + key + ", an objective");
        } else if (std::ranges::find(study_.objectives, name, &StudyObjective::name) ==
                   study_.objectives.end()) {
            fault("refers to " + name + ", which is not an objective");
        }
    }

    const StudyAxis* requireAxis(const std::string& name, const char* key, bool needed) {
        const auto axis = std::ranges::find(study_.axes, name, &StudyAxis::name);
        if (axis != study_.axes.end()) return &*axis;
        if (!name.empty())
            fault("refers to " + name + ", which is not an axis");
        else if (needed)
            fault(std::string("needs ") + key + ", an axis");
        return nullptr;
    }

    /// Known at any scale: a label that a scale leaves out leaves the rule open.
    void requireLabel(const std::string& name, const std::string& label) {
        const StudyAxis* axis = requireAxis(name, "at", true);
        if (!axis || !std::isnan(axis->low)) return;
        const auto has = [&](const std::vector<StudyPoint>& points) {
            return std::ranges::find(points, label, &StudyPoint::label) != points.end();
        };
        bool known = has(axis->points);
        for (const StudyScale& scale : study_.scales)
            if (const auto points = scale.axes.find(name); points != scale.axes.end())
                known = known || has(points->second.points);
        if (!known) fault("refers to " + name + " = " + label + ", which is not one of its points");
    }

    const Study& study_;
    const VerdictRule& rule_;
    std::vector<std::string>& faults_;
};

}  // namespace

std::vector<std::string> ruleFaults(const Study& study) {
    std::vector<std::string> faults;
    for (const VerdictRule& rule : study.verdict)
        RuleCheck(study, rule, faults).check();
    return faults;
}

}  // namespace orrery
