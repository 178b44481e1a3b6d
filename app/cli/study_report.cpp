// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/svg.h"
#include "app/cli/text_format.h"
#include "core/config/fields.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string meanText(const StudyCell& cell) {
    if (cell.values.empty()) return cell.failed > 0 ? "failed" : "-";
    std::string text = fixed(cell.mean(), 4);
    if (cell.values.size() > 1) text += " ± " + fixed(cell.deviation(), 4);
    return text;
}

std::string labelsText(const StudyReport& report, const StudyCell& cell) {
    std::string text;
    for (std::size_t i = 0; i < cell.labels.size(); ++i)
        text += (i ? ", " : "") + report.axes[i] + " = " + cell.labels[i];
    return text;
}

std::vector<const StudyCell*> byMean(const StudyReport& report) {
    std::vector<const StudyCell*> cells;
    for (const StudyCell& cell : report.cells)
        if (!cell.values.empty()) cells.push_back(&cell);
    std::ranges::sort(cells, {}, [](const StudyCell* cell) { return cell->mean(); });
    return cells;
}

std::string caption(const StudyReport& report) {
    return report.objective + ", last value, mean over seeds ± deviation; scale " + report.scale +
           "; " + std::to_string(report.done) + " of " + std::to_string(report.trials) +
           " trials done, " + std::to_string(report.failed) + " failed";
}

std::vector<std::string> distinct(const StudyReport& report, std::size_t axis) {
    std::vector<std::string> labels;
    for (const StudyCell& cell : report.cells)
        if (std::ranges::find(labels, cell.labels[axis]) == labels.end())
            labels.push_back(cell.labels[axis]);
    return labels;
}

}  // namespace

double StudyCell::mean() const {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? std::nan("") : sum / static_cast<double>(values.size());
}

double StudyCell::deviation() const {
    if (values.size() < 2) return std::nan("");
    double sum = 0;
    for (const double value : values)
        sum += (value - mean()) * (value - mean());
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

StudyReport makeStudyReport(StudyStore& store) {
    StudyReport report{.name = store.meta("name"),
                       .question = store.meta("question"),
                       .prediction = store.meta("prediction"),
                       .objective = store.meta("objective"),
                       .scale = store.meta("scale"),
                       .axes = store.axes(),
                       .cells = {}};
    for (const TrialRecord& trial : store.trials()) {
        auto cell = std::ranges::find(report.cells, trial.labels, &StudyCell::labels);
        if (cell == report.cells.end()) {
            report.cells.push_back({trial.labels, {}, 0});
            cell = report.cells.end() - 1;
        }
        ++report.trials;
        if (trial.state == TrialState::failed) ++report.failed, ++cell->failed;
        if (trial.state == TrialState::done) ++report.done, cell->values.push_back(trial.objective);
    }
    return report;
}

std::string studyVerdict(const StudyReport& report) {
    const auto cells = byMean(report);
    if (cells.empty()) return "No trial is done yet.";
    const StudyCell& best = *cells.front();
    std::string text = "Best: " + labelsText(report, best) + " with " + meanText(best) + ".";
    if (cells.size() < 2) return text;
    const StudyCell& next = *cells[1];
    const double apart = next.mean() - best.mean();
    text += " The next, " + labelsText(report, next) + ", is " + fixed(apart, 4) + " higher: ";
    if (best.values.size() < 2 || next.values.size() < 2)
        return text + "with one seed that can't be told from seed noise.";
    // Rule: two means differ when they are more than twice their common standard error apart.
    const double error =
        std::sqrt(std::pow(best.deviation(), 2) / static_cast<double>(best.values.size()) +
                  std::pow(next.deviation(), 2) / static_cast<double>(next.values.size()));
    return text + (apart > 2 * error ? "more" : "no more") +
           " than twice the standard error of the difference (" + fixed(error, 4) +
           (apart > 2 * error ? "), beyond seed noise." : "), within seed noise.");
}

std::string studyText(const StudyReport& report) {
    std::vector<std::vector<std::string>> rows = {report.axes};
    rows.front().insert(rows.front().end(), {"seeds", report.objective});
    for (const StudyCell& cell : report.cells) {
        rows.push_back(cell.labels);
        rows.back().insert(rows.back().end(), {std::to_string(cell.values.size()), meanText(cell)});
    }
    std::string text = report.name + "\n";
    if (!report.question.empty()) text += "Question: " + report.question + "\n";
    if (!report.prediction.empty()) text += "Prediction: " + report.prediction + "\n";
    return text + "\n" + table(rows) + "\n" + caption(report) + ".\n" + studyVerdict(report);
}

std::string studyJson(const StudyReport& report) {
    Json cells = Json::array();
    for (const StudyCell& cell : report.cells) {
        Json entry;
        for (std::size_t i = 0; i < report.axes.size(); ++i)
            entry["point"][report.axes[i]] = cell.labels[i];
        entry["values"] = cell.values;
        if (!cell.values.empty()) entry["mean"] = cell.mean();
        if (cell.values.size() > 1) entry["deviation"] = cell.deviation();
        entry["failed"] = cell.failed;
        cells.push_back(std::move(entry));
    }
    return Json({{"name", report.name},
                 {"scale", report.scale},
                 {"objective", report.objective},
                 {"trials", report.trials},
                 {"done", report.done},
                 {"failed", report.failed},
                 {"cells", cells},
                 {"verdict", studyVerdict(report)}})
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string trialsCsv(const std::vector<std::string>& axes,
                      const std::vector<TrialRecord>& trials) {
    std::string text = "trial";
    for (const std::string& axis : axes)
        text += "," + axis;
    text += ",seed,state,objective,seconds,run\n";
    for (const TrialRecord& trial : trials) {
        text += std::to_string(trial.number);
        for (const std::string& label : trial.labels)
            text += label.find_first_of(",\"") == std::string::npos ? "," + label
                                                                    : ",\"" + label + "\"";
        text += "," + std::to_string(trial.seed) + "," + trialStateWord(trial.state);
        for (const double value : {trial.objective, trial.seconds})
            text += "," + (std::isfinite(value) ? formatFieldValue(value) : std::string());
        text += "," + trial.run + "\n";
    }
    return text;
}

std::string studySvg(const StudyReport& report) {
    HeatMap map;
    map.title = report.name;
    map.caption = caption(report);
    const bool two = report.axes.size() == 2;
    map.x_name = two ? report.axes[1] : report.objective;
    map.y_name = report.axes[0];
    map.columns = two ? distinct(report, 1) : std::vector<std::string>{report.objective};
    if (two)
        map.rows = distinct(report, 0);
    else
        for (const StudyCell& cell : report.cells)
            map.rows.push_back(labelsText(report, cell));
    map.values.assign(map.rows.size() * map.columns.size(), std::nan(""));
    map.texts.assign(map.values.size(), "");
    for (std::size_t i = 0; i < report.cells.size(); ++i) {
        const StudyCell& cell = report.cells[i];
        const auto column =
            two ? std::ranges::find(map.columns, cell.labels[1]) - map.columns.begin() : 0;
        const auto row = two ? std::ranges::find(map.rows, cell.labels[0]) - map.rows.begin()
                             : static_cast<std::ptrdiff_t>(i);
        const auto at =
            static_cast<std::size_t>(row) * map.columns.size() + static_cast<std::size_t>(column);
        map.values[at] = cell.mean();
        map.texts[at] = meanText(cell);
    }
    return heatMapSvg(map);
}

}  // namespace orrery::cli
