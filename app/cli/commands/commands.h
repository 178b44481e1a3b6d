// SPDX-License-Identifier: GPL-3.0-or-later
// One function for each command: adds it to the parser, and its work as the parser's callback.
#pragma once
#include <string>

#include "app/cli/exit_code.h"

namespace CLI {
class App;
}

namespace orrery::cli {

struct Context {
    bool json = false;                    // --json was given
    ExitCode result = ExitCode::success;  // what the command that ran wants to exit with
};

/// `context` must outlive the parser. The callbacks throw Error, ConfigError and Cancelled.
void addTrain(CLI::App& app, Context& context);
void addSet(CLI::App& app, Context& context);
void addControls(CLI::App& app, Context& context);
void addProbe(CLI::App& app, Context& context);
void addResume(CLI::App& app, Context& context);
void addEval(CLI::App& app, Context& context);
void addGenerate(CLI::App& app, Context& context);
void addAblate(CLI::App& app, Context& context);
void addTrace(CLI::App& app, Context& context);
void addDevices(CLI::App& app, Context& context);
void addParams(CLI::App& app, Context& context);
void addRuns(CLI::App& app, Context& context);
void addConfig(CLI::App& app, Context& context);
void addAnalyze(CLI::App& app, Context& context);
/// Of several runs, beside each other.
void addMixtures(CLI::App& app, Context& context);
/// Of a study file of kind mixtures, as the command does.
void runMixturesStudy(const std::string& file, Context& context);
void addExport(CLI::App& app, Context& context);
void addImport(CLI::App& app, Context& context);
/// `report` and `figure`.
void addReport(CLI::App& app, Context& context);
void addProject(CLI::App& app, Context& context);
void addBench(CLI::App& app, Context& context);
void addStudy(CLI::App& app, Context& context);
void addStudyTrial(CLI::App& study, Context& context);
void addReplay(CLI::App& app, Context& context);
/// A rank that another process has started (core/ranks/local_ranks.h); not in --help.
void addFollow(CLI::App& app, Context& context);

}  // namespace orrery::cli
