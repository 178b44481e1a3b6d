// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/training_step.h"

#include <cmath>

#include "core/step/accumulation.h"
#include "core/step/schedule.h"

namespace orrery {
namespace {

/// Mean losses and what else the parts of a batch add up to.
void fill(StepResult& result, const Accumulation& step, const TargetMasks& masks) {
    const at::Tensor losses = step.losses().cpu().to(at::kDouble);
    const auto mean = [&](const at::Tensor& mask, std::int64_t count) {
        return count == 0 ? 0.0
                          : losses.masked_select(mask.cpu()).sum().item<double>() /
                                static_cast<double>(count);
    };
    result.loss = mean(masks.real, masks.real_count);
    result.loss_with_pads = mean(masks.valid, masks.valid_count);
    if (step.balanceLoss().defined()) result.balance_loss = step.balanceLoss().item<double>();
    if (!std::isfinite(result.loss_with_pads)) result.not_finite = "loss";
    result.routing = step.routing();
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
        fill(result, step, masks);
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
    result.key_changes = step.moveRouting(result.routing, input.targets);
    return result;
}

}  // namespace orrery
