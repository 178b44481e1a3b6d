// SPDX-License-Identifier: GPL-3.0-or-later
// Reports and figures, which the window's views draw (window_program.h).
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/window_program.h"

namespace orrery::cli {
namespace {

/// An option that is passed on when it was given.
struct PassedOption {
    std::string name, help, value = {};
};

struct PictureOptions {
    std::vector<std::string> sources;
    std::string view, file;
    std::vector<PassedOption> passed = {
        {"--text", "Text to trace (default: the start of the validation text)"},
        {"--size", "Size of a figure in mm, for example 85x64 (default: 170x110)"},
        {"--font", "Font size of a figure in points (default: 8)"},
        {"--colors", "Color scheme: paper (white background), light or dark (default: paper)"}};
};

using Shared = std::shared_ptr<PictureOptions>;

void addPassed(CLI::App& command, const Shared& options, Context& context) {
    command.add_option("--to", options->file, "Output file")->required()->type_name("FILE");
    for (PassedOption& option : options->passed)
        command.add_option(option.name, option.value, option.help);
    command.add_flag("--json", context.json, "Print the file name as a JSON object");
}

void draw(const PictureOptions& options, std::vector<std::string> words, Context& context) {
    words.insert(words.begin(), options.sources.begin(), options.sources.end());
    for (const PassedOption& option : options.passed)
        if (!option.value.empty()) words.insert(words.end(), {option.name, option.value});
    const WindowAnswer answer = runWindowProgram(words);
    context.result = static_cast<ExitCode>(answer.exit_code);
    nlohmann::json told{{"file", options.file}};
    if (answer.exit_code != 0) told["error"] = answer.errors;
    if (context.json)
        Output().line(told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    else if (answer.exit_code == 0)
        Output().line("Wrote " + options.file + ".");
}

void addFigure(CLI::App& app, Context& context) {
    const Shared options = std::make_shared<PictureOptions>();
    options->passed.push_back({"--dpi", "Resolution of a PNG (default: 300)"});
    options->passed.push_back(
        {"--select", "Experts to highlight, for example 2:17,40; the others are gray"});
    CLI::App* command =
        app.add_subcommand("figure", "Draw one view of a run, or a study, as the window does");
    command->add_option("RUN", options->sources, "Run or study folder")->required()->expected(1);
    command
        ->add_option("--view", options->view,
                     "loss, experts, galaxy, traces, log, inspect, layers or pairs; of a study "
                     "study.map, .parallel, .curves, .stream, .seeds, .keys or .xy")
        ->required();
    addPassed(*command, options, context);
    command->get_option("--to")->description("Output file: .pdf, .svg or .png");
    command->callback([options, &context] {
        draw(*options, {"--figure", options->view, "--out", options->file}, context);
    });
}

}  // namespace

void addReport(CLI::App& app, Context& context) {
    addFigure(app, context);
    const Shared options = std::make_shared<PictureOptions>();
    options->passed.push_back(
        {"--views",
         "loss, experts, galaxy, traces, layers and pairs; the last two analyze each run "
         "(default: loss,experts,galaxy)"});
    CLI::App* command = app.add_subcommand(
        "report",
        "Write a report on runs: figures, captions, tables and configurations, as HTML or PDF");
    command->add_option("RUN", options->sources, "Run folders")->required();
    addPassed(*command, options, context);
    command->get_option("--to")->description("Output file: .html or .pdf");
    command->callback([options, &context] {
        draw(*options, {"--report", options->file}, context);
    });
}

}  // namespace orrery::cli
