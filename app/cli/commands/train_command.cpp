// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/checks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/config_options.h"
#include "app/cli/launched_ranks.h"
#include "app/cli/run_follower.h"

namespace orrery::cli {

void addTrain(CLI::App& app, Context& context) {
    struct Options {
        ConfigOptions config;
        std::string runs = "runs";
        std::string init;
        std::string tokenizer;
        RunOptions run;
        std::int64_t processes = 0;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("train", "Train a model from a configuration");
    command->add_option("CONFIG", options->config.file, "Configuration file (YAML)")->required();
    addConfigOptions(*command, options->config);
    command->add_option("--runs", options->runs, "Runs folder: the run gets a folder in it")
        ->capture_default_str();
    command
        ->add_option("--init", options->init,
                     "Initialize the weights from this safetensors file (names: core/README.md, "
                     "section 9)")
        ->check(isNamed());
    command
        ->add_option("--tokenizer", options->tokenizer,
                     "Use this tokenizer.model instead of training one on the corpus; weights "
                     "of --init need their own")
        ->check(isNamed());
    addProcesses(*command, options->processes);
    command->add_flag(
        "--figures", options->run.figures,
        "At the end, write loss curves and expert usage to figures/ of the run folder");
    command->add_flag("--json", context.json, "Print one JSON object per line");
    command->callback([options, &context] {
        SessionOptions session;
        session.place = rankPlace(environmentVariables());
        session.config = loadConfig(options->config);
        if (options->processes > 0) session.config.train.processes = options->processes;
        if (session.place.rank > 0) {
            context.result = followLaunched(session.place, session.config);
            return;
        }
        session.variant = options->config.variant.text();
        session.runs_folder = options->runs;
        session.init = options->init;
        session.tokenizer = options->tokenizer;
        options->run.json = context.json;
        context.result = runSession(std::move(session), options->run);
    });
}

}  // namespace orrery::cli
