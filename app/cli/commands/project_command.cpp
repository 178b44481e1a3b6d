// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/cli/checks.h"
#include "app/cli/commands/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/analysis/clusters.h"
#include "core/analysis/projection.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_source.h"

namespace orrery::cli {
namespace {

struct Options {
    std::string run;
    int layer = -1;
    std::int64_t step = -1;
    std::string method = "pca";
    int dimensions = 3;
    std::string metric = "euclidean";
    std::vector<int> components;
    std::uint64_t seed = 1;
    std::string out;
};

/// The snapshot of exactly the step asked for, else the newest.
SharedKeys loadKeys(const Options& options) {
    const auto run = openStoredRun(options.run);
    const Config& config = run->info().config;
    const auto layers = static_cast<int>(config.model.num_layers);
    const int layer = options.layer < 0 ? layers / 2 : options.layer;
    if (layer >= layers)
        throw Error("No layer " + std::to_string(layer) + "; the run's layers are 0 to " +
                    std::to_string(layers - 1) + ".");
    const auto& steps = run->keySteps(layer);
    const bool any = options.step < 0;
    std::string known;
    for (const std::int64_t step : steps)
        known += (known.empty() ? "" : ", ") + std::to_string(step);
    if (steps.empty() || (!any && std::ranges::find(steps, options.step) == steps.end()))
        throw Error(options.run + " has no key snapshot of layer " + std::to_string(layer) +
                    (any ? "" : " at step " + std::to_string(options.step)) +
                    (known.empty() ? "." : ". Snapshots: " + known + "."));
    const std::int64_t step = any ? steps.back() : options.step;
    SharedKeys keys = run->keysAt(layer, step);
    if (!keys)
        throw Error("The key snapshot of step " + std::to_string(step) + " no longer exists.");
    return keys;
}

std::string asCsv(const Keys& keys, const Projection& projection, const Clusters& clusters) {
    std::string text =
        projection.dimensions == 3 ? "expert,x,y,z,usage,cluster\n" : "expert,x,y,usage,cluster\n";
    const auto dimensions = static_cast<std::size_t>(projection.dimensions);
    for (std::size_t e = 0; e < static_cast<std::size_t>(keys.experts); ++e) {
        text += std::to_string(e);
        for (std::size_t d = 0; d < dimensions; ++d)
            text += "," + fixed(projection.points[e * dimensions + d], 6);
        // One piece at a time: g++ 12 warns of sums of these in error.
        text += ",";
        text += fixed(keys.usage[e], 4);
        text += ",";
        text += std::to_string(clusters.assignment[e]);
        text += "\n";
    }
    return text;
}

std::string asJson(const Options& options, const Keys& keys, const Projection& projection,
                   const Clusters& clusters) {
    return nlohmann::ordered_json({{"layer", keys.layer},
                                   {"step", keys.step},
                                   {"method", options.method},
                                   {"metric", options.metric},
                                   {"components", options.components},
                                   {"seed", options.seed},
                                   {"dimensions", projection.dimensions},
                                   {"points", projection.points},
                                   {"explained_variance", projection.explained_variance},
                                   {"usage", keys.usage},
                                   {"clusters", clusters.count},
                                   {"cluster", clusters.assignment},
                                   {"silhouette", clusters.silhouette}})
        .dump();
}

void project(const Options& options, const Context& context) {
    Interrupt interrupt(2);
    const SharedKeys snapshot = loadKeys(options);
    const Keys& keys = *snapshot;
    ProjectionOptions how;
    how.method = parseProjectionMethod(options.method);
    how.dimensions = options.dimensions;
    how.seed = options.seed;
    how.components = options.components;
    if (options.metric == "cosine") how.metric = DistanceMetric::cosine;
    const bool pca = how.method == ProjectionMethod::pca;
    if (pca && how.metric != DistanceMetric::euclidean)
        throw Error("--metric is of umap and tsne: pca has no neighbors.");
    if (!pca && !how.components.empty())
        throw Error("--components is of pca: the axes of " + options.method + " have no order.");
    const Projection projection =
        orrery::project(keys.keys, keys.experts, keys.dimensions, how,
                        [&interrupt](const Projection&) { return !interrupt.any(); });
    if (interrupt.any()) throw Cancelled();
    const Clusters clusters = findClusters(keys.keys, keys.experts, keys.dimensions, 0, how.seed);
    std::string text = context.json ? asJson(options, keys, projection, clusters)
                                    : asCsv(keys, projection, clusters);
    if (!context.json)
        std::fprintf(stderr, "Keys of step %lld.\n", static_cast<long long>(keys.step));
    if (!options.out.empty()) return writeFileAtomically(options.out, text);
    if (text.ends_with('\n')) text.pop_back();
    Output().line(text);
}

}  // namespace

void addProject(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "project", "Project a layer's key store to two or three dimensions, as CSV");
    command->add_option("RUN", options->run, "Run folder")->required();
    command
        ->add_option("--layer", options->layer, "Layer index, from 0 (default: the middle layer)")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--method", options->method, "pca, umap or tsne")
        ->check(CLI::IsMember({"pca", "umap", "tsne"}))
        ->capture_default_str();
    command
        ->add_option("--step", options->step, "Step of the key snapshot (default: the latest one)")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--dimensions", options->dimensions, "Number of dimensions: 2 or 3")
        ->check(CLI::Range(2, 3))
        ->capture_default_str();
    command
        ->add_option("--metric", options->metric,
                     "Which keys are neighbors of umap and tsne: euclidean or cosine")
        ->check(CLI::IsMember({"euclidean", "cosine"}))
        ->capture_default_str();
    command
        ->add_option("--components", options->components,
                     "Principal components of the axes, e.g. 1,3,4 (default: the first)")
        ->delimiter(',')
        ->allow_extra_args(false)  // what follows is not a number of it
        ->check(CLI::PositiveNumber);
    command
        ->add_option("--seed", options->seed,
                     "Seed; the same seed and keys give the same projection")
        ->check(isSeed())
        ->capture_default_str();
    command->add_option("--out", options->out, "Write to this file");
    command->add_flag("--json", context.json, "Print one JSON object");
    command->callback([options, &context] { project(*options, context); });
}

}  // namespace orrery::cli
