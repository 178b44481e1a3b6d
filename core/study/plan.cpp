// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "core/error.h"
#include "core/study/study.h"

namespace orrery {
namespace {

using Cell = std::vector<StudyPoint>;  // a point of each axis

std::vector<Cell> gridCells(const Study& study) {
    std::vector<Cell> cells = {{}};
    for (const StudyAxis& axis : study.axes) {
        if (axis.points.empty())
            throw Error(study.file.string() + ": a grid needs points of " + axis.name +
                        ": give its range `points: n`, or search: random.");
        std::vector<Cell> longer;
        for (const Cell& cell : cells)
            for (const StudyPoint& point : axis.points) {
                longer.push_back(cell);
                longer.back().push_back(point);
            }
        cells = std::move(longer);
    }
    return cells;
}

StudyPoint drawPoint(const StudyAxis& axis, std::mt19937_64& engine) {
    // Not the library's distributions: these differ from one library to the next.
    const double share = static_cast<double>(engine() >> 11U) * 0x1p-53;
    if (std::isnan(axis.low))
        return axis
            .points[static_cast<std::size_t>(share * static_cast<double>(axis.points.size()))];
    return pointOf(axis, axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                                          : axis.low + (axis.high - axis.low) * share);
}

std::vector<std::string> cellLabels(const Cell& cell) {
    std::vector<std::string> labels;
    for (const StudyPoint& point : cell)
        labels.push_back(point.label);
    return labels;
}

/// A point that was drawn before is drawn anew; where that goes on, there are no more.
std::vector<Cell> randomCells(const Study& study) {
    constexpr int most_doubles = 10'000;  // in a row
    std::mt19937_64 engine(study.search_seed);
    std::vector<Cell> cells;
    std::set<std::vector<std::string>> known;
    for (int doubles = 0; std::cmp_less(cells.size(), study.trials) && doubles < most_doubles;) {
        Cell cell;
        for (const StudyAxis& axis : study.axes)
            cell.push_back(drawPoint(axis, engine));
        const bool fresh = known.insert(cellLabels(cell)).second;
        doubles = fresh ? 0 : doubles + 1;
        if (fresh) cells.push_back(std::move(cell));
    }
    return cells;
}

[[noreturn]] void refusePlan(const Study& study, const std::string& key, const std::string& what) {
    throw ConfigError({{study.file.string(), 0, 0, key, what}});
}

void requireDistinctSeeds(const Study& study) {
    std::set<std::int64_t> known;
    for (const std::int64_t seed : study.seeds)
        if (!known.insert(seed).second)
            refusePlan(study, "seeds",
                       "seeds holds " + std::to_string(seed) +
                           " twice, which would train the same again. Give each seed once.");
}

std::string pointText(const Study& study, const Trial& trial) {
    std::string text;
    for (std::size_t i = 0; i < trial.labels.size(); ++i)
        text += (i == 0 ? "" : ", ") + study.axes[i].name + " = " + trial.labels[i];
    return text;
}

/// Two points of one configuration: a value that stands twice, or axes that set the same key.
void requireDistinctTrials(const Study& study, const std::vector<Trial>& trials) {
    std::map<std::string, const Trial*> known;
    for (const Trial& trial : trials) {
        if (trial.seed != study.seeds.front()) continue;
        std::string identity;
        for (Config& config : phaseConfigs(study, trial)) {
            config.name.clear();
            identity += toYaml(config);
        }
        const auto [first, fresh] = known.emplace(std::move(identity), &trial);
        if (!fresh)
            refusePlan(study, "axes",
                       "Two points are one configuration, which would be trained twice: " +
                           pointText(study, *first->second) + " and " + pointText(study, trial) +
                           ". Leave one of them out.");
    }
}

}  // namespace

std::string Trial::name() const {
    const std::string digits = std::to_string(number);
    return "trial-" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

StudyPoint pointOf(const StudyAxis& axis, double value) {
    const bool whole = findField(axis.key)->type == FieldType::integer;
    const FieldValue exact =
        whole ? FieldValue(std::clamp(std::int64_t(std::llround(value)),
                                      std::int64_t(std::llround(std::ceil(axis.low))),
                                      std::int64_t(std::llround(std::floor(axis.high)))))
              : FieldValue(std::clamp(value, axis.low, axis.high));
    const std::string label = formatFieldValue(exact);
    return {label, {{axis.key, label}}};
}

std::vector<Config> phaseConfigs(const Study& study, const Trial& trial) {
    std::vector<Config> configs;
    const std::vector<StudyPhase> one = {{}};
    for (const StudyPhase& phase : study.phases.empty() ? one : study.phases) {
        std::vector<Override> set;
        for (const auto& [key, value] : trial.set) {
            const bool later = key.rfind(later_prefix, 0) == 0;
            if (!later)
                set.emplace_back(key, value);
            else if (!configs.empty())
                set.emplace_back(key.substr(later_prefix.size()), value);
        }
        set.insert(set.end(), phase.set.begin(), phase.set.end());
        const std::string name = trial.name() + (phase.name.empty() ? "" : "-" + phase.name);
        set.emplace_back("name", name);
        configs.push_back(withCorpusFrom(loadConfig(study.base, set), study.base.parent_path()));
    }
    return configs;
}

Trial makeTrial(const Study& study, std::int64_t number, const std::vector<StudyPoint>& cell,
                std::int64_t seed) {
    Trial trial;
    trial.number = number;
    trial.seed = seed;
    trial.set = study.set;
    for (const StudyPoint& point : cell) {
        trial.labels.push_back(point.label);
        trial.set.insert(trial.set.end(), point.set.begin(), point.set.end());
    }
    trial.set.emplace_back("train.seed", std::to_string(seed));
    trial.set.emplace_back("name", trial.name());
    phaseConfigs(study, trial);  // its faults before any trial starts
    return trial;
}

std::vector<Trial> planTrials(const Study& given, const std::string& scale) {
    const Study study = atScale(given, scale);
    if (study.base.empty())
        throw Error("The base of " + study.name + " is the winner of the study " +
                    study.chain.studies.back() + ", which is not known here.");
    requireDistinctSeeds(study);
    std::vector<Trial> trials;
    for (const Cell& cell : study.search == "random" ? randomCells(study) : gridCells(study))
        for (const std::int64_t seed : study.seeds)
            trials.push_back(
                makeTrial(study, static_cast<std::int64_t>(trials.size()) + 1, cell, seed));
    requireDistinctTrials(study, trials);
    for (const Trial& trial : trials)
        if (trial.seed == study.seeds.front()) requireTexts(study, phaseConfigs(study, trial));
    return trials;
}

std::vector<std::string> planNotes(const Study& study, std::size_t points) {
    std::vector<std::string> notes;
    for (const StudyAxis& axis : study.axes)
        if (axis.asked_points > std::ssize(axis.points))
            notes.push_back(axis.name + " has " + std::to_string(axis.points.size()) +
                            " points in place of " + std::to_string(axis.asked_points) +
                            ": others would fall on the same numbers");
    if (study.search == "random" && std::cmp_less(points, study.trials))
        notes.push_back("the search has " + std::to_string(points) + " points in place of " +
                        std::to_string(study.trials) + ": its axes hold no more");
    return notes;
}

}  // namespace orrery
