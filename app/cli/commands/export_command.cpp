// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/run_option.h"
#include "core/exchange/huggingface_export.h"
#include "core/runs/exports.h"
#include "core/train/loaded_run.h"

namespace orrery::cli {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
    std::string run;
    std::string format;
    std::string out;
    std::string dtype = "fp32";
    std::int64_t step = -1;
    bool force = false;

    std::optional<std::int64_t> wantedStep() const {
        return step < 0 ? std::nullopt : std::optional(step);
    }
    fs::path folder() const {
        return out.empty() ? fs::path(run) / "exports" / format : fs::path(out);
    }
};

/// The file, and the step of its weights.
std::pair<fs::path, std::int64_t> exportModel(const ExportOptions& options) {
    openStoredRun(options.run);  // a folder that is no run is refused as everywhere
    LoadedRun run = openRun({options.run, options.step});
    const fs::path file =
        options.out.empty()
            ? options.folder() / ("step-" + std::to_string(run.step()) + ".safetensors")
            : fs::path(options.out);
    requireNoFiles(std::array{file}, options.force);
    run.exportState(file);
    return {file, run.step()};
}

std::vector<OutputFile> exportRecords(const ExportOptions& options) {
    const auto run = openStoredRun(options.run);
    if (options.format == "tensorboard") return exportTensorboard(*run, options.folder());
    if (options.format == "projector")
        return exportProjector(*run, options.folder(), options.wantedStep());
    return exportCsv(*run, options.folder(), options.wantedStep());
}

HuggingFaceExport exportForPython(const ExportOptions& options) {
    openStoredRun(options.run);
    HuggingFaceOptions how;
    how.step = options.wantedStep();
    how.bfloat16 = options.dtype == "bf16";
    how.overwrite = options.force;
    return exportHuggingFace(options.run, options.folder(), how);
}

void exportRun(const ExportOptions& options, const Context& context) {
    std::vector<fs::path> written;
    nlohmann::json answer;
    if (options.format == "safetensors") {
        const auto [file, step] = exportModel(options);
        written = {file};
        answer["step"] = step;
        if (!context.json) tellStep(step);
    } else if (options.format == "huggingface") {
        HuggingFaceExport made = exportForPython(options);
        written = std::move(made.files);
        answer["step"] = made.step;
        if (!context.json) tellStep(made.step);
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
    answer["files"] = list;
    if (context.json) Output().line(answer.dump());
}

}  // namespace

void addExport(CLI::App& app, Context& context) {
    auto options = std::make_shared<ExportOptions>();
    CLI::App* command =
        app.add_subcommand("export", "Export a run to the formats of other programs");
    command->add_option("RUN", options->run, "Run folder")->required();
    command
        ->add_option(
            "--to", options->format,
            "safetensors (the model), huggingface (a model folder for Python's transformers), "
            "tensorboard (scalars), projector (keys for TensorBoard's "
            " embedding projector), csv (scalars, usage, keys)")
        ->check(CLI::IsMember({"safetensors", "huggingface", "tensorboard", "projector", "csv"}))
        ->required();
    command->add_option(
        "--out", options->out,
        "Output folder (safetensors: file); default: in exports/ of the run folder");
    command
        ->add_option(
            "--step", options->step,
            "Step of a checkpoint (safetensors, huggingface) or key snapshot (projector, csv); "
            "default: the latest")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--dtype", options->dtype, "Weights of huggingface: fp32 or bf16")
        ->check(CLI::IsMember({"fp32", "bf16"}))
        ->capture_default_str();
    command->add_flag("--force", options->force, "Overwrite existing files");
    command->add_flag("--json", context.json, "Print the file names as one JSON object");
    command->callback([options, &context] { exportRun(*options, context); });
}

}  // namespace orrery::cli
