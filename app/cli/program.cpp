// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/config/nearest.h"
#include "core/config/yaml.h"
#include "core/devices/failure_text.h"
#include "core/files/printable.h"
#include "core/runs/run_folder.h"

namespace orrery::cli {
namespace {

const char* const examples =
    "Examples:\n  orrery-cli train configs/demo.yaml --runs runs\n  orrery-cli train my.yaml --set "
    "keys.beta=0.001 --set train.seed=2 --figures\n  orrery-cli resume runs/2026-11-27-1405-demo\n "
    " orrery-cli generate runs/2026-11-27-1405-demo --prompt 'Once upon a time'\n  orrery-cli "
    "config check my.yaml\nExit codes: 0 success, 1 failure, 2 usage or configuration error, 3 "
    "stopped by the user.\n";

void build(CLI::App& app, Context& context) {
    app.description("Orrery: train and study SoME language models, without a window.");
    app.set_version_flag("--version", "orrery-cli " + programVersion());
    app.footer(examples);
    app.require_subcommand(1);
    for (const auto add : {addTrain,  addResume,  addSet,      addEval,    addGenerate, addAblate,
                           addTrace,  addAnalyze, addMixtures, addProbe,   addProject,  addExport,
                           addImport, addReport,  addParams,   addDevices, addRuns,     addControls,
                           addStudy,  addBench,   addReplay,   addFollow,  addConfig})
        add(app, context);
}

bool asksForJson(int count, char** arguments) {
    return std::any_of(arguments, arguments + count,
                       [](const char* word) { return std::string_view(word) == "--json"; });
}

/// A mistyped command gets the nearest one named.
std::string commandAdvice(const CLI::App& app, int count, char** arguments) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({}))
        names.push_back(command->get_name());
    if (count < 2 || std::ranges::find(names, arguments[1]) != names.end()) return {};
    const std::string near = nearestWord(arguments[1], names);
    return near.empty() ? std::string() : "Did you mean " + near + "?\n";
}

int usageError(const CLI::App& app, const CLI::ParseError& error, int count, char** arguments) {
    if (error.get_exit_code() == 0) {  // --help, --version
        app.exit(error);
        return static_cast<int>(std::fflush(stdout) == 0 ? ExitCode::success : ExitCode::failure);
    }
    std::fprintf(stderr, "%s\n%sSee orrery-cli --help.\n", printable(error.what()).c_str(),
                 commandAdvice(app, count, arguments).c_str());
    if (asksForJson(count, arguments))
        Output().line(nlohmann::json{{"error", error.what()}}.dump(
            -1, ' ', false, nlohmann::json::error_handler_t::replace));
    return static_cast<int>(ExitCode::usage);
}

/// On stderr for people; with --json as an object on stdout too, so that every answer can be
/// parsed.
void tell(const Context& context, const std::string& text, nlohmann::json details) {
    std::fprintf(stderr, "%s\n", printable(text).c_str());
    if (!context.json) return;
    details["error"] = text;
    Output().line(details.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

nlohmann::json asJson(const std::vector<Diagnostic>& diagnostics) {
    auto list = nlohmann::json::array();
    for (const Diagnostic& d : diagnostics)
        list.push_back({{"file", d.file},
                        {"line", d.line},
                        {"column", d.column},
                        {"key", d.key},
                        {"message", d.message}});
    return {{"diagnostics", list}};
}

ExitCode runCommand(CLI::App& app, Context& context, int count, char** arguments) {
    try {
        app.parse(count, arguments);
        return context.result;
    } catch (const CLI::ParseError&) {
        throw;
    } catch (const ConfigError& error) {
        tell(context, error.what(), asJson(error.diagnostics()));
        return ExitCode::usage;
    } catch (const Cancelled& error) {
        tell(context, error.what(), {});
        return ExitCode::stopped;
    } catch (const OutputClosed&) {
        return ExitCode::failure;
    } catch (const std::exception& error) {
        tell(context, failureText(error), {});
        return ExitCode::failure;
    }
}

/// Earlier versions spelled the command so.
void renameOldCommand(int count, char** arguments) {
    static char analyze[] = "analyze";
    if (count < 2 || std::string_view(arguments[1]) != "analyse") return;
    std::fprintf(stderr, "orrery-cli analyse is now called orrery-cli analyze.\n");
    arguments[1] = analyze;
}

}  // namespace

bool computes(std::string_view command) {
    for (const char* name :
         {"", "params", "devices", "runs", "config", "set", "export", "report", "figure"})
        if (command == name) return false;
    return !command.starts_with('-');
}

int runProgram(int count, char** arguments) {
    renameOldCommand(count, arguments);
    CLI::App app;
    Context context;
    // A command that does not look ends at the first signal.
    const Interrupt interrupt(1);
    Interrupt::tellAsJson(asksForJson(count, arguments));
    try {
        build(app, context);
        return static_cast<int>(runCommand(app, context, count, arguments));
    } catch (const CLI::ParseError& error) {
        return usageError(app, error, count, arguments);
    } catch (const OutputClosed&) {
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", printable(error.what()).c_str());
    } catch (...) {
        std::fprintf(stderr, "The program ended with an unknown error.\n");
    }
    return static_cast<int>(ExitCode::failure);
}

}  // namespace orrery::cli
