// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/error.h"
#include "core/events/event_text.h"
#include "core/runs/run_index.h"

namespace orrery::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What is said of a validation that is of another step than the run has come to.
std::string ofStep(const RunSummary& run) {
    if (run.validation_step < 0 || run.validation_step == run.step) return {};
    return " (step " + std::to_string(run.validation_step) + ")";
}

std::string asText(const std::vector<RunSummary>& runs) {
    if (runs.empty()) return "No runs found.";
    std::vector<std::vector<std::string>> rows = {
        {"run", "state", "step", "val loss", "bits/byte", "created", "probes that fire"}};
    std::string problems;
    const auto tell = [&problems](const RunSummary& run, const std::string& text) {
        if (!text.empty()) problems += "\n" + run.folder.filename().string() + ": " + text;
    };
    for (const RunSummary& run : runs) {
        if (!run.problem.empty()) {
            rows.push_back({run.folder.filename().string(), "unreadable"});
            tell(run, run.problem);
            continue;
        }
        tell(run, run.warning);
        rows.push_back({run.folder.filename().string(), std::string(stateName(run.state)),
                        std::to_string(run.step) + "/" + std::to_string(run.total_steps),
                        fixed(run.validation_loss, 4) + ofStep(run),
                        fixed(run.bits_per_byte, 4) + ofStep(run), run.created, run.probes});
    }
    return table(rows) + (problems.empty() ? "" : "\n" + problems);
}

std::string asJson(const std::vector<RunSummary>& runs) {
    Json list = Json::array();
    for (const RunSummary& run : runs)
        list.push_back({{"folder", run.folder.string()},
                        {"name", run.name},
                        {"created", run.created},
                        {"state", stateName(run.state)},
                        {"step", run.step},
                        {"total_steps", run.total_steps},
                        {"validation_loss", run.validation_loss},
                        {"bits_per_byte", run.bits_per_byte},
                        {"validation_step", run.validation_step},
                        {"probes", run.probes},
                        {"variant", run.variant},
                        {"problem", run.problem},
                        {"warning", run.warning}});
    return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void addRuns(CLI::App& app, Context& context) {
    auto folder = std::make_shared<std::string>("runs");
    CLI::App* command = app.add_subcommand("runs", "List the runs in a folder, newest first");
    command->add_option("DIR", *folder, "Runs folder")->capture_default_str();
    command->add_flag("--json", context.json, "Print a JSON list");
    command->callback([folder, &context] {
        std::error_code none;
        if (!std::filesystem::is_directory(*folder, none))
            throw Error(*folder + " is not a folder; give the runs folder.");
        const auto runs = listRuns(*folder);
        if (context.json)
            Output().line(asJson(runs));
        else
            Output().text(asText(runs));
    });
}

}  // namespace orrery::cli
