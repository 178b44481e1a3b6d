// SPDX-License-Identifier: GPL-3.0-or-later
// Forward and backward of a step, micro-batch after micro-batch: what both ways to step share
// (training_step.h, device_step.h).
#pragma once
#include <ATen/ATen.h>

#include <optional>
#include <vector>

#include "core/step/counted_tokens.h"
#include "core/step/gradients.h"
#include "core/step/key_step.h"
#include "core/step/loss.h"
#include "core/step/rank_sums.h"
#include "core/step/router_step.h"
#include "core/step/training_step.h"

namespace orrery {

/// Checks the input's shape, clears the gradients of what is trained and returns that. Throws
/// Error for inputs and targets of different shapes.
NamedParameters beginStep(LanguageModel& model, const StepInput& input);

/// A step under way: what its micro-batches add up to.
class Accumulation {
public:
    Accumulation(LanguageModel& model, const Config& config, const StepOptions& options);

    /// Forward and backward of all of the batch in train.accumulation parts. False, at once, when a
    /// part's loss is known not to be finite: on the CPU, without other ranks. Elsewhere nobody
    /// looks.
    bool addBatch(const StepInput& input, const TargetMasks& masks);

    // Of this rank's rows.
    at::Tensor losses() const { return at::cat(losses_); }           // [N] of all targets
    at::Tensor targets() const { return at::cat(targets_); }         // [b, T]
    const at::Tensor& balanceLoss() const { return balance_loss_; }  // scalar, or undefined
    std::vector<LayerRouting> routing() const;  // [L], of all parts; queries of the first
    /// Sums over ranks that routing() and what moves without a gradient need, in two messages:
    /// numbers that double is exact for, then those that depend on them. Several ranks alone.
    void addCounts(RankSum& exact, const std::vector<LayerRouting>& routing);
    void addSums(RankSum& sums);
    /// What moves without a gradient: keys, then balance biases and learned temperatures. One
    /// KeyChange a layer.
    std::vector<KeyChange> moveRouting(const std::vector<LayerRouting>& routing);

private:
    bool add(const StepInput& part, const at::Tensor& weights);
    void addNothing(const StepInput& part);
    at::Tensor balanceOf(std::vector<LayerRouting>& routing, const at::Tensor& targets);
    void keep(std::vector<LayerRouting> routing, const TokenShare& tokens);
    void reduceContributions();

    LanguageModel& model_;
    const Config& config_;
    ForwardOptions forward_;
    KeyStep keys_;
    std::optional<RouterSums> router_;  // of all ranks
    at::Tensor counted_;  // scalar: tokens of the whole batch that count for the balance loss
    at::Tensor balance_loss_;
    const Ranks ranks_;
    std::vector<at::Tensor> losses_;   // of each part
    std::vector<at::Tensor> targets_;  // of each part, [b, T]
    std::vector<std::vector<LayerRouting>> routing_;
};

}  // namespace orrery
