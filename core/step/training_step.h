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
#include "core/ranks/ranks.h"
#include "core/step/optimizer.h"

namespace orrery {

/// Of the whole batch, also where several ranks train: each takes its share of the rows.
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
                                         // the first alone. Of this rank's rows
    at::Tensor routed_targets;           // [b, T], the targets of those rows
    std::vector<KeyChange> key_changes;  // [L]; zeros where a layer's keys did not take part, and
                                         // on CUDA until synchronized()
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
    Ranks ranks = {};  // all make the same steps, of the same batches
};

/// forward -> loss -> backward -> clip -> optimizer -> key update of every layer -> balance bias
/// and learned temperature. The optimized loss counts padding when train.pad_in_loss. Micro-batches
/// of `input` when train.accumulation > 1 (rows are split). With several ranks each computes its
/// share of the rows of each micro-batch, and the sums over tokens are added up before anything
/// moves: numbers are of the whole batch, and weights, keys and usage stay equal on all ranks.
StepResult trainingStep(LanguageModel& model, Optimizer& optimizer, const StepInput& input,
                        const Config& config, const StepOptions& options);

}  // namespace orrery
