// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/naive_step.h"

#include <ATen/core/grad_mode.h>

#include <cmath>

#include "core/bench/naive_ops.h"
#include "core/model/positions.h"
#include "core/ops/check.h"

namespace orrery {
namespace {

void requireKnown(const Config& c) {
    const bool rules =
        c.keys.usage == UsageKind::ema && c.keys.normalize == KeyNormalization::all &&
        c.keys.alpha_floor == 0 && c.keys.beta_sign == 1 && c.keys.beta_schedule.empty() &&
        c.keys.beta_layer_scale.empty() && c.keys.frozen_layers.empty() &&
        c.keys.query_residual == 0 && c.keys.update_every == 1 && c.keys.token_fraction == 1 &&
        c.keys.max_step == 0 && c.keys.smoothing == 0 && c.keys.respawn_threshold == 0 &&
        c.keys.temperature == GateTemperature::fixed;
    const bool some = c.some.experts == ExpertKind::frozen && c.some.routing == Routing::keys &&
                      c.some.top_k_warmup == 0 && c.some.balance_loss == 0 &&
                      c.some.balance_bias == 0 && !c.some.shared_library &&
                      c.some.expert_dtype == Precision::fp32 && c.some.normalize_query &&
                      c.some.search == KeySearch::exact;
    const bool training =
        c.train.optimizer == OptimizerKind::adamw && c.train.precision == Precision::fp32 &&
        c.model.positions == PositionEncoding::sinusoidal && c.train.accumulation == 1;
    require(rules && some && training,
            "The naive baseline supports only frozen experts selected by keys with the basic "
            "rules, sinusoidal positions, and AdamW without accumulation: omit --baseline, or use "
            "such a configuration.");
}

bool isTrained(const std::string& name) {
    return name.find(".experts.") == std::string::npos && !name.ends_with(".keys") &&
           !name.ends_with(".usage");
}

}  // namespace

NaiveTraining::NaiveTraining(const Config& config, const std::map<std::string, at::Tensor>& state)
    : config_(config) {
    requireKnown(config);
    for (const auto& [name, tensor] : state) {
        at::Tensor copy = tensor.detach().clone();
        if (isTrained(name)) {
            averages_[name] = at::zeros_like(copy);
            squares_[name] = at::zeros_like(copy);
            copy.requires_grad_();
        }
        weights_[name] = copy;
    }
    for (std::int64_t l = 0; l < config.model.num_layers; ++l) {
        const std::string layer = "layers." + std::to_string(l) + ".some.";
        stores_.push_back({weight(layer + "keys"), weight(layer + "usage"), {}, {}});
    }
}

at::Tensor NaiveTraining::normalized(const at::Tensor& x, const std::string& name) {
    return at::layer_norm(x, {x.size(-1)}, weight(name + ".weight"), weight(name + ".bias"), 1e-5);
}

at::Tensor NaiveTraining::attention(const at::Tensor& x, const std::string& layer) {
    const at::Tensor packed = at::linear(x, weight(layer + "in_proj.weight"),
                                         weight(layer + "in_proj.bias"));  // [B, T, 3D]
    return at::linear(naiveAttention(packed, config_.model.num_heads, config_.model.causal),
                      weight(layer + "out_proj.weight"), weight(layer + "out_proj.bias"));
}

at::Tensor NaiveTraining::query(const at::Tensor& z, const std::string& layer) {
    const std::string name = layer + "query";
    if (config_.some.router == RouterKind::linear)
        return at::linear(z, weight(name + ".weight"), weight(name + ".bias"));
    const at::Tensor hidden =
        at::gelu(at::linear(z, weight(name + ".0.weight"), weight(name + ".0.bias")));
    return at::linear(hidden, weight(name + ".2.weight"), weight(name + ".2.bias"));
}

at::Tensor NaiveTraining::some(const at::Tensor& z, std::int64_t l) {
    const std::string layer = "layers." + std::to_string(l) + ".some.";
    NaiveKeys& store = stores_[static_cast<std::size_t>(l)];
    const NaiveRoute route =
        naiveRoute(query(z, layer), store.keys, config_.some.top_k, config_.train.temperature);
    store.queries = route.queries.detach();
    store.selected = route.selected;
    return naiveExperts(z, route.selected, route.gates, weight(layer + "experts.down"),
                        weight(layer + "experts.up"));
}

at::Tensor NaiveTraining::forward(const at::Tensor& tokens) {
    const std::int64_t d = config_.model.d_model;
    at::Tensor x =
        at::embedding(weight("token_embedding.weight"), tokens) *
            std::sqrt(static_cast<double>(d)) +
        sinusoidalPositions(tokens.size(1), d, weight("lm_head.bias").detach().options());
    const bool pre = config_.model.norm == NormPlacement::pre;
    for (std::int64_t l = 0; l < config_.model.num_layers; ++l) {
        const std::string layer = "layers." + std::to_string(l) + ".";
        const auto flat = [&](const at::Tensor& z) {
            return some(z.reshape({-1, d}), l).view_as(z);
        };
        if (pre) {
            x = x + attention(normalized(x, layer + "norm1"), layer + "attention.");
            x = x + flat(normalized(x, layer + "norm2"));
        } else {
            x = normalized(x + attention(x, layer + "attention."), layer + "norm1");
            x = normalized(x + flat(x), layer + "norm2");
        }
    }
    return at::linear(x, weight("lm_head.weight"), weight("lm_head.bias"));
}

void NaiveTraining::optimize(double learning_rate) {
    const at::NoGradGuard no_gradient;
    double square = 0;
    for (const auto& [name, average] : averages_)
        square += std::pow(weight(name).grad().norm().item<double>(), 2);
    const double clip = config_.train.clip_norm;
    const double scale = clip > 0 && std::sqrt(square) > clip ? clip / std::sqrt(square) : 1;
    const double b1 = config_.train.betas[0], b2 = config_.train.betas[1];
    const auto n = static_cast<double>(steps_);
    for (auto& [name, average] : averages_) {
        at::Tensor& weight = weights_.at(name);
        const at::Tensor gradient = weight.grad() * scale;
        average.mul_(b1).add_(gradient * (1 - b1));
        squares_[name].mul_(b2).add_(gradient * gradient * (1 - b2));
        const at::Tensor root = (squares_[name] / (1 - std::pow(b2, n))).sqrt() + config_.train.eps;
        weight.mul_(1 - learning_rate * config_.train.weight_decay);
        weight.sub_(average / (1 - std::pow(b1, n)) / root * learning_rate);
        weight.mutable_grad() = at::Tensor();
    }
}

double NaiveTraining::step(const at::Tensor& inputs, const at::Tensor& targets,
                           double learning_rate) {
    ++steps_;
    const at::Tensor logits = forward(inputs);
    const at::Tensor loss =
        at::cross_entropy_loss(logits.reshape({-1, logits.size(2)}), targets.reshape(-1));
    loss.backward();
    optimize(learning_rate);
    for (NaiveKeys& store : stores_)
        store.move(config_.keys, steps_);
    return loss.item<double>();
}

}  // namespace orrery
