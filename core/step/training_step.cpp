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
    at::Tensor used;  // [P], as addGradients takes it
};

LossSums ownSums(const Accumulation& step, const TargetMasks& masks, const Ranks& ranks) {
    const at::Tensor losses = step.losses().cpu().to(at::kDouble);
    const auto sum = [&](const at::Tensor& mask) {
        return losses.masked_select(mask.cpu()).sum().item<double>();
    };
    const TargetMasks own = ranks.alone() ? masks : maskTargets(step.targets());
    const double balance = step.balanceLoss().defined() ? step.balanceLoss().item<double>() : 0.0;
    return {sum(own.real), sum(own.valid), balance, {}};
}

/// Sums of all ranks in the place of this one's, with what the step's keys and routers count.
void shareCounts(LossSums& sums, Accumulation& step, const std::vector<LayerRouting>& routing,
                 const NamedParameters& parameters, const Ranks& ranks) {
    if (ranks.alone()) return;
    at::Tensor numbers = at::tensor({sums.real, sums.valid, sums.balance}, at::kDouble);
    sums.used = usedParameters(parameters);
    RankSum exact(at::kDouble);
    exact.add(numbers);
    exact.add(sums.used);
    step.addCounts(exact, routing);
    exact.reduce(ranks);
    const double* all = numbers.const_data_ptr<double>();
    sums = {all[0], all[1], all[2], sums.used};
}

void shareGradients(Accumulation& step, const NamedParameters& parameters, const at::Tensor& used,
                    const Ranks& ranks) {
    if (ranks.alone()) return;
    RankSum sums(at::kFloat);
    addGradients(sums, parameters, used);
    step.addSums(sums);
    sums.reduce(ranks);
}

/// Mean losses and what else the parts of a batch add up to; gradients are those of all ranks then.
void fill(StepResult& result, Accumulation& step, const TargetMasks& masks,
          const NamedParameters& parameters, const Ranks& ranks) {
    LossSums sums = ownSums(step, masks, ranks);
    result.routing = step.routing();
    result.routed_targets = step.targets();
    shareCounts(sums, step, result.routing, parameters, ranks);
    const auto mean = [&](double sum, std::int64_t count) {
        return count == 0 ? 0.0 : sum / static_cast<double>(count);
    };
    result.loss = mean(sums.real, masks.real_count);
    result.loss_with_pads = mean(sums.valid, masks.valid_count);
    result.balance_loss = sums.balance;
    if (!std::isfinite(result.loss_with_pads)) result.not_finite = "loss";
    if (result.not_finite.empty()) shareGradients(step, parameters, sums.used, ranks);
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
