// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_run.h"

#include <cmath>
#include <utility>

#include "core/config/yaml.h"
#include "core/error.h"
#include "core/files/sha256.h"
#include "core/runs/run_folder.h"
#include "core/step/batch_tensors.h"
#include "core/step/optimizer.h"
#include "core/train/ranks/rank_checksum.h"

namespace orrery {
namespace {

LanguageModel makeModel(const Config& config, at::Device device) {
    LanguageModel model(config);
    if (!device.is_cpu()) model->moveTo(device);
    return model;
}

}  // namespace

BatchOptions trainingBatches(const Config& config) {
    BatchOptions options;
    options.seq_len = config.model.seq_len;
    options.batch_size = config.train.batch_size;
    options.packing = config.data.packing;
    options.seed = static_cast<std::uint64_t>(config.train.seed);
    return options;
}

std::string configHash(const Config& config) {
    return sha256Hex(toYaml(config)).substr(0, 16);
}

TrainingRun::TrainingRun(const Config& given, PreparedData prepared, const std::string& device_name,
                         int thread_count, const Ranks& given_ranks)
    : config(given),
      data(std::move(prepared)),
      device(device_name),
      threads(thread_count),
      ranks(given_ranks),
      lead(given_ranks),
      rank_meter(given_ranks),
      model(makeModel(config, device)),
      optimizer(makeOptimizer(config.train, model)),
      stepper(model, *optimizer, config, stepBackend(device_name)),
      batches(data.train, trainingBatches(config)),
      statistics(config),
      config_hash_(configHash(config)) {
    total_steps = config.train.max_steps > 0 ? config.train.max_steps
                                             : batches.batchesPerEpoch() * config.train.epochs;
}

void ValidationLoss::add(std::int64_t at_step, double loss) {
    last = loss;
    step = at_step;
    if (loss < best || std::isnan(best)) best = loss;
}

bool TrainingRun::due(std::int64_t every) const {
    if (every > 0) return step % every == 0;
    return step > 0 && step % batches.batchesPerEpoch() == 0;
}

StepInput TrainingRun::made(std::int64_t index) {
    const BatchTensors tensors = toTensors(batches.batch(index));
    if (device.is_cpu()) return {tensors.inputs, tensors.targets};
    // Out of pinned memory a copy does not keep this thread waiting.
    const auto copied = [&](const at::Tensor& tensor) {
        return tensor.pin_memory().to(device, /*non_blocking=*/true);
    };
    return {copied(tensors.inputs), copied(tensors.targets)};
}

StepInput TrainingRun::input(std::int64_t index) {
    return index == staged_index_ ? staged_ : made(index);
}

void TrainingRun::stage(std::int64_t index) {
    staged_ = made(index);
    staged_index_ = index;
}

EvaluatorOptions TrainingRun::evaluatorOptions() const {
    EvaluatorOptions options;
    options.step = step;
    options.total_steps = total_steps;
    options.batches = config.eval.batches;
    options.expert_tokens = true;
    options.ranks = ranks;
    return options;
}

void TrainingRun::prepareCheckpoint() {
    statistics.collect(ranks);
    requireEqualRanks(model->state(false), ranks);
    requireEqualRanks(optimizer->state(), ranks);
}

CheckpointContent TrainingRun::checkpoint(double seconds) const {
    CheckpointContent content;
    content.state.step = step;
    content.state.total_steps = total_steps;
    content.state.epoch = epoch();
    content.state.seed = config.train.seed;
    content.state.threads = threads;
    content.state.real_tokens = real_tokens;
    content.state.seconds = seconds;
    if (validation.step == step) content.state.validation_loss = validation.last;
    content.state.best_loss = validation.best;
    content.state.program_version = programVersion();
    content.state.config_hash = config_hash_;
    content.model = model->state(storesExperts());
    content.optimizer = optimizer->state();
    content.session = statistics.state();
    return content;
}

void TrainingRun::restore(const CheckpointContent& content) {
    model->loadState(content.model, storesExperts());
    if (content.optimizer.empty())
        throw Error(
            "The checkpoint of step " + std::to_string(content.state.step) +
            " has no optimizer: the run was imported, and can't be resumed. Begin a run with "
            "its weights: orrery-cli train CONFIG --init .../model.safetensors.");
    optimizer->loadState(content.optimizer);
    statistics.loadState(content.session);
    step = content.state.step;
    real_tokens = content.state.real_tokens;
    const double loss = content.state.validation_loss;
    validation = {loss, std::isnan(loss) ? -1 : step, content.state.best_loss};
}

}  // namespace orrery
