// SPDX-License-Identifier: GPL-3.0-or-later
// All that a run has in memory while it trains, and its way into and out of a checkpoint. One
// thread.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "core/config/config.h"
#include "core/data/batches.h"
#include "core/model/language_model.h"
#include "core/step/stepper.h"
#include "core/step/training_step.h"
#include "core/train/checkpoint.h"
#include "core/train/evaluator.h"
#include "core/train/layer_statistics.h"
#include "core/train/preparation.h"
#include "core/train/ranks/rank_meter.h"
#include "core/train/ranks/rank_orders.h"

namespace orrery {

/// The last loss over the validation texts, and the lowest. NaN where there was none.
struct ValidationLoss {
    double last = std::numeric_limits<double>::quiet_NaN();
    std::int64_t step = -1;  // where the last was measured; -1 = nowhere
    double best = std::numeric_limits<double>::quiet_NaN();

    void add(std::int64_t at_step, double loss);
};

/// How a run's batches are made of its tokens.
BatchOptions trainingBatches(const Config& config);

class TrainingRun {
public:
    /// Draws the model of the seed. Throws Error when the configuration or the corpus does not
    /// allow it.
    TrainingRun(const Config& config, PreparedData data, const std::string& device, int threads,
                const Ranks& ranks = {});

    Config config;  // live fields change
    PreparedData data;
    at::Device device;
    int threads;
    Ranks ranks;    // that train it together; each has a TrainingRun
    RankLead lead;  // for rank 0
    RankMeter rank_meter;
    LanguageModel model;
    std::unique_ptr<Optimizer> optimizer;
    Stepper stepper;
    BatchStream batches;
    LayerStatistics statistics;
    std::int64_t total_steps = 0;
    std::int64_t step = 0;         // completed
    std::int64_t real_tokens = 0;  // trained on
    ValidationLoss validation;

    std::int64_t epoch() const { return step / batches.batchesPerEpoch(); }
    /// What happens `every` so many steps happens after the step that is completed; 0 = at the end
    /// of each epoch.
    bool due(std::int64_t every) const;
    StepInput input(std::int64_t index);
    /// Sends input(index) on its way to the device, ahead of its step.
    void stage(std::int64_t index);

    /// Of an evaluation as it is made while the run trains.
    EvaluatorOptions evaluatorOptions() const;
    /// Brings rank 0 what a checkpoint holds. All ranks; throws Error where they differ.
    void prepareCheckpoint();
    CheckpointContent checkpoint(double seconds) const;
    /// Takes over a checkpoint of this run. Throws Error when it does not fit; nothing is to be
    /// used then.
    void restore(const CheckpointContent& content);

private:
    bool storesExperts() const { return config.checkpoint.experts == ExpertStorage::full; }
    StepInput made(std::int64_t index);

    const std::string config_hash_;
    std::int64_t staged_index_ = -1;
    StepInput staged_;
};

/// A short hash of the complete configuration.
std::string configHash(const Config& config);

}  // namespace orrery
