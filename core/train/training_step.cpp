// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/training_step.h"

#include <algorithm>
#include <cmath>

#include "core/ops/check.h"
#include "core/train/gradients.h"
#include "core/train/key_step.h"
#include "core/train/loss.h"
#include "core/train/router_step.h"

namespace orrery {
namespace {

/// Weights of the optimized loss: 1 / number of counted targets of the whole batch where a target
/// counts.
at::Tensor lossWeights(const TargetMasks& masks, bool pad_in_loss) {
    const auto count = static_cast<double>(
        std::max<std::int64_t>(1, pad_in_loss ? masks.valid_count : masks.real_count));
    return (pad_in_loss ? masks.valid : masks.real).to(at::kFloat).div_(count);
}

at::Tensor joined(const std::vector<at::Tensor>& parts) {
    if (!parts.front().defined()) return {};
    return parts.size() == 1 ? parts.front() : at::cat(parts);
}

/// One layer's routing over all micro-batches, with the queries of the first.
LayerRouting joinRouting(const std::vector<std::vector<LayerRouting>>& parts, std::size_t layer) {
    std::vector<at::Tensor> selected;
    std::vector<at::Tensor> gates;
    LayerRouting result;
    for (const auto& part : parts) {
        selected.push_back(part[layer].selected);
        gates.push_back(part[layer].gates);
        result.contribution += part[layer].contribution / static_cast<double>(parts.size());
    }
    result.queries = parts.front()[layer].queries;
    result.selected = joined(selected);
    result.gates = joined(gates);
    return result;
}

/// A step under way: what its micro-batches add up to.
class Accumulation {
public:
    /// `counted` tokens of the whole batch count for the balance loss.
    Accumulation(LanguageModel& model, const Config& config, const StepOptions& options,
                 std::int64_t counted)
        : model_(model),
          config_(config),
          counted_(counted),
          keys_(config, options.step + 1, options.total_steps) {
        forward_.temperature = config.train.temperature;
        forward_.step = options.step;
        forward_.top_k = activeTopK(config.some, options.step, options.total_steps);
        forward_.contribution = options.contribution;
        forward_.probabilities = config.some.balance_loss > 0;
        forward_.logits = false;
    }

    /// Forward and backward of rows [b, T]; weights [b*T] are this part of the batch's. False when
    /// the loss is not finite.
    bool add(const at::Tensor& inputs, const at::Tensor& targets, const at::Tensor& weights) {
        ForwardResult result = model_->forward(inputs, forward_);
        const HeadLoss loss =
            headLoss(result.hidden.reshape({-1, result.hidden.size(2)}), model_->headWeight(),
                     model_->headBias(), targets, weights, config_.train.precision == "bf16");
        // On a device a look would wait for it: there fill() finds what is not finite.
        if (loss.weighted.is_cpu() && !std::isfinite(loss.weighted.item<double>())) return false;
        at::Tensor objective = loss.weighted;
        if (forward_.probabilities) {
            const at::Tensor balance =
                balanceLoss(result.routing, keyTokens(config_, targets), counted_);
            balance_loss_ =
                balance_loss_.defined() ? balance_loss_ + balance.detach() : balance.detach();
            objective = objective + config_.some.balance_loss * balance;
        }
        objective.backward();
        losses_.push_back(loss.per_token);
        keys_.add(result.routing, targets);
        // Queries are the largest part of it, and few are looked at later.
        if (!routing_.empty())
            for (LayerRouting& layer : result.routing)
                layer.queries = at::Tensor();
        routing_.push_back(std::move(result.routing));
        ++forward_.micro_batch;
        return true;
    }

    std::vector<KeyChange> moveKeys() { return keys_.apply(model_); }

    void fill(StepResult& result, const TargetMasks& masks) const {
        at::Tensor losses = at::cat(losses_).to(at::kDouble);
        if (!losses.is_cpu()) losses = losses.cpu();
        const auto mean = [&](const at::Tensor& mask, std::int64_t count) {
            return count == 0 ? 0.0
                              : losses.masked_select(mask.cpu()).sum().item<double>() /
                                    static_cast<double>(count);
        };
        result.loss = mean(masks.real, masks.real_count);
        result.loss_with_pads = mean(masks.valid, masks.valid_count);
        if (balance_loss_.defined()) result.balance_loss = balance_loss_.item<double>();
        if (!std::isfinite(result.loss_with_pads)) result.not_finite = "loss";
        for (std::size_t layer = 0; layer < routing_.front().size(); ++layer)
            result.routing.push_back(joinRouting(routing_, layer));
    }

private:
    LanguageModel& model_;
    const Config& config_;
    std::int64_t counted_;
    ForwardOptions forward_;
    KeyStep keys_;
    at::Tensor balance_loss_;  // summed over parts; undefined without one
    std::vector<at::Tensor> losses_;
    std::vector<std::vector<LayerRouting>> routing_;
};

}  // namespace

StepResult trainingStep(LanguageModel& model, Optimizer& optimizer, const StepInput& input,
                        const Config& config, const StepOptions& options) {
    require(input.inputs.dim() == 2 && input.inputs.sizes() == input.targets.sizes(),
            "A training step needs inputs and targets of one shape [B, T].");
    const NamedParameters parameters = model->trainedParameters();
    clearGradients(parameters);
    const TargetMasks masks = targetMasks(input.targets);
    const at::Tensor weights =
        lossWeights(masks, config.train.pad_in_loss).view(input.targets.sizes());
    StepResult result;
    result.real_targets = masks.real_count;
    result.targets = masks.valid_count;
    result.learning_rate = learningRate(config.train, options.step, options.total_steps);

    const std::int64_t of_targets = config.train.pad_in_loss ? masks.valid_count : masks.real_count;
    const std::int64_t counted =
        config.keys.tokens == "targets" ? of_targets : input.targets.numel();
    Accumulation step(model, config, options, counted);
    const std::int64_t rows = input.inputs.size(0);
    const std::int64_t parts = std::clamp<std::int64_t>(config.train.accumulation, 1, rows);
    for (std::int64_t part = 0; part < parts && result.not_finite.empty(); ++part) {
        const std::int64_t begin = rows * part / parts;
        const std::int64_t size = rows * (part + 1) / parts - begin;
        if (!step.add(input.inputs.narrow(0, begin, size), input.targets.narrow(0, begin, size),
                      weights.narrow(0, begin, size)))
            result.not_finite = "loss";
    }
    if (result.not_finite.empty()) {
        step.fill(result, masks);
        const GradientNorm norm = gradientNorm(parameters);
        result.gradient_norm = norm.norm;
        if (result.not_finite.empty()) result.not_finite = norm.not_finite;
    }
    if (!result.not_finite.empty()) {
        clearGradients(parameters);
        return result;
    }
    clipGradients(parameters, result.gradient_norm, config.train.clip_norm);
    optimizer.step(result.learning_rate);
    result.key_changes = step.moveKeys();
    moveRouters(model, result.routing, input.targets, config);
    return result;
}

std::vector<KeyChange> updateKeys(LanguageModel& model, const std::vector<LayerRouting>& routing,
                                  const at::Tensor& targets, const Config& config,
                                  std::int64_t step, std::int64_t total_steps) {
    KeyStep keys(config, step, total_steps);
    keys.add(routing, targets);
    return keys.apply(model);
}

}  // namespace orrery
