// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/data_bench.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/bench/machine.h"
#include "core/data/batches.h"
#include "core/error.h"
#include "core/events/event_queue.h"
#include "core/runs/database/run_database.h"
#include "core/step/batch_tensors.h"
#include "core/train/preparation.h"
#include "core/train/training_run.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kFewestDocuments = 200;
constexpr std::int64_t kMostDocuments = 8000;
constexpr std::int64_t kTokensOfADocument = 150;  // some have fewer
constexpr std::int64_t kVocabulary = 600;
constexpr std::int64_t kMostSteps = 200;

class ScratchFolder {
public:
    ScratchFolder() {
        std::string pattern = (fs::temp_directory_path() / "orrery-bench-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr)
            throw Error("No folder can be made in " + fs::temp_directory_path().string() +
                        ": set TMPDIR to one that you may write to.");
        path = pattern;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    fs::path path;
};

/// Enough stories for two batches.
Config storiesFor(const Config& config) {
    Config small = config;
    small.data.corpus = "embedded";
    small.data.domain = "all";
    const std::int64_t tokens = 2 * config.train.batch_size * (config.model.seq_len + 1);
    small.data.train_documents =
        std::clamp(std::max(tokens / kTokensOfADocument, 2 * config.train.batch_size),
                   kFewestDocuments, kMostDocuments);
    small.data.val_documents = 20;
    small.model.vocab_size = kVocabulary;
    return small;
}

PreparedData prepare(const Config& config, const fs::path& folder) {
    PreparationOptions options;
    options.token_folder = folder;
    options.tokenizer_file = folder / "tokenizer.model";
    options.progress = [](const std::string&, double) {};
    options.cancelled = [] { return false; };
    return prepareData(config, options);
}

template <class Work>
double medianOf(int repeats, const Work& work) {
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i)
        seconds.push_back(secondsOf([&] { work(i); }));
    return median(seconds);
}

double encodeSeconds(const PreparedData& data, int repeats) {
    std::string text;
    for (std::int64_t d = 0; d < data.train.documents(); ++d) {
        const auto tokens = data.train.document(d);
        text += data.tokenizer.decode({tokens.begin(), tokens.end()});
    }
    const double seconds = medianOf(repeats, [&](int) { data.tokenizer.encode(text); });
    return seconds / (static_cast<double>(text.size()) / 1e6);
}

double batchSeconds(const Config& config, const PreparedData& data, int repeats) {
    BatchOptions options = trainingBatches(config);
    options.prefetch = 0;
    BatchStream stream(data.train, options);
    toTensors(stream.batch(0));  // the order of an epoch is made with its first batch
    return medianOf(repeats, [&](int i) {
        toTensors(stream.batch(1 + i % std::max<std::int64_t>(1, stream.batchesPerEpoch() - 1)));
    });
}

/// What a run publishes at a step.
void publishStep(const Config& config, std::int64_t step, EventSink& sink) {
    const auto experts = static_cast<std::size_t>(config.some.num_experts);
    const auto width = static_cast<std::size_t>(config.model.d_model);
    const bool routed = config.some.experts != ExpertKind::none;
    const auto due = [&](std::int64_t every) { return routed && every > 0 && step % every == 0; };
    Scalars scalars{step, 0.5, std::vector<std::pair<std::string, double>>(10, {"train/loss", 3})};
    for (int layer = 0; layer < config.model.num_layers; ++layer) {
        if (due(config.snapshots.usage_every)) {
            sink.publish(Usage{step, layer, std::vector<double>(experts, 1)});
            for (int i = 0; i < 9; ++i)
                scalars.values.emplace_back("layer" + std::to_string(layer) + "/gini", 0.5);
        }
        if (due(config.snapshots.keys_every))
            sink.publish(std::make_shared<const Keys>(
                Keys{step, layer, static_cast<int>(experts), static_cast<int>(width),
                     std::vector<float>(experts * width, 0.5F), std::vector<float>(experts, 1)}));
    }
    sink.publish(scalars);
    sink.publish(Progress{});
}

double recordSeconds(const Config& config, const fs::path& folder, int repeats) {
    const std::int64_t steps = std::min(
        kMostSteps, 2 * std::max(config.snapshots.keys_every, config.snapshots.usage_every));
    return medianOf(
               repeats,
               [&](int i) {
                   RunDatabase database({folder / ("run" + std::to_string(i) + ".db"), {}, {}});
                   EventQueue queue;
                   for (std::int64_t step = 1; step <= steps; ++step) {
                       publishStep(config, step, database);
                       publishStep(config, step, queue);
                   }
                   if (!database.flush())
                       throw Error("The database in " + folder.string() +
                                   " can't be written: is the disk full?");
               }) /
           static_cast<double>(steps);
}

}  // namespace

DataBench benchData(const Config& config, int repeats) {
    const ScratchFolder folder;
    const PreparedData data = prepare(storiesFor(config), folder.path);
    DataBench bench;
    bench.encode_seconds = encodeSeconds(data, repeats);
    bench.batch_seconds = batchSeconds(config, data, repeats);
    bench.record_seconds = recordSeconds(config, folder.path, repeats);
    if (config.some.experts != ExpertKind::none)
        bench.snapshot_bytes =
            static_cast<double>(config.model.num_layers * config.some.num_experts *
                                (config.model.d_model + 1)) *
            sizeof(float);
    return bench;
}

}  // namespace orrery
