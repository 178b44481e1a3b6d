// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <random>

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
    const double value = axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, share)
                                          : axis.low + (axis.high - axis.low) * share;
    const bool whole = findField(axis.key)->type == FieldType::integer;
    const FieldValue exact =
        whole ? FieldValue(std::int64_t(std::llround(value))) : FieldValue(value);
    const std::string label = formatFieldValue(exact);
    return {label, {{axis.key, label}}};
}

std::vector<Cell> randomCells(const Study& study) {
    std::mt19937_64 engine(study.search_seed);
    std::vector<Cell> cells;
    for (std::int64_t i = 0; i < study.trials; ++i) {
        Cell cell;
        for (const StudyAxis& axis : study.axes)
            cell.push_back(drawPoint(axis, engine));
        cells.push_back(std::move(cell));
    }
    return cells;
}

const std::vector<Override>& scaleOf(const Study& study, const std::string& scale) {
    static const std::vector<Override> none;
    for (const StudyScale& known : study.scales)
        if (known.name == scale) return known.set;
    if (scale == "full") return none;
    std::string names = "full";
    for (const StudyScale& known : study.scales)
        if (known.name != "full") names += ", " + known.name;
    throw Error(study.file.string() + " has no scale " + scale + "; it has " + names + ".");
}

}  // namespace

std::string Trial::name() const {
    const std::string digits = std::to_string(number);
    return "trial-" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

std::vector<Trial> planTrials(const Study& study, const std::string& scale) {
    std::vector<Override> common = study.set;
    const std::vector<Override>& scaled = scaleOf(study, scale);
    common.insert(common.end(), scaled.begin(), scaled.end());
    std::vector<Trial> trials;
    for (const Cell& cell : study.search == "random" ? randomCells(study) : gridCells(study)) {
        for (const std::int64_t seed : study.seeds) {
            Trial trial;
            trial.number = static_cast<std::int64_t>(trials.size()) + 1;
            trial.seed = seed;
            trial.set = common;
            for (const StudyPoint& point : cell) {
                trial.labels.push_back(point.label);
                trial.set.insert(trial.set.end(), point.set.begin(), point.set.end());
            }
            trial.set.emplace_back("train.seed", std::to_string(seed));
            trial.set.emplace_back("name", trial.name());
            loadConfig(study.base, trial.set);  // every trial's faults before the first one starts
            trials.push_back(std::move(trial));
        }
    }
    return trials;
}

}  // namespace orrery
