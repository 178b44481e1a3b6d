// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_report.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/cli/text_format.h"
#include "core/config/citations.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"
#include "core/study/judges/trial_pairs.h"
#include "core/study/study_pictures.h"
#include "core/study/trial_files.h"
#include "core/study/verdict.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* judgementWord(Finding::Judgement judgement) {
    switch (judgement) {
        case Finding::Judgement::open:
            return "open";
        case Finding::Judgement::as_predicted:
            return "as predicted";
        case Finding::Judgement::not_as_predicted:
            return "not as predicted";
        default:
            return "no prediction";
    }
}

Json cellJson(const StudyTable& table, const StudyCell& cell) {
    Json entry = {{"point", Json::object()}};
    for (std::size_t i = 0; i < cell.labels.size(); ++i)
        entry["point"][table.study.axes[i].name] = cell.labels[i];
    for (std::size_t i = 0; i < table.study.objectives.size(); ++i) {
        Json& figures = entry[table.study.objectives[i].name];
        figures["values"] = cell.values(i);
        const Spread spread = cell.spread(i);
        if (std::isfinite(spread.mean)) figures["mean"] = spread.mean;
        if (std::isfinite(spread.deviation)) figures["deviation"] = spread.deviation;
    }
    entry["failed"] = cell.failed;
    return entry;
}

/// Of a run that trains, perhaps on another machine; empty while nothing is written.
std::string stepText(const std::filesystem::path& run) {
    const std::int64_t step = newestOf(run, "train/loss").first;
    if (step < 0) return {};
    const std::string all = RunReader(RunFolder{run}.databaseFile()).meta()["total_steps"];
    return ", step " + std::to_string(step) + (all.empty() ? "" : " of " + all);
}

}  // namespace

std::string studyText(const StudyTable& table) {
    const Study& study = table.study;
    std::vector<std::vector<std::string>> rows(1);
    for (const StudyAxis& axis : study.axes)
        rows[0].push_back(axis.name);
    rows[0].push_back("seeds");
    for (const StudyObjective& objective : study.objectives)
        rows[0].push_back(objective.name);
    for (const StudyCell& cell : table.cells) {
        rows.emplace_back();
        std::ranges::transform(cell.labels, std::back_inserter(rows.back()), shownLabel);
        rows.back().push_back(std::to_string(cell.seeds()));
        for (std::size_t i = 0; i < study.objectives.size(); ++i)
            rows.back().push_back(cellText(cell, i));
    }
    std::string text = study.name + "\n";
    if (!study.question.empty()) text += "Question: " + study.question + "\n";
    if (!study.prediction.empty()) text += "Prediction: " + study.prediction + "\n";
    if (!study.source.empty()) text += "Source: " + cited(study.source) + "\n";
    if (!study.origin.empty()) text += "Base: " + study.origin + "\n";
    return text + "\n" + orrery::cli::table(rows) + "\n" + studyCaption(table) + ".\n" +
           verdictLine(judgeStudy(table));
}

std::string studyJson(const StudyTable& table) {
    Json cells = Json::array(), findings = Json::array(), objectives = Json::array();
    for (const StudyCell& cell : table.cells)
        cells.push_back(cellJson(table, cell));
    const std::vector<Finding> found = judgeStudy(table);
    for (const Finding& finding : found)
        findings.push_back({{"outcome", finding.outcome},
                            {"text", finding.text},
                            {"value", finding.value},
                            {"low", finding.low},
                            {"high", finding.high},
                            {"p_value", finding.p_value},
                            {"judgement", judgementWord(finding.judgement)}});
    for (const StudyObjective& objective : table.study.objectives)
        objectives.push_back(
            {{"name", objective.name}, {"value", objective.value}, {"better", objective.better}});
    return Json({{"name", table.study.name},
                 {"scale", table.scale},
                 {"base", table.study.origin},
                 {"version", table.version},
                 {"objectives", objectives},
                 {"trials", table.trials},
                 {"done", table.done},
                 {"failed", table.failed},
                 {"cells", cells},
                 {"notes", planNotes(table.study, table.cells.size())},
                 {"findings", findings},
                 {"verdict", verdictLine(found)}})
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string statusText(StudyStore& store, const std::filesystem::path& folder) {
    const std::vector<TrialRecord> trials = store.trials();
    const Study study = store.study();
    std::vector<std::vector<std::string>> rows = {
        {"trial", "point", "seed", "state", "objective", "problem"}};
    for (const TrialRecord& trial : trials) {
        std::string point;
        for (const std::string& label : trial.labels)
            point += (point.empty() ? "" : " x ") + shownLabel(label);
        const std::string step =
            trial.state == TrialState::running ? stepText(runOfTrial(folder, study, trial)) : "";
        rows.push_back({std::to_string(trial.number), point, std::to_string(trial.seed),
                        trialStateWord(trial.state) + step, fixed(trial.objective, 4),
                        trial.problem});
    }
    const double now =
        std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    const StudyProgress progress = progressOf(trials, std::max(1, storedJobs(store)), now);
    std::string text = orrery::cli::table(rows) + "\n" + std::to_string(progress.done) + " of " +
                       std::to_string(progress.total) + " trials done, " +
                       std::to_string(progress.running) + " training, " +
                       std::to_string(progress.failed) + " failed, " +
                       std::to_string(progress.pruned) + " pruned";
    const bool open = progress.done + progress.failed + progress.pruned < progress.total;
    if (open && std::isfinite(progress.seconds_left))
        text += "; " + duration(progress.seconds_left) + " left";
    return text;
}

}  // namespace orrery::cli
