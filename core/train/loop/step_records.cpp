// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/step_records.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/devices/device.h"

namespace orrery {
namespace {

/// Keys that this step made rare (delta) or respawned.
void addKeyChanges(NamedValues& values, const std::vector<KeyChange>& changes) {
    for (std::size_t layer = 0; layer < changes.size(); ++layer) {
        const std::string name = "layer" + std::to_string(layer) + "/";
        values.emplace_back(name + "decayed", static_cast<double>(changes[layer].decayed));
        values.emplace_back(name + "respawned", static_cast<double>(changes[layer].respawned));
    }
}

/// The temperatures that keys.temperature: learned left in use.
void addTemperatures(NamedValues& values, LanguageModel& model, double temperature) {
    for (std::int64_t layer = 0; layer < model->config().model.num_layers; ++layer) {
        const at::Tensor learned = model->logTemperature(layer);
        if (learned.defined())
            values.emplace_back("layer" + std::to_string(layer) + "/temperature",
                                temperature * std::exp(learned.item<double>()));
    }
}

void addMemory(NamedValues& values, const std::string& device) {
    const DeviceMemory memory = deviceMemory(device);
    values.emplace_back("memory/used", static_cast<double>(memory.used));
    values.emplace_back("memory/total", static_cast<double>(memory.total));
}

}  // namespace

void StepRecords::add(const StepResult& result, double seconds) {
    reporter_.progress.step = run_.step;
    reporter_.progress.epoch = run_.epoch();
    reporter_.progress.loss = result.loss;
    run_.statistics.add(result.routing, result.routed_targets);
    if (run_.config.keys.respawn_threshold > 0) respawned_.add(result.key_changes);
    NamedValues values = stepValues(result, seconds);
    const bool last = run_.step == run_.total_steps;
    if (last || run_.due(run_.config.snapshots.usage_every)) addLayerValues(values, result);
    reporter_.scalars(std::move(values));
    if (last || run_.due(run_.config.snapshots.keys_every)) snapshotKeys(true);
    estimateTimeLeft(seconds);
    reporter_.publishProgress();
}

NamedValues StepRecords::stepValues(const StepResult& result, double seconds) const {
    const auto batches = static_cast<double>(run_.batches.batchesPerEpoch());
    Progress& progress = reporter_.progress;
    progress.tokens_per_second = static_cast<double>(result.targets) / seconds;
    progress.real_tokens_per_second = static_cast<double>(result.real_targets) / seconds;
    return {{"train/loss", result.loss},
            {"train/loss_with_pads", result.loss_with_pads},
            {"train/perplexity", std::exp(result.loss)},
            {"train/learning_rate", result.learning_rate},
            {"train/gradient_norm", result.gradient_norm},
            {"train/tokens_per_second", progress.tokens_per_second},
            {"train/real_tokens_per_second", progress.real_tokens_per_second},
            {"train/real_tokens", static_cast<double>(run_.real_tokens)},
            {"time/epoch", static_cast<double>(run_.step) / batches}};
}

void StepRecords::addLayerValues(NamedValues& values, const StepResult& result) {
    const auto append = [&](const NamedValues& more) {
        values.insert(values.end(), more.begin(), more.end());
    };
    run_.statistics.collect(run_.ranks);
    for (const Usage& usage : run_.statistics.usageEvents(run_.step))
        reporter_.publish(usage);
    append(
        run_.statistics.takeValues(run_.model, result.routing, result.routed_targets, run_.ranks));
    alarm_.add(run_.config, run_.step, run_.total_steps, values);
    append(run_.rank_meter.take(run_.step));
    addKeyChanges(values, synchronized(result.key_changes));
    addTemperatures(values, run_.model, run_.config.train.temperature);
    addMemory(values, reporter_.device);
    if (run_.config.some.balance_loss > 0)
        values.emplace_back("train/balance_loss", result.balance_loss);
}

void StepRecords::estimateTimeLeft(double seconds) {
    constexpr double share = 0.05;  // of the newest step
    step_seconds_ = step_seconds_ == 0 ? seconds : (1 - share) * step_seconds_ + share * seconds;
    reporter_.progress.seconds_left =
        step_seconds_ * static_cast<double>(run_.total_steps - run_.step);
}

void StepRecords::publishRespawned() {
    for (const Respawned& event : respawned_.take(run_.step, reporter_.clock.seconds()))
        reporter_.publish(event);
}

void StepRecords::snapshotKeys(bool with_drift) {
    publishRespawned();
    for (Keys& keys : keySnapshots(run_.model, run_.step))
        reporter_.publish(std::make_shared<const Keys>(std::move(keys)));
    snapshot_step_ = run_.step;
    if (!with_drift) return;
    NamedValues drift = run_.statistics.takeDrift(run_.model);
    if (!drift.empty()) reporter_.scalars(std::move(drift));
}

}  // namespace orrery
