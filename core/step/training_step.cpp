// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/training_step.h"

#include <cmath>

#include "core/step/accumulation.h"
#include "core/step/schedule.h"

namespace orrery {
namespace {

/// Sums over the targets of all ranks.
struct LossSums {
    double real = 0;
    double valid = 0;
    double balance = 0;
    at::Tensor used;  // [P], as reduceGradients takes it
};

LossSums lossSums(const Accumulation& step, const TargetMasks& masks,
                  const NamedParameters& parameters, const Ranks& ranks) {
    const at::Tensor losses = step.losses().cpu().to(at::kDouble);
    const auto sum = [&](const at::Tensor& mask) {
        return losses.masked_select(mask.cpu()).sum().item<double>();
    };
    const TargetMasks own = ranks.alone() ? masks : maskTargets(step.targets());
    const double balance = step.balanceLoss().defined() ? step.balanceLoss().item<double>() : 0.0;
    if (ranks.alone()) return {sum(own.real), sum(own.valid), balance, {}};
    at::Tensor sums = at::cat({at::tensor({sum(own.real), sum(own.valid), balance}, at::kDouble),
                               usedParameters(parameters)});
    ranks.allReduce(sums);
    const double* all = sums.const_data_ptr<double>();
    return {all[0], all[1], all[2], sums.narrow(0, 3, sums.numel() - 3)};
}

/// Mean losses and what else the parts of a batch add up to; gradients are those of all ranks then.
void fill(StepResult& result, const Accumulation& step, const TargetMasks& masks,
          const NamedParameters& parameters, const Ranks& ranks) {
    const LossSums sums = lossSums(step, masks, parameters, ranks);
    const auto mean = [&](double sum, std::int64_t count) {
        return count == 0 ? 0.0 : sum / static_cast<double>(count);
    };
    result.loss = mean(sums.real, masks.real_count);
    result.loss_with_pads = mean(sums.valid, masks.valid_count);
    result.balance_loss = sums.balance;
    if (!std::isfinite(result.loss_with_pads)) result.not_finite = "loss";
    result.routing = step.routing();
    result.routed_targets = step.targets();
    if (result.not_finite.empty()) reduceGradients(parameters, sums.used, ranks);
}

}  // namespace

StepResult trainingStep(LanguageModel& model, Optimizer& optimizer, const StepInput& input,
                        const Config& config, const StepOptions& options) {
    const NamedParameters parameters = beginStep(model, input);
    const TargetMasks masks = targetMasks(input.targets);
    StepResult result;
    result.real_targets = masks.real_count;
    result.targets = masks.valid_count;
    result.learning_rate = learningRate(config.train, options.step, options.total_steps);
    Accumulation step(model, config, options);
    if (!step.addBatch(input, masks)) result.not_finite = "loss";
    if (result.not_finite.empty()) {
        fill(result, step, masks, parameters, options.ranks);
        const GradientNorm norm = gradientNorm(parameters);
        result.gradient_norm = norm.norm;
        if (result.not_finite.empty()) result.not_finite = norm.not_finite;
    }
    if (!result.not_finite.empty()) {
        clearGradients(parameters);
        return result;
    }
    clipGradients(parameters, result.gradient_norm, config.train.clip_norm);
    options.before_moving();
    optimizer.step(result.learning_rate);
    result.key_changes = step.moveRouting(result.routing);
    return result;
}

}  // namespace orrery
