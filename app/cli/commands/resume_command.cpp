// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/launched_ranks.h"
#include "app/cli/output.h"
#include "app/cli/run_follower.h"
#include "core/runs/run_source.h"

namespace orrery::cli {

void addResume(CLI::App& app, Context& context) {
    struct Options {
        std::string run;
        RunOptions how;
        std::int64_t processes = 0;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("resume", "Resume a run from its last checkpoint");
    command->add_option("RUN", options->run, "Run folder")->required();
    addProcesses(*command, options->processes);
    command->add_flag(
        "--figures", options->how.figures,
        "At the end, write loss curves and expert usage to figures/ of the run folder");
    command->add_flag("--json", context.json, "Print one JSON object per line");
    command->callback([options, &context] {
        SessionOptions session;
        session.place = rankPlace(environmentVariables());
        if (session.place.rank > 0) {
            // Where this host has the folder, too; else rank 0 is waited for.
            std::error_code unseen;
            if (std::filesystem::exists(options->run, unseen) && isComplete(options->run)) return;
            context.result = followLaunched(session.place, std::nullopt);
            return;
        }
        session.resume = options->run;
        session.processes = options->processes;
        options->how.json = context.json;
        // A folder that is no run is refused here, before anything is written into it.
        const RunInfo run = openStoredRun(options->run)->info();
        if (isComplete(options->run)) {
            const std::string text = "The run is finished already: all of its " +
                                     std::to_string(run.step) + " steps are done.";
            Output().line(context.json ? nlohmann::json{{"message", text}}.dump() : text);
            return;
        }
        context.result = runSession(std::move(session), options->how);
    });
}

}  // namespace orrery::cli
