// SPDX-License-Identifier: GPL-3.0-or-later
// study trial: all of one trial in this process. `study run` and the tasks of a cluster start it.
#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>

#include "app/cli/commands/commands.h"
#include "app/cli/run_follower.h"
#include "app/cli/trial_measures.h"
#include "core/config/yaml.h"
#include "core/error.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/run_folder.h"
#include "core/study/trial_files.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

/// The weights of a run's newest checkpoint, as a run may begin with. Throws Error: none, damaged.
fs::path newestWeights(const fs::path& run) {
    const fs::path folder = checkpointFolder(run, newestCheckpoint(run));
    readCheckpointState(folder);
    return folder / kCheckpointTensorFiles[0];
}

class TrialWork {
public:
    TrialWork(fs::path study, const std::string& name)
        : runs_(study / "runs"),
          folder_(trialFolder(study, name)),
          plan_(readTrialPlan(folder_)),
          lock_(RunFolder{folder_.path}) {}

    ExitCode run() {
        if (readTrialResult(folder_)) return ExitCode::success;
        TrialResult result;
        fs::path run;
        std::vector<std::pair<std::string, fs::path>> phases;
        const Config last = orrery::loadConfig(plan_.phases.back().config);
        requireReadable(last, plan_.domains);
        requireReadable(last, plan_.stream);
        for (const TrialPlan::Phase& phase : plan_.phases) {
            const ExitCode code = trainPhase(phase, run);
            if (code != ExitCode::success) return code;
            run = findRun(runs_, phase.run);
            phases.emplace_back(phase.name, run);
            measureDomains(run, phase.name, plan_.domains, result.metrics);
        }
        measureRun(run, result.metrics);
        if (!plan_.words.empty()) measureWords(run, plan_.words, result.metrics);
        if (!plan_.stream.empty())
            measureStream(run, plan_.stream, folder_.streamFile(), result.metrics);
        if (plan_.analyse) measureAnalysis(run, plan_.domains, result.metrics);
        if (plan_.carried) measureCarried(phases, result.metrics);
        if (plan_.search) measureSearch(run, result.metrics);
        if (plan_.guilds) measureGuilds(run, result.metrics);
        result.run = run.filename().string();
        writeTrialResult(folder_, result);
        return ExitCode::success;
    }

private:
    /// From where a process before this one was; `before` is the run of the phase before.
    ExitCode trainPhase(const TrialPlan::Phase& phase, const fs::path& before) {
        const fs::path found = findRun(runs_, phase.run);
        SessionOptions session;
        if (!found.empty() && !checkpointSteps(found).empty()) {
            if (isComplete(found)) return ExitCode::success;
            session.resume = found;
        } else {
            session.config = orrery::loadConfig(phase.config);
            session.runs_folder = runs_;
            if (!before.empty()) {
                session.init = newestWeights(before);
                session.tokenizer = RunFolder{before}.tokenizerFile();
            }
        }
        return runSession(std::move(session), {.failed = [this](const std::string& cause) {
                              writeTrialProblem(folder_, cause);
                          }});
    }

    fs::path runs_;
    TrialFolder folder_;
    TrialPlan plan_;
    RunLock lock_;
};

}  // namespace

void addStudyTrial(CLI::App& study, Context& context) {
    struct Options {
        std::string folder, trial;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = study.add_subcommand(
        "trial", "Train one trial of a study in this process; started by `study run`");
    command->add_option("FOLDER", options->folder, "Study folder")->required();
    command->add_option("TRIAL", options->trial, "Trial, such as trial-0001 or 1")->required();
    command->callback([options, &context] {
        Trial trial;
        const bool number = options->trial.find_first_not_of("0123456789") == std::string::npos;
        if (number) trial.number = std::stoll(options->trial);
        context.result =
            TrialWork(fs::absolute(options->folder), number ? trial.name() : options->trial).run();
    });
}

}  // namespace orrery::cli
