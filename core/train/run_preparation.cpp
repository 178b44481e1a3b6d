// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run_preparation.h"

#include <utility>

#include "core/devices/device.h"
#include "core/devices/precision.h"
#include "core/error.h"
#include "core/runs/rank_sites.h"
#include "core/step/thread_choice.h"
#include "core/train/checkpoint.h"
#include "core/train/initial_state.h"
#include "core/train/preparation.h"
#include "core/train/ranks/rank_agreement.h"
#include "core/train/ranks/rank_thread.h"
#include "core/train/ranks/shared_run.h"

namespace orrery {
namespace {

std::string settleDevice(const TrainerOptions& options, Reporter& reporter) {
    const std::string device = rankDevice(options.config.train.device, options.place);
    useDevice(device);
    reporter.device = device;
    allowTensorFloat32(isCuda(device));
    return device;
}

void settlePrecision(TrainerOptions& options, const std::string& device, Reporter& reporter) {
    const PrecisionChoice choice = choosePrecision(options.config, device);
    options.config.train.precision = agreedPrecision(choice.precision, options.ranks);
    if (!choice.text.empty()) reporter.message("log", choice.text);
}

PreparedData checkedData(const TrainerOptions& options, const std::function<bool()>& cancelled,
                         Reporter& reporter) {
    PreparationOptions preparation;
    preparation.token_folder = options.token_folder;
    preparation.tokenizer_file = options.folder.tokenizerFile();
    preparation.progress = [&](const std::string& phase, double fraction) {
        reporter.phase(phase, fraction);
    };
    preparation.corpus = options.corpus;
    preparation.cancelled = cancelled;
    preparation.warn = [&](const std::string& text) {
        reporter.message("log", text, Severity::warning);
    };
    PreparedData data = prepareData(options.config, preparation);
    const std::string& known_hash = options.record.corpus_hash;
    if (!known_hash.empty() && known_hash != data.corpus_hash)
        throw Error("The corpus " + options.config.data.corpus +
                    " has changed since this run started: restore it, or start a new run.");
    return data;
}

void restore(TrainingRun& run, const CheckpointContent& content, Reporter& reporter) {
    run.restore(content);
    reporter.clock.set(content.state.seconds);
    reporter.progress.step = run.step;
    if (content.state.threads != run.threads && !threadObstacle(run.config).empty())
        reporter.message(
            "log",
            "Resumed with " + std::to_string(run.threads) + " threads instead of " +
                std::to_string(content.state.threads) +
                ": sums differ in their last digits from those of an uninterrupted run.",
            Severity::warning);
    if (content.state.program_version != programVersion())
        reporter.message("log",
                         "The checkpoint is of version " + content.state.program_version +
                             ", this is " + programVersion() + ".",
                         Severity::warning);
}

/// A run that goes on may have had other ranks.
void rememberRanks(const TrainerOptions& options, const std::vector<RankSite>& sites) {
    if (options.ranks.alone() && !options.resume_from) return;
    options.remember("ranks", std::to_string(options.ranks.size()));
    options.remember(kRankSitesKey, toJson(sites));
}

}  // namespace

std::unique_ptr<TrainingRun> prepareRun(TrainerOptions& options,
                                        const std::function<bool()>& cancelled,
                                        Reporter& reporter) {
    const int threads = prepareRankThread(options.config.train.threads, options.place);
    const std::string device = settleDevice(options, reporter);
    settlePrecision(options, device, reporter);
    PreparedData data = checkedData(options, cancelled, reporter);
    shareTokenizer(&data.tokenizer, options.ranks);
    options.record.corpus_hash = data.corpus_hash;
    options.record.device = device;
    writeRunConfig(options.folder, options.config, options.record);
    options.remember("corpus_hash", data.corpus_hash);
    options.remember("corpus", data.description);
    options.remember("device", device);
    options.remember("threads", std::to_string(threads));
    reporter.phase("Building the model");
    auto run = std::make_unique<TrainingRun>(options.config, std::move(data), device, threads,
                                             options.ranks);
    run->stepper.tell = [&reporter](const std::string& text) { reporter.message("log", text); };
    if (isCuda(device)) reporter.message("log", run->stepper.plan());
    const bool initialized = isRegularFile(options.folder.initialStateFile());
    if (initialized) {
        loadInitialState(run->model, options.folder.initialStateFile());
        reporter.message("log", "Weights are initialized from init.safetensors.");
    }
    if (options.resume_from)
        restore(*run, readCheckpoint(options.folder.path, *options.resume_from), reporter);
    shareRun(*run, !initialized && !options.resume_from, options.ranks);
    const std::vector<RankSite> sites = gatherSites(run->device, threads, options.ranks);
    rememberRanks(options, sites);
    if (chooseSums(sites, run->device, options.ranks))
        reporter.message("log", "Ranks add up on their GPUs (NCCL).");
    return run;
}

std::string describeData(const TrainingRun& run) {
    return run.data.description + ": " + std::to_string(run.data.train.tokens()) +
           " tokens to train on, " + std::to_string(run.data.validation.tokens()) +
           " to validate, " + std::to_string(run.batches.batchesPerEpoch()) + " steps an epoch, " +
           std::to_string(run.total_steps) + " in all, " + std::to_string(run.threads) +
           " threads" +
           (run.ranks.alone() ? "."
                              : " on each of " + std::to_string(run.ranks.size()) + " ranks.");
}

}  // namespace orrery
