// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "core/error.h"
#include "core/exchange/model_import.h"

namespace orrery::cli {
namespace {

struct ImportArguments {
    std::vector<std::string> folders;
    std::string runs = "runs";
    std::string routing;
    ImportOptions options;
};

/// A SoME model becomes its run again; of any other mixture of experts come the routers.
std::filesystem::path importModel(ImportArguments& arguments) {
    ImportOptions& options = arguments.options;
    options.runs_folder = arguments.runs;
    options.routing = arguments.routing;
    if (!isExportedModel(arguments.folders.front()))
        return importRouters({arguments.folders.begin(), arguments.folders.end()}, options);
    if (arguments.folders.size() > 1 || !options.router.empty() || !options.routing.empty() ||
        !options.steps.empty())
        throw Error(arguments.folders.front() +
                    " is a SoME model, which becomes a run with weights: --router, --routing, "
                    "--steps and more folders are for other mixtures of experts.");
    return importExportedModel(arguments.folders.front(), options);
}

}  // namespace

void addImport(CLI::App& app, Context& context) {
    auto arguments = std::make_shared<ImportArguments>();
    CLI::App* command = app.add_subcommand(
        "import",
        "Make a run of a model in the form of Hugging Face: of an exported SoME model, or "
        "of the routers of any mixture of experts");
    command
        ->add_option("DIR", arguments->folders,
                     "Model folder (config.json, safetensors); several revisions of one model in "
                     "the order of training become its snapshots")
        ->required();
    command->add_option("--runs", arguments->runs, "Folder for the run")->capture_default_str();
    command->add_option("--name", arguments->options.name,
                        "Name of the run (default: the model's, or its folder's)");
    command->add_option("--router", arguments->options.router,
                        "Name of the routers' tensors, for a family that is not known: "
                        "model.layers.{layer}.mlp.gate.weight");
    command
        ->add_option("--steps", arguments->options.steps,
                     "Training step of each folder (default: what stands behind step in its name)")
        ->delimiter(',');
    command->add_option("--routing", arguments->routing,
                        "Routing of a text, recorded with resources/python/record_routing.py");
    command->add_flag("--json", context.json, "Print the run's folder as JSON");
    command->callback([arguments, &context] {
        const std::filesystem::path run = importModel(*arguments);
        Output().line(context.json ? nlohmann::json{{"run", run.string()}}.dump() : run.string());
    });
}

}  // namespace orrery::cli
