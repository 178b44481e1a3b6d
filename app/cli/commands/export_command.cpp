// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "core/error.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/exports.h"
#include "core/train/loaded_run.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
    std::string run;
    std::string format;
    std::string out;
    std::int64_t step = -1;
    bool force = false;

    std::optional<std::int64_t> wantedStep() const {
        return step < 0 ? std::nullopt : std::optional(step);
    }
    fs::path folder() const {
        return out.empty() ? fs::path(run) / "exports" / format : fs::path(out);
    }
};

std::int64_t checkpointStep(const ExportOptions& options) {
    const auto steps = checkpointSteps(options.run);
    if (steps.empty()) throw Error("The run " + options.run + " has no checkpoint.");
    const std::int64_t step = options.wantedStep().value_or(steps.back());
    if (std::ranges::find(steps, step) != steps.end()) return step;
    std::string known;
    for (const std::int64_t each : steps)
        known += (known.empty() ? "" : ", ") + std::to_string(each);
    throw Error("The run " + options.run + " has no checkpoint of step " + std::to_string(step) +
                ". Checkpoints: " + known + ".");
}

std::vector<fs::path> exportModel(const ExportOptions& options) {
    openStoredRun(options.run);  // a folder that is no run is refused as everywhere
    const std::int64_t step = checkpointStep(options);
    const fs::path file = options.out.empty()
                              ? options.folder() / ("step-" + std::to_string(step) + ".safetensors")
                              : fs::path(options.out);
    requireNoFiles(std::array{file}, options.force);
    LoadedRun::open(options.run, step).exportState(file);
    return {file};
}

std::vector<OutputFile> exportRecords(const ExportOptions& options) {
    const auto run = openStoredRun(options.run);
    if (options.format == "tensorboard") return exportTensorboard(*run, options.folder());
    if (options.format == "projector")
        return exportProjector(*run, options.folder(), options.wantedStep());
    return exportCsv(*run, options.folder(), options.wantedStep());
}

void exportRun(const ExportOptions& options, const Context& context) {
    std::vector<fs::path> written;
    if (options.format == "safetensors") {
        written = exportModel(options);
    } else {
        const std::vector<OutputFile> files = exportRecords(options);
        writeOutputFiles(files, options.force);
        for (const OutputFile& file : files)
            written.push_back(file.path);
    }
    auto list = nlohmann::json::array();
    for (const fs::path& file : written) {
        list.push_back(file.string());
        if (!context.json) Output().line(file.string());
    }
    if (context.json) Output().line(nlohmann::json{{"files", list}}.dump());
}

}  // namespace

void addExport(CLI::App& app, Context& context) {
    auto options = std::make_shared<ExportOptions>();
    CLI::App* command =
        app.add_subcommand("export", "Export a run to the formats of other programs");
    command->add_option("RUN", options->run, "Run folder")->required();
    command
        ->add_option("--to", options->format,
                     "safetensors (the model), tensorboard (scalars), projector (keys for "
                     "TensorBoard's embedding projector), csv (scalars, usage, keys)")
        ->check(CLI::IsMember({"safetensors", "tensorboard", "projector", "csv"}))
        ->required();
    command->add_option(
        "--out", options->out,
        "Output folder (safetensors: file); default: in exports/ of the run folder");
    command
        ->add_option("--step", options->step,
                     "Step of a checkpoint (safetensors) or key snapshot (projector, csv); "
                     "default: the latest")
        ->check(CLI::NonNegativeNumber);
    command->add_flag("--force", options->force, "Overwrite existing files");
    command->add_flag("--json", context.json, "Print the file names as one JSON object");
    command->callback([options, &context] { exportRun(*options, context); });
}

}  // namespace orrery::cli
