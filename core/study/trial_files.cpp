// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/trial_files.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_reader.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using PlanJson = nlohmann::ordered_json;

PlanJson readJson(const fs::path& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    try {
        return PlanJson::parse(text.str());
    } catch (const nlohmann::json::exception& error) {
        throw Error(file.string() + " is missing or damaged: " + error.what() + ".");
    }
}

std::string dumped(const PlanJson& json) {
    return json.dump(1, ' ', false, PlanJson::error_handler_t::replace) + "\n";
}

/// Whether an objective is made of figures that are called so.
bool asksFor(const Study& study, const char* figures) {
    const std::regex pattern(figures);
    return std::ranges::any_of(study.objectives, [&](const StudyObjective& objective) {
        return std::regex_search(objective.value, pattern);
    });
}

/// createRunFolder() puts the time before a name, and -2, -3 ... behind it.
bool isRunOf(const std::string& folder, const std::string& name) {
    constexpr std::size_t time = 16;  // "2026-11-27-1405-"
    if (folder.size() < time + name.size() || folder.compare(time, name.size(), name) != 0)
        return false;
    const std::string rest = folder.substr(time + name.size());
    return rest.empty() || (rest[0] == '-' && rest.size() > 1 &&
                            rest.find_first_not_of("0123456789", 1) == std::string::npos);
}

}  // namespace

TrialFolder trialFolder(const fs::path& study_folder, const std::string& trial) {
    return {study_folder / "trials" / trial};
}

void writeTrialPlan(const TrialFolder& folder, const Study& study, const Trial& trial) {
    fs::create_directories(folder.path);
    fs::remove(folder.problemFile());
    PlanJson phases = PlanJson::array();
    std::size_t index = 0;
    for (const Config& config : phaseConfigs(study, trial)) {
        const std::string name = study.phases.empty() ? "" : study.phases[index].name;
        const std::string file = name.empty() ? "config.yaml" : "config-" + name + ".yaml";
        writeFileAtomically(folder.path / file, toYaml(config));
        phases.push_back({{"name", name}, {"run", config.name}, {"config", file}});
        ++index;
    }
    writeFileAtomically(folder.planFile(),
                        dumped({{"trial", trial.name()},
                                {"seed", trial.seed},
                                {"phases", phases},
                                {"domains", study.domains},
                                {"stream", study.stream},
                                {"words", study.words},
                                {"analyse", asksFor(study, "analysis/(?!carried)")},
                                {"carried", asksFor(study, "analysis/carried")},
                                {"search", asksFor(study, "search/")}}));
}

TrialPlan readTrialPlan(const TrialFolder& folder) {
    const PlanJson json = readJson(folder.planFile());
    TrialPlan plan;
    for (const PlanJson& phase : json.at("phases"))
        plan.phases.push_back({phase.at("name"), phase.at("run"),
                               folder.path / phase.at("config").get<std::string>()});
    plan.domains = json.at("domains").get<std::vector<std::string>>();
    plan.stream = json.at("stream").get<std::vector<std::string>>();
    plan.words = json.at("words");
    plan.analyse = json.at("analyse");
    plan.carried = json.at("carried");
    plan.search = json.at("search");
    return plan;
}

void writeTrialResult(const TrialFolder& folder, const TrialResult& result) {
    PlanJson metrics = PlanJson::object();
    for (const auto& [name, value] : result.metrics)
        if (std::isfinite(value)) metrics[name] = value;
    writeFileAtomically(folder.resultFile(), dumped({{"run", result.run}, {"metrics", metrics}}));
}

std::optional<TrialResult> readTrialResult(const TrialFolder& folder) {
    if (!fs::exists(folder.resultFile())) return std::nullopt;
    const PlanJson json = readJson(folder.resultFile());
    TrialResult result;
    result.run = json.at("run");
    for (const auto& [name, value] : json.at("metrics").items())
        result.metrics[name] = value;
    return result;
}

void writeTrialProblem(const TrialFolder& folder, const std::string& cause) {
    writeFileAtomically(folder.problemFile(), cause);
}

std::string readTrialProblem(const TrialFolder& folder) {
    std::ifstream stream(folder.problemFile());
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::pair<std::int64_t, double> newestOf(const fs::path& run, const std::string& scalar) {
    try {
        return RunReader(RunFolder{run}.databaseFile()).newestScalar(scalar);
    } catch (const Error&) {  // being made
        return {-1, std::nan("")};
    }
}

fs::path findRun(const fs::path& runs, const std::string& name) {
    fs::path newest;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(runs, none))
        if (isRunOf(entry.path().filename().string(), name) &&
            entry.path().filename() > newest.filename())
            newest = entry.path();
    return newest;
}

}  // namespace orrery
