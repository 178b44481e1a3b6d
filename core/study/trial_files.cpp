// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/trial_files.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using PlanJson = nlohmann::ordered_json;

constexpr std::uint64_t kMostPlan = 64'000'000;  // bytes of a plan or a result

/// What `read` makes of the file's JSON. Throws Error.
template <typename Read>
auto readJson(const fs::path& file, Read read) {
    const std::string text = readRegularFile(file, kMostPlan);
    try {
        return read(PlanJson::parse(text));
    } catch (const nlohmann::json::exception&) {
        throw Error(file.string() +
                    " is damaged: remove it, then the study's next start makes it again.");
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

/// A domain of the embedded corpus is its name alone.
PlanJson textsJson(const std::vector<TrialText>& texts) {
    PlanJson list = PlanJson::array();
    for (const TrialText& text : texts) {
        if (text == TrialText{.name = text.name})
            list.push_back(text.name);
        else
            list.push_back({{"name", text.name},
                            {"corpus", text.corpus},
                            {"split", text.split},
                            {"tokens", text.tokens}});
    }
    return list;
}

std::vector<TrialText> readTextsJson(const PlanJson& list) {
    std::vector<TrialText> texts;
    for (const PlanJson& each : list) {
        if (each.is_string())
            texts.push_back({.name = each});
        else
            texts.push_back({each.at("name"), each.at("corpus"), each.at("split"),
                             each.at("tokens")});
    }
    return texts;
}

}  // namespace

TrialFolder trialFolder(const fs::path& study_folder, const std::string& trial) {
    return {study_folder / "trials" / trial};
}

void writeTrialPlan(const TrialFolder& folder, const Study& study, const Trial& trial) {
    requireFolderIfThere(folder.path);
    makeFolders(folder.path);
    fs::remove(folder.problemFile());
    PlanJson phases = PlanJson::array();
    std::size_t index = 0;
    for (const Config& config : phaseConfigs(study, trial)) {
        const std::string name = study.phases.empty() ? "" : study.phases[index].name;
        const std::string file = name.empty() ? "config.yaml" : "config-" + name + ".yaml";
        writeFileAtomically(folder.path / file, toYaml(config), Links::refused);
        phases.push_back({{"name", name}, {"run", config.name}, {"config", file}});
        ++index;
    }
    writeFileAtomically(folder.planFile(),
                        dumped({{"trial", trial.name()},
                                {"seed", trial.seed},
                                {"phases", phases},
                                {"domains", textsJson(study.domains)},
                                {"stream", textsJson(study.stream)},
                                {"words", study.words},
                                {"analyse", asksFor(study, "analysis/(?!carried)")},
                                {"carried", asksFor(study, "analysis/carried")},
                                {"search", asksFor(study, "search/")},
                                {"guilds", asksFor(study, "guilds/")}}),
                        Links::refused);
}

TrialPlan readTrialPlan(const TrialFolder& folder) {
    return readJson(folder.planFile(), [&](const PlanJson& json) {
        TrialPlan plan;
        for (const PlanJson& phase : json.at("phases"))
            plan.phases.push_back({phase.at("name"), phase.at("run"),
                                   folder.path / phase.at("config").get<std::string>()});
        plan.domains = readTextsJson(json.at("domains"));
        plan.stream = readTextsJson(json.at("stream"));
        plan.words = json.at("words");
        plan.analyse = json.at("analyse");
        plan.carried = json.at("carried");
        plan.search = json.at("search");
        plan.guilds = json.value("guilds", false);  // plans of earlier versions lack it
        return plan;
    });
}

void writeTrialResult(const TrialFolder& folder, const TrialResult& result) {
    PlanJson metrics = PlanJson::object();
    for (const auto& [name, value] : result.metrics)
        if (std::isfinite(value)) metrics[name] = value;
    writeFileAtomically(folder.resultFile(), dumped({{"run", result.run}, {"metrics", metrics}}),
                        Links::refused);
}

std::optional<TrialResult> readTrialResult(const TrialFolder& folder) {
    std::error_code none;
    if (!fs::exists(fs::symlink_status(folder.resultFile(), none))) return std::nullopt;
    return readJson(folder.resultFile(), [&](const PlanJson& json) {
        TrialResult result;
        result.run = json.at("run");
        if (!isPlainName(result.run))
            throw Error(folder.resultFile().string() + " names a run outside of its study.");
        for (const auto& [name, value] : json.at("metrics").items())
            result.metrics[name] = value;
        return std::optional(result);
    });
}

void writeTrialProblem(const TrialFolder& folder, const std::string& cause) {
    writeFileAtomically(folder.problemFile(), cause);
}

std::string readTrialProblem(const TrialFolder& folder) {
    return readRegularFileIfThere(folder.problemFile(), kMostPlan).value_or(std::string());
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
    std::error_code none, unknown;
    // A link would lead to a run of somebody else.
    for (fs::directory_iterator entry(runs, none), end; !none && entry != end;
         entry.increment(none))
        if (isRunOf(entry->path().filename().string(), name) && !entry->is_symlink(unknown) &&
            entry->path().filename() > newest.filename())
            newest = entry->path();
    return newest;
}

}  // namespace orrery
