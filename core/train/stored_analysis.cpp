// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/stored_analysis.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "core/data/conllu.h"
#include "core/data/documents.h"
#include "core/error.h"
#include "core/events/model_queries.h"
#include "core/runs/checkpoint_folder.h"
#include "core/runs/run_history.h"
#include "core/train/loaded_run.h"
#include "core/train/text/recorded_routing.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using Steps = std::vector<std::int64_t>;

constexpr std::size_t kMostSnapshots = 100;  // of keys: of more, evenly spaced ones

bool has(const Steps& steps, std::int64_t step) {
    return std::ranges::binary_search(steps, step);
}

std::string list(const Steps& steps) {
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = steps.size() > most ? steps.size() - most : 0; i < steps.size(); ++i)
        text += (text.empty() ? "" : ", ") + std::to_string(steps[i]);
    if (text.empty()) return "none";
    return steps.size() > most ? "... " + text : text;
}

std::int64_t chooseStep(const fs::path& run, std::optional<std::int64_t> wanted,
                        const Steps& checkpoints, const Steps& snapshots) {
    const Steps& usual = checkpoints.empty() ? snapshots : checkpoints;
    if (!wanted && usual.empty())
        throw Error(run.string() + " has neither a checkpoint nor a key snapshot yet.");
    const std::int64_t step = wanted.value_or(usual.empty() ? 0 : usual.back());
    if (has(checkpoints, step) || has(snapshots, step)) return step;
    throw Error(run.string() + " has no data of step " + std::to_string(step) + ". Checkpoints: " +
                list(checkpoints) + ". Key snapshots: " + list(snapshots) + ".");
}

/// Why a damaged checkpoint is passed over for what there is of `step`.
std::string standInOf(const fs::path& run, std::optional<std::int64_t> wanted, std::int64_t step,
                      const Steps& checkpoints) {
    const FoundCheckpoint found =
        findCheckpoint(run, wanted.value_or(std::numeric_limits<std::int64_t>::max()));
    if (has(checkpoints, step)) return wanted ? std::string() : standInText(found);
    const bool meant = !wanted || has(listedCheckpoints(run), step);
    return meant && !found.damaged.empty() ? found.damaged.front() : std::string();
}

Steps thinned(const Steps& steps) {
    if (steps.size() <= kMostSnapshots) return steps;
    Steps kept;
    for (std::size_t i = 0; i < kMostSnapshots; ++i)
        kept.push_back(steps[i * (steps.size() - 1) / (kMostSnapshots - 1)]);
    return kept;
}

std::unique_ptr<DocumentSource> openText(const Config& config,
                                         const StoredAnalysisOptions& options) {
    if (!options.text.empty()) return givenDocuments({{options.text, {}}});
    if (!options.tags.empty()) return openConllu(options.tags);
    if (!options.corpus.empty())
        return openDocuments(options.corpus, config.data, options.cancelled);
    return openCorpus(config.data, fs::current_path(),
                      static_cast<std::uint64_t>(config.train.seed), options.cancelled)
        .validation;
}

std::vector<Keys> snapshotsOf(RunSource& run, std::int64_t step) {
    std::vector<Keys> snapshots;
    for (int layer = 0; layer < run.info().config.model.num_layers; ++layer)
        if (const SharedKeys keys = run.keysAt(layer, step)) snapshots.push_back(*keys);
    return snapshots;
}

void addRouting(AnalysisInput& input, const fs::path& run_folder, const Steps& checkpoints,
                const StoredAnalysisOptions& options) {
    RouteOptions how;
    how.most_tokens = options.most_tokens;
    how.cancelled = options.cancelled;
    std::unique_ptr<DocumentSource> documents;
    for (const std::int64_t step : checkpoints) {
        if (step > input.step) break;
        LoadedRun run = LoadedRun::open(run_folder, step);
        if (!documents) documents = openText(run.config(), options);
        RoutedText routed = run.route(*documents, how);
        if (step == input.step) {
            input.text = std::move(routed);
            input.keys = run.keys();
            input.weight_norms = run.weightNorms();
            break;
        }
        RoutedEarlier earlier{step, {}};
        for (RoutedLayer& layer : routed.layers)
            earlier.selected.push_back(std::move(layer.selected));
        input.earlier.push_back(std::move(earlier));
    }
}

/// Of an imported run, where routing was recorded. It was of the newest step.
void addRecorded(AnalysisInput& input, const RecordedRouting& recorded,
                 const StoredAnalysisOptions& options) {
    if (!options.corpus.empty())
        throw Error(
            "This run was imported without its model: only the text whose routing was "
            "recorded can be analyzed. Record another one with record_routing.py.");
    RouteOptions how;
    how.most_tokens = options.most_tokens;
    how.cancelled = options.cancelled;
    std::unique_ptr<DocumentSource> tagged;
    if (!options.tags.empty()) tagged = openConllu(options.tags);
    input.text = options.text.empty() ? recorded.text(how, tagged.get())
                                      : recorded.textOf(options.text, how);
}

}  // namespace

AnalysisInput readStoredAnalysis(const fs::path& run_folder, const StoredAnalysisOptions& options) {
    const std::shared_ptr<RunSource> run = openStoredRun(run_folder);
    const Steps checkpoints = checkpointSteps(run_folder);
    Steps snapshots = run->keySteps(0);
    AnalysisInput input;
    input.step = chooseStep(run_folder, options.step, checkpoints, snapshots);
    input.stand_in = standInOf(run_folder, options.step, input.step, checkpoints);
    for (auto& [layer, counts] : readHistory(*run, input.step).usage)
        input.training_usage.push_back(std::move(counts));
    if (has(checkpoints, input.step)) {
        addRouting(input, run_folder, checkpoints, options);
    } else {
        input.keys = snapshotsOf(*run, input.step);
        const auto recorded = RecordedRouting::ofRun(run_folder);
        if (recorded && !snapshots.empty() && input.step == snapshots.back())
            addRecorded(input, *recorded, options);
    }
    std::erase_if(snapshots, [&](std::int64_t step) { return step >= input.step; });
    input.earlier_key_steps = thinned(snapshots);
    input.theta = run->info().config.keys.theta;
    input.theta_percentile = run->info().config.keys.theta_percentile;
    input.keys_at = [run](int layer, std::int64_t step) {
        SharedKeys keys = run->keysAt(layer, step);
        if (!keys)
            throw Error("The key snapshot of step " + std::to_string(step) + ", layer " +
                        std::to_string(layer) + ", no longer exists.");
        return keys;
    };
    return input;
}

}  // namespace orrery
