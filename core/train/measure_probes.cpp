// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/measure_probes.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/ops/check.h"
#include "core/ops/smallest_norm.h"
#include "core/step/causality.h"
#include "core/step/counted_tokens.h"
#include "core/step/gradients.h"
#include "core/step/loss.h"
#include "core/step/schedule.h"

namespace orrery {
namespace {

constexpr std::int64_t kCausalityRows = 2;
constexpr std::int64_t kCausalityTokens = 64;
constexpr double kDuplicateCosine = 0.99;
constexpr std::int64_t kKeysAtOnce = 1024;

/// Root mean square of the gradients of parameters whose name begins so; not a number without one.
double gradientRms(const NamedParameters& parameters, const std::string& prefix) {
    double sum = 0;
    std::int64_t count = 0;
    for (const auto& [name, parameter] : parameters) {
        if (!name.starts_with(prefix) || !parameter.grad().defined()) continue;
        sum += parameter.grad().to(at::kDouble).square().sum().item<double>();
        count += parameter.numel();
    }
    return std::sqrt(sum / static_cast<double>(count));
}

/// Keys [E, D] that have another at a cosine above the limit.
std::int64_t duplicateKeys(const at::Tensor& keys) {
    const at::Tensor unit = keys / keys.norm(2, 1, true).clamp_min(kSmallestNorm);
    std::int64_t count = 0;
    for (std::int64_t begin = 0; begin < unit.size(0); begin += kKeysAtOnce) {
        const at::Tensor block = unit.slice(0, begin, begin + kKeysAtOnce);  // [n, D]
        at::Tensor cosines = at::matmul(block, unit.t());                    // [n, E]
        cosines.diagonal(begin).fill_(0);
        count += std::get<0>(cosines.max(1)).gt(kDuplicateCosine).sum().item<std::int64_t>();
    }
    return count;
}

double share(const at::Tensor& part, const at::Tensor& whole) {
    const auto all = whole.sum().item<std::int64_t>();
    const auto found = part.logical_and(whole).sum().item<std::int64_t>();
    return all == 0 ? 0 : static_cast<double>(found) / static_cast<double>(all);
}

void measurePads(ProbeMeasures& measures, const TargetMasks& masks, const at::Tensor& targets,
                 const Config& config) {
    const at::Tensor pads = masks.valid.logical_and(masks.real.logical_not());
    measures.pads_in_targets = share(pads, masks.valid);
    if (config.some.experts == ExpertKind::none) return;
    measures.pads_in_keys = share(pads, keyTokens(config, targets));
}

void measureLayer(LayerMeasure& measure, LanguageModel& model, const LayerRouting& routing,
                  const TargetMasks& masks, std::int64_t layer) {
    if (routing.contribution.defined()) measure.contribution = routing.contribution.item<double>();
    const at::Tensor gates = routing.gates.index({masks.real});  // [n, k]
    if (gates.size(0) > 0)
        measure.gate_entropy =
            -(gates * gates.clamp_min(1e-30).log()).sum(-1).mean().item<double>();
    if (model->config().some.routing == Routing::keys)
        measure.duplicate_keys = duplicateKeys(model->keys(layer).detach());
    const at::Tensor& usage = model->usage(layer);
    const at::Tensor selected = at::bincount(routing.selected.flatten(), {}, usage.size(0));
    measure.unused_experts = usage.eq(0).logical_and(selected.eq(0)).sum().item<std::int64_t>();
}

}  // namespace

ProbeMeasures measureProbes(LanguageModel& model, const StepInput& batch, const Config& config,
                            std::int64_t step, std::int64_t total_steps) {
    const std::int64_t rows = std::max<std::int64_t>(
        1, batch.inputs.size(0) / std::max<std::int64_t>(1, config.train.accumulation));
    const at::Tensor inputs = batch.inputs.narrow(0, 0, rows);
    const at::Tensor targets = batch.targets.narrow(0, 0, rows);
    ProbeMeasures measures;
    measures.leak =
        causalityProbe(model, inputs.slice(0, 0, kCausalityRows).slice(1, 0, kCausalityTokens),
                       config.train.temperature);

    ForwardOptions options;
    options.temperature = config.train.temperature;
    options.step = step;
    options.top_k = activeTopK(config.some, step, total_steps);
    options.contribution = true;
    options.logits = false;
    const NamedParameters parameters = model->trainedParameters();
    clearGradients(parameters);
    const at::AutoGradMode with_gradient(true);
    const TargetMasks masks = targetMasks(targets);
    const at::Tensor& counted = lossTokens(config.train, masks);
    const at::Tensor weights = counted.to(at::kFloat) / counted.sum().clamp_min(1).to(at::kFloat);
    const ForwardResult result = model->forward(inputs, options);
    const HeadLoss loss =
        headLoss(result.hidden.flatten(0, 1), model->headWeight(), model->headBias(), targets,
                 weights, config.train.precision == Precision::bf16);
    if (loss.weighted.requires_grad()) loss.weighted.backward();
    const at::Tensor losses = loss.per_token.to(at::kDouble);
    const auto mean = [&](const at::Tensor& mask) {
        return mask.any().item<bool>() ? losses.masked_select(mask).mean().item<double>() : 0.0;
    };
    measures.loss = mean(masks.real);
    measures.loss_with_pads = mean(masks.valid);
    measurePads(measures, masks, targets, config);
    const at::NoGradGuard no_gradient;
    for (std::int64_t layer = 0; layer < config.model.num_layers; ++layer) {
        const LayerRouting& routing = result.routing[static_cast<std::size_t>(layer)];
        if (!routing.selected.defined()) continue;
        LayerMeasure measure;
        measureLayer(measure, model, routing, masks, layer);
        const std::string name = "layers." + std::to_string(layer) + ".";
        measure.query_gradient = gradientRms(parameters, name + "some.query.") /
                                 gradientRms(parameters, name + "attention.");
        measures.layers.push_back(measure);
    }
    clearGradients(parameters);
    return measures;
}

}  // namespace orrery
