// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "core/error.h"
#include "core/study/expression.h"
#include "core/study/study_store.h"

namespace orrery {
namespace {

std::vector<double> objectiveValues(const Study& study, const Metrics& metrics) {
    std::vector<double> values;
    for (const StudyObjective& objective : study.objectives) {
        try {
            values.push_back(Expression(objective.value).of(metrics));
        } catch (const Error&) {
            values.push_back(std::nan(""));  // an objective that was added since
        }
    }
    return values;
}

/// The labels of an axis that its trials have: in the order of its points, else as numbers.
std::vector<std::string> labelsOf(const StudyAxis& axis, std::size_t index,
                                  const std::vector<StudyCell>& cells) {
    std::vector<std::string> labels;
    for (const StudyPoint& point : axis.points)
        labels.push_back(point.label);
    for (const StudyCell& cell : cells)
        if (std::ranges::find(labels, cell.labels[index]) == labels.end())
            labels.push_back(cell.labels[index]);
    if (axis.points.empty())
        std::ranges::sort(labels, {}, [](const std::string& label) {
            return std::strtod(label.c_str(), nullptr);
        });
    return labels;
}

}  // namespace

std::size_t StudyCell::seeds() const {
    std::set<std::int64_t> seeds;
    for (const StudySample& sample : samples)
        seeds.insert(sample.seed);
    return seeds.size();
}

std::vector<const StudySample*> StudyCell::known(std::size_t objective) const {
    std::vector<const StudySample*> found;
    std::set<std::int64_t> seeds;
    for (const StudySample& sample : samples)
        if (std::isfinite(sample.values[objective]) && seeds.insert(sample.seed).second)
            found.push_back(&sample);
    return found;
}

std::vector<double> StudyCell::values(std::size_t objective) const {
    std::vector<double> all;
    for (const StudySample* sample : known(objective))
        all.push_back(sample->values[objective]);
    return all;
}

Spread StudyCell::spread(std::size_t objective) const {
    const std::vector<double> all = values(objective);
    return all.empty() ? Spread{std::nan(""), std::nan("")} : spreadOf(all);
}

std::size_t StudyTable::objective(const std::string& name) const {
    const auto found = std::ranges::find(study.objectives, name, &StudyObjective::name);
    if (found == study.objectives.end())
        throw Error("The study " + study.name + " has no objective " + name + ".");
    return static_cast<std::size_t>(found - study.objectives.begin());
}

std::size_t StudyTable::axis(const std::string& name) const {
    const auto found = std::ranges::find(study.axes, name, &StudyAxis::name);
    if (found == study.axes.end())
        throw Error("The study " + study.name + " has no axis " + name + ".");
    return static_cast<std::size_t>(found - study.axes.begin());
}

StudyTable tabulate(const Study& study, const std::string& scale, const std::string& version,
                    const std::vector<TrialRecord>& trials) {
    StudyTable table{.study = study, .scale = scale, .version = version, .labels = {}, .cells = {}};
    for (const TrialRecord& trial : trials) {
        auto cell = std::ranges::find(table.cells, trial.labels, &StudyCell::labels);
        if (cell == table.cells.end()) {
            table.cells.push_back({trial.labels, {}});
            cell = table.cells.end() - 1;
        }
        ++table.trials;
        if (trial.state == TrialState::failed) ++table.failed, ++cell->failed;
        cell->running += trial.state == TrialState::running;
        if (trial.state != TrialState::done) continue;
        ++table.done;
        cell->samples.push_back(
            {trial.number, trial.seed, trial.run, objectiveValues(study, trial.metrics)});
    }
    for (std::size_t i = 0; i < study.axes.size(); ++i)
        table.labels.push_back(labelsOf(study.axes[i], i, table.cells));
    return table;
}

StudyTable makeStudyTable(StudyStore& store) {
    const std::string scale = store.meta("scale");
    return tabulate(store.study(), scale, store.meta("version"), store.trials());
}

}  // namespace orrery
