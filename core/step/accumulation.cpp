// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/accumulation.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>

#include "core/ops/check.h"
#include "core/ranks/row_share.h"
#include "core/step/schedule.h"

namespace orrery {
namespace {

at::Tensor joined(const std::vector<at::Tensor>& parts) {
    if (!parts.front().defined()) return {};
    return parts.size() == 1 ? parts.front() : at::cat(parts);
}

/// One layer's routing over all micro-batches, with the queries of the first.
LayerRouting joinRouting(const std::vector<std::vector<LayerRouting>>& parts, std::size_t layer) {
    std::vector<at::Tensor> selected;
    std::vector<at::Tensor> gates;
    std::vector<at::Tensor> contributions;
    for (const auto& part : parts) {
        selected.push_back(part[layer].selected);
        gates.push_back(part[layer].gates);
        contributions.push_back(part[layer].contribution);
    }
    LayerRouting result;
    result.queries = parts.front()[layer].queries;
    result.selected = joined(selected);
    result.gates = joined(gates);
    if (contributions.front().defined()) result.contribution = at::stack(contributions).mean();
    return result;
}

/// Weights of the optimized loss: 1 / number of counted targets of the whole batch where a target
/// counts. `targets` [B, T] gives the shape.
at::Tensor lossWeights(const TrainConfig& config, const TargetMasks& masks,
                       const at::Tensor& targets) {
    const at::Tensor count = masks.counts[config.pad_in_loss ? 0 : 1].clamp_min(1).to(at::kFloat);
    return lossTokens(config, masks).to(at::kFloat).div_(count).view(targets.sizes());
}

}  // namespace

NamedParameters beginStep(LanguageModel& model, const StepInput& input) {
    require(input.inputs.dim() == 2 && input.inputs.sizes() == input.targets.sizes(),
            "A training step needs inputs and targets of one shape [B, T].");
    NamedParameters parameters = model->trainedParameters();
    clearGradients(parameters);
    return parameters;
}

Accumulation::Accumulation(LanguageModel& model, const Config& config, const StepOptions& options)
    : model_(model),
      config_(config),
      keys_(config, options.step + 1, options.total_steps),
      ranks_(options.ranks) {
    model_->intervene(config.some.interventions);
    forward_.temperature = config.train.temperature;
    forward_.step = options.step;
    forward_.top_k = activeTopK(config.some, options.step, options.total_steps);
    forward_.contribution = options.contribution;
    forward_.probabilities = config.some.balance_loss > 0;
    forward_.logits = false;
}

bool Accumulation::addBatch(const StepInput& input, const TargetMasks& masks) {
    if (forward_.probabilities) counted_ = keyTokens(config_, input.targets).sum();
    const at::Tensor weights = lossWeights(config_.train, masks, input.targets);
    const std::int64_t rows = input.inputs.size(0);
    const std::int64_t parts = std::clamp<std::int64_t>(config_.train.accumulation, 1, rows);
    for (std::int64_t part = 0; part < parts; ++part) {
        const std::int64_t begin = rows * part / parts;
        const std::int64_t size = rows * (part + 1) / parts - begin;
        const auto cut = [&](const at::Tensor& all) { return all.narrow(0, begin, size); };
        if (!add({cut(input.inputs), cut(input.targets)}, cut(weights))) return false;
    }
    reduceContributions();
    return true;
}

/// The micro-batch [B, T] and its weights [B, T]: this rank's rows of it.
bool Accumulation::add(const StepInput& part, const at::Tensor& weights) {
    const RowShare rows = rowShare(part.inputs.size(0), ranks_.rank(), ranks_.size());
    if (rows.size == 0) {
        addNothing(part);
        return true;
    }
    const auto own = [&](const at::Tensor& all) { return all.narrow(0, rows.begin, rows.size); };
    const at::Tensor targets = own(part.targets);
    forward_.first_token = rows.begin * part.inputs.size(1);
    ForwardResult result = model_->forward(own(part.inputs), forward_);
    const HeadLoss loss = headLoss(result.hidden.reshape({-1, result.hidden.size(2)}),
                                   model_->headWeight(), model_->headBias(), targets, own(weights),
                                   config_.train.precision == Precision::bf16);
    if (ranks_.alone() && loss.weighted.is_cpu() && !std::isfinite(loss.weighted.item<double>()))
        return false;
    at::Tensor objective = loss.weighted;
    if (forward_.probabilities)
        objective = objective + config_.some.balance_loss * balanceOf(result.routing, targets);
    if (objective.requires_grad()) objective.backward();  // nothing may be trained at all
    losses_.push_back(loss.per_token);
    targets_.push_back(targets);
    keep(std::move(result.routing), {part.targets, forward_.first_token, targets.numel()});
    return true;
}

/// What other ranks need of one without rows in this micro-batch.
void Accumulation::addNothing(const StepInput& part) {
    model_->linkKeys();
    const at::Tensor targets = part.targets.narrow(0, 0, 0);
    std::vector<LayerRouting> routing =
        emptyRouting(model_, forward_.top_k, forward_.probabilities);
    if (forward_.probabilities) balanceOf(routing, targets);
    losses_.push_back(at::empty({0}, model_->headWeight().detach().options()));
    targets_.push_back(targets);
    keep(std::move(routing), {part.targets, 0, 0});
}

/// This rank's part of the balance loss.
at::Tensor Accumulation::balanceOf(std::vector<LayerRouting>& routing, const at::Tensor& targets) {
    at::Tensor balance =
        orrery::balanceLoss(routing, keyTokens(config_, targets), counted_, ranks_);
    balance_loss_ = balance_loss_.defined() ? balance_loss_ + balance.detach() : balance.detach();
    return balance;
}

void Accumulation::keep(std::vector<LayerRouting> routing, const TokenShare& tokens) {
    keys_.add(routing, tokens);
    // Queries are the largest part of it, and few are looked at later.
    if (!routing_.empty())
        for (LayerRouting& layer : routing)
            layer.queries = at::Tensor();
    routing_.push_back(std::move(routing));
    ++forward_.micro_batch;
}

/// Ratios of sums of squares over all ranks.
void Accumulation::reduceContributions() {
    if (!forward_.contribution || ranks_.alone()) return;
    std::vector<at::Tensor> squares;
    const auto options = model_->headWeight().detach().options().dtype(at::kDouble);
    for (auto& part : routing_)
        for (LayerRouting& layer : part) {
            if (!layer.squares.defined()) layer.squares = at::zeros({2}, options);
            squares.push_back(layer.squares);
        }
    ranks_.allReduce(squares);
    for (auto& part : routing_)
        for (LayerRouting& layer : part)
            if (layer.selected.defined())
                layer.contribution = (layer.squares[0] / layer.squares[1]).sqrt();
}

void Accumulation::addCounts(RankSum& exact, const std::vector<LayerRouting>& routing) {
    const at::NoGradGuard no_gradient;
    keys_.addCounts(exact);
    router_ = routerSums(model_, routing, targets(), config_);
    router_->addTo(exact);
}

void Accumulation::addSums(RankSum& sums) {
    const at::NoGradGuard no_gradient;
    keys_.addSums(sums, model_, ranks_);
}

std::vector<KeyChange> Accumulation::moveRouting(const std::vector<LayerRouting>& routing) {
    std::vector<KeyChange> changes = keys_.apply(model_);
    moveRouters(model_, routing, targets(), config_, router_);
    return changes;
}

std::vector<LayerRouting> Accumulation::routing() const {
    std::vector<LayerRouting> layers;
    for (std::size_t layer = 0; layer < routing_.front().size(); ++layer)
        layers.push_back(joinRouting(routing_, layer));
    return layers;
}

}  // namespace orrery
