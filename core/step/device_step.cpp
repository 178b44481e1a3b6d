// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/device_step.h"

#include <ATen/core/grad_mode.h>

#include <cmath>

#include "core/step/accumulation.h"

namespace orrery {
namespace {

/// What stands before the norms in the numbers of a step.
enum StepNumber : std::int64_t {
    real_loss,
    valid_loss,
    valid_count,
    real_count,
    balance,
    norm,
    norms
};

/// What moves without a gradient, as it was: keys, usage, biases and temperatures.
class Rollback {
public:
    explicit Rollback(LanguageModel& model) {
        const Config& config = model->config();
        if (config.some.experts == ExpertKind::none) return;
        for (std::int64_t layer = 0; layer < config.model.num_layers; ++layer)
            for (const at::Tensor& tensor :
                 {model->keys(layer), model->usage(layer), model->balanceBias(layer),
                  model->logTemperature(layer)})
                if (tensor.defined()) kept_.emplace_back(tensor, tensor.clone());
    }
    /// Puts all of it back unless the step is `finite` (scalar bool).
    void restoreUnless(const at::Tensor& finite) {
        for (auto& [tensor, before] : kept_)
            tensor.copy_(at::where(finite, tensor, before));
    }

private:
    std::vector<std::pair<at::Tensor, at::Tensor>> kept_;
};

/// [3] double, of this rank's rows: the sums of losses of real and of valid targets, and the
/// balance loss.
at::Tensor lossSums(const Accumulation& step, const TargetMasks& masks, bool failed) {
    const auto options = masks.counts.options().dtype(at::kDouble);
    if (failed) return at::full({3}, std::nan(""), options);
    const at::Tensor losses = step.losses().to(at::kDouble);
    const auto sum = [&](const at::Tensor& mask) {
        return losses.masked_fill(mask.logical_not(), 0).sum();
    };
    return at::stack({sum(masks.real), sum(masks.valid),
                      step.balanceLoss().defined() ? step.balanceLoss().to(at::kDouble)
                                                   : at::zeros({}, options)});
}

/// Sums of all ranks in the place of this one's, in the two messages of trainingStep. Each rank has
/// rows here, and so gradients of the same parameters.
void shareSums(at::Tensor& losses, Accumulation& step, const std::vector<LayerRouting>& routing,
               const NamedParameters& parameters, const Ranks& ranks) {
    if (ranks.alone()) return;
    RankSum exact(at::kDouble);
    exact.add(losses);
    step.addCounts(exact, routing);
    exact.reduce(ranks);
    RankSum sums(at::kFloat);
    addGradients(sums, parameters, usedParameters(parameters));
    step.addSums(sums);
    sums.reduce(ranks);
}

/// [norms + P] double: what result() reads.
at::Tensor numbersOf(const at::Tensor& losses, const TargetMasks& masks, const at::Tensor& lengths,
                     const at::Tensor& length) {
    const at::Device device = losses.device();
    return at::cat({losses.narrow(0, 0, 2), masks.counts.to(at::kDouble), losses.narrow(0, 2, 1),
                    length.to(device).view({1}), lengths.to(device)});
}

}  // namespace

void DeviceStep::run(const StepInput& input, const Config& config, const StepOptions& options) {
    const NamedParameters parameters = beginStep(model_, input);
    const TargetMasks masks = maskTargets(input.targets);
    Accumulation step(model_, config, options);
    const bool known_to_fail = !step.addBatch(input, masks);  // on the CPU

    const at::NoGradGuard no_gradient;
    const bool alone = options.ranks.alone();
    routed_targets_ = alone ? input.targets : step.targets();
    at::Tensor losses = lossSums(step, alone ? masks : maskTargets(routed_targets_), known_to_fail);
    if (!known_to_fail) routing_ = step.routing();
    shareSums(losses, step, routing_, parameters, options.ranks);
    const GradientNorms all = gradientNorms(parameters);
    names_ = all.names;
    const at::Tensor length = all.norms.square().sum().sqrt();
    numbers_ = numbersOf(losses, masks, all.norms, length);
    const at::Tensor finite =
        numbers_[valid_loss].isfinite().logical_and(numbers_[norm].isfinite());
    clipGradients(parameters, length, config.train.clip_norm);
    options.before_moving();
    optimizer_.stepUnless(finite.logical_not().to(at::kFloat));
    if (known_to_fail) return;
    Rollback rollback(model_);
    key_changes_ = step.moveRouting(routing_);
    rollback.restoreUnless(finite);
}

StepResult DeviceStep::result() {
    const at::Tensor numbers = numbers_.cpu();
    const double* number = numbers.const_data_ptr<double>();
    const auto mean = [&](double sum, double count) {
        return count == 0 && std::isfinite(sum) ? 0.0 : sum / count;
    };
    StepResult result;
    result.real_targets = static_cast<std::int64_t>(number[real_count]);
    result.targets = static_cast<std::int64_t>(number[valid_count]);
    result.loss = mean(number[real_loss], number[real_count]);
    result.loss_with_pads = mean(number[valid_loss], number[valid_count]);
    result.balance_loss = number[balance];
    result.gradient_norm = number[norm];
    if (!std::isfinite(number[valid_loss])) result.not_finite = "loss";
    for (std::size_t i = 0; i < names_.size() && result.not_finite.empty(); ++i)
        if (!std::isfinite(number[norms + static_cast<std::int64_t>(i)]))
            result.not_finite = names_[i];
    if (result.not_finite.empty() && !std::isfinite(number[norm]))
        result.not_finite = "the gradient's norm";
    optimizer_.synchronize(result.not_finite.empty());
    if (result.not_finite.empty()) {
        result.routing = routing_;
        result.routed_targets = routed_targets_;
        result.key_changes = key_changes_;
    }
    return result;
}

}  // namespace orrery
