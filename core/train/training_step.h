// SPDX-License-Identifier: GPL-3.0-or-later
// One step of training (core/README.md, section 3): the loop of trainer.h and of `replay` both call
// it.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/model/language_model.h"
#include "core/ops/key_update.h"

namespace orrery {

/// AdamW or Adafactor over named parameters; its state is saved and loaded by name.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    virtual void step(double learning_rate) = 0;  // uses and clears the parameters' gradients
    virtual std::map<std::string, at::Tensor> state() const = 0;
    virtual void loadState(const std::map<std::string, at::Tensor>& state) = 0;  // throws Error
};
/// An optimizer whose step can be decided and made where the parameters are, in an order that may
/// be recorded (device_step.h).
class DeviceOptimizer {
public:
    virtual ~DeviceOptimizer() = default;
    /// Tells the device what the next step takes from the host.
    virtual void prepare(double learning_rate) = 0;
    /// The prepared step, or nothing where `not_finite` (scalar float) is 1; clears the gradients.
    /// Waits for no device.
    virtual void stepUnless(const at::Tensor& not_finite) = 0;
    /// What became of it.
    virtual void settle(bool stepped) = 0;
};
std::unique_ptr<Optimizer> makeOptimizer(const TrainConfig& config, const LanguageModel& model);

/// Learning rate of `step` (counts from 0) of `total_steps`: warm-up, then cosine to 0 or constant.
double learningRate(const TrainConfig& config, std::int64_t step, std::int64_t total_steps);

struct StepInput {
    at::Tensor inputs;   // [B, T] int64
    at::Tensor targets;  // [B, T] int64; -100 = ignored by loss, pad_id = padding
};

struct StepResult {
    double loss = 0;            // mean over real targets (not padding, not ignored)
    double loss_with_pads = 0;  // mean over all targets, padding included
    double gradient_norm = 0;   // before clipping
    double learning_rate = 0;
    double balance_loss = 0;  // summed over layers, without some.balance_loss; 0 when that is off
    std::int64_t real_targets = 0;
    std::int64_t targets = 0;
    std::vector<LayerRouting> routing;   // [L], of all micro-batches in their order; queries of
                                         // the first alone
    std::vector<KeyChange> key_changes;  // [L]; zeros where a layer's keys did not take part, and
                                         // on CUDA until settled()
    /// Empty when loss and gradients are finite. Else names the first tensor that is not ("loss",
    /// "layers.3.attention.in_proj.weight"), and neither weights nor keys were touched.
    std::string not_finite;
};

struct StepOptions {
    std::int64_t step = 0;         // counts from 0
    std::int64_t total_steps = 0;  // for the schedules
    bool contribution = false;
    /// Called once all is known that the step needs, before weights, keys or usage move: where it
    /// throws earlier the model is as it was.
    std::function<void()> before_moving = [] {};
};

/// forward -> loss -> backward -> clip -> optimizer -> key update of every layer -> balance bias
/// and learned temperature. The optimized loss counts padding when train.pad_in_loss. Micro-batches
/// of `input` when train.accumulation > 1 (rows are split).
StepResult trainingStep(LanguageModel& model, Optimizer& optimizer, const StepInput& input,
                        const Config& config, const StepOptions& options);

/// The key update of every layer alone (evaluation with eval.update_keys). step counts from 1.
/// Returns one KeyChange a layer.
std::vector<KeyChange> updateKeys(LanguageModel& model, const std::vector<LayerRouting>& routing,
                                  const at::Tensor& targets, const Config& config,
                                  std::int64_t step, std::int64_t total_steps);

/// Experts a token has at `step` (from 0): 1 for the first some.top_k_warmup of the steps, then
/// over as many steps a ramp to some.top_k.
std::int64_t activeTopK(const SomeConfig& config, std::int64_t step, std::int64_t total_steps);

/// Logits at positions <= t when token t + 1 changes: the largest absolute difference over a few t.
/// Rounding noise (below 1e-4) for a causal model: other experts' rows are added in other vector
/// lanes.
double causalityProbe(LanguageModel& model, const at::Tensor& tokens, double temperature);

}  // namespace orrery
