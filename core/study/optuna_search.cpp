// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/optuna_search.h"

#include <fcntl.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/error.h"
#include "core/files/regular_file.h"
#include "core/study/optuna_driver.h"
#include "core/study/trial_process.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using OptunaJson = nlohmann::ordered_json;

constexpr const char* kHowToInstall =
    "`bash packaging/setup.sh --with-optuna` installs it; ORRERY_PYTHON names another Python that "
    "has it.";

OptunaJson axesJson(const Study& study) {
    OptunaJson axes = OptunaJson::array();
    for (const StudyAxis& axis : study.axes) {
        OptunaJson entry = {{"name", axis.name}};
        if (std::isnan(axis.low)) {
            entry["kind"] = "choice";
            for (const StudyPoint& point : axis.points)
                entry["choices"].push_back(point.label);
        } else {
            const bool whole = findField(axis.key)->type == FieldType::integer;
            entry["kind"] = whole ? "whole" : "real";
            entry["low"] = axis.low;
            entry["high"] = axis.high;
            entry["log"] = axis.logarithmic;
        }
        axes.push_back(std::move(entry));
    }
    return axes;
}

}  // namespace

OptunaSearch::OptunaSearch(const Study& study, const fs::path& folder)
    : study_(study), log_(folder / "optuna.log") {
    begin(folder);
    const OptunaJson first = {{"name", study.name},
                              {"axes", axesJson(study)},
                              {"better", study.objectives.front().better},
                              {"seed", study.search_seed},
                              {"prune", study.prune}};
    const OptunaJson answer = OptunaJson::parse(call(first.dump()));
    if (answer.contains("missing"))
        throw Error("The study searches with Optuna, which is not installed (" +
                    answer["missing"].get<std::string>() + "): " + kHowToInstall);
    known_ = answer.at("known");
}

void OptunaSearch::begin(const fs::path& folder) {
    for (const char* name : {"optuna.db", "optuna.db-wal", "optuna.db-shm", "optuna.db-journal"})
        requireRegularFileIfThere(folder / name);
    const RegularFile log = RegularFile::open(log_, O_WRONLY | O_CREAT | O_APPEND);
    process_ = std::make_unique<PythonProcess>(
        optuna_driver_text, std::vector<std::string>{folder.string()},
        std::vector<std::string>{"optuna", "bottle"}, log.descriptor());
}

std::string OptunaSearch::call(const std::string& request) {
    const std::string answer = process_->send(request) ? process_->line() : std::string();
    if (answer.empty() || answer[0] != '{' || !OptunaJson::accept(answer))
        fail("Optuna's process ended");
    return answer;
}

void OptunaSearch::fail(const std::string& what) const {
    const std::string line = lastLine(log_);
    throw Error(what + (line.empty() ? "" : ": " + line) + " (" + log_.string() + ").");
}

Trial OptunaSearch::ask() {
    const OptunaJson answer = OptunaJson::parse(call(R"({"do": "ask"})"));
    std::vector<StudyPoint> cell;
    for (const StudyAxis& axis : study_.axes) {
        const OptunaJson& value = answer.at("values").at(axis.name);
        if (!std::isnan(axis.low)) {
            cell.push_back(pointOf(axis, value.get<double>()));
            continue;
        }
        for (const StudyPoint& point : axis.points)
            if (point.label == value.get<std::string>()) cell.push_back(point);
    }
    known_ = answer.at("number").get<std::int64_t>() + 1;
    return makeTrial(study_, known_, cell, study_.seeds.front());
}

bool OptunaSearch::report(std::int64_t trial, std::int64_t step, double value) {
    const OptunaJson request = {
        {"do", "report"}, {"number", trial - 1}, {"step", step}, {"value", value}};
    return OptunaJson::parse(call(request.dump())).at("prune");
}

void OptunaSearch::tell(const TrialRecord& trial) {
    call(OptunaJson({{"do", "tell"},
                     {"number", trial.number - 1},
                     {"state", trialStateWord(trial.state)},
                     {"value", trial.objective}})
             .dump());
}

void OptunaSearch::abandon(std::int64_t trial) {
    call(
        OptunaJson({{"do", "tell"}, {"number", trial - 1}, {"state", "failed"}, {"value", nullptr}})
            .dump());
}

}  // namespace orrery
