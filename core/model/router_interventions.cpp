// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/router_interventions.h"

#include <cmath>
#include <limits>
#include <string>

#include "core/ops/check.h"

namespace orrery {
namespace {

constexpr double kForced = 1e30;  // above all scores, and finite

std::string named(const Intervention& one) {
    return interventionsText({one});
}

void checkOne(const Intervention& one, const Config& config) {
    const auto expert_there = [&](int expert) {
        return expert >= 0 && expert < config.some.num_experts;
    };
    require(one.layer >= 0 && one.layer < config.model.num_layers,
            named(one) + ": there is no layer " + std::to_string(one.layer) + "; layers are 0 to " +
                std::to_string(config.model.num_layers - 1) + ".");
    require(expert_there(one.expert) &&
                (one.kind != InterventionKind::swapKeys || expert_there(one.other)),
            named(one) + ": there is no such expert; a layer has 0 to " +
                std::to_string(config.some.num_experts - 1) + ".");
    require(one.kind != InterventionKind::scaleGate || std::isfinite(one.factor),
            named(one) + ": the factor must be a finite number.");
    if (one.kind != InterventionKind::moveKey) return;
    bool finite = std::ssize(one.key) == config.model.d_model;
    for (const float value : one.key)
        finite = finite && std::isfinite(value);
    require(finite, named(one) + ": a key must be model.d_model (" +
                        std::to_string(config.model.d_model) + ") finite numbers.");
}

at::Tensor& filled(at::Tensor& tensor, double value, const Config& config,
                   const at::Device& device) {
    if (!tensor.defined())
        tensor = at::full({config.some.num_experts}, value,
                          at::TensorOptions(at::kFloat).device(device));
    return tensor;
}

void checkCounts(std::int64_t layer, const at::Tensor& bias, const Config& config) {
    if (!bias.defined()) return;
    const auto count = [&](const at::Tensor& where) { return where.sum().item<std::int64_t>(); };
    const std::int64_t out = count(bias == -std::numeric_limits<double>::infinity());
    const std::int64_t forced = count(bias > 0);
    const std::string top_k = "some.top_k (" + std::to_string(config.some.top_k) + ")";
    require(config.some.num_experts - out >= config.some.top_k,
            "Layer " + std::to_string(layer) + " would keep fewer experts than " + top_k +
                "; knock out fewer.");
    require(forced <= config.some.top_k,
            "Layer " + std::to_string(layer) + " can't force more experts than " + top_k + ".");
}

void changeKey(const Intervention& one, at::Tensor& keys) {
    if (one.kind == InterventionKind::swapKeys) {
        const at::Tensor first = keys[one.expert].clone();
        keys[one.expert].copy_(keys[one.other]);
        keys[one.other].copy_(first);
    } else if (one.kind == InterventionKind::moveKey) {
        keys[one.expert].copy_(at::tensor(at::ArrayRef(one.key), at::kFloat));
    }
}

}  // namespace

RouterInterventions::RouterInterventions(const Interventions& interventions, const Config& config,
                                         const at::Device& device)
    : layers_(static_cast<std::size_t>(config.model.num_layers)) {
    require(interventions.empty() ||
                (config.some.experts != ExpertKind::none && config.some.routing == Routing::keys),
            "Interventions need a router with keys (some.routing: keys, and some.experts).");
    for (const Intervention& one : interventions) {
        checkOne(one, config);
        add(one, config, device);
    }
    for (std::size_t layer = 0; layer < layers_.size(); ++layer)
        checkCounts(static_cast<std::int64_t>(layer), layers_[layer].selection_bias, config);
}

void RouterInterventions::add(const Intervention& one, const Config& config,
                              const at::Device& device) {
    Layer& layer = layers_[static_cast<std::size_t>(one.layer)];
    layer.touched = layer.touched || one.kind != InterventionKind::freezeKey;
    switch (one.kind) {
        case InterventionKind::knockOut:
            filled(layer.selection_bias, 0, config, device)[one.expert] =
                -std::numeric_limits<double>::infinity();
            break;
        case InterventionKind::force:
            filled(layer.selection_bias, 0, config, device)[one.expert] = kForced;
            break;
        case InterventionKind::scaleGate:
            filled(layer.factors, 1, config, device)[one.expert] *= one.factor;
            break;
        case InterventionKind::swapKeys:
        case InterventionKind::moveKey:
            layer.key_changes.push_back(one);
            break;
        case InterventionKind::freezeKey:
            layer.frozen.push_back(one.expert);
            break;
    }
}

const RouterInterventions::Layer& RouterInterventions::at(std::int64_t layer) const {
    return layers_.at(static_cast<std::size_t>(layer));
}
bool RouterInterventions::touches(std::int64_t layer) const {
    return at(layer).touched;
}
const at::Tensor& RouterInterventions::selectionBias(std::int64_t layer) const {
    return at(layer).selection_bias;
}
const std::vector<std::int64_t>& RouterInterventions::frozen(std::int64_t layer) const {
    return at(layer).frozen;
}

at::Tensor RouterInterventions::keys(std::int64_t layer, const at::Tensor& own) const {
    if (at(layer).key_changes.empty()) return own;
    at::Tensor changed = own.clone();
    changeKeys(at(layer).key_changes, layer, changed);
    return changed;
}

at::Tensor RouterInterventions::gates(std::int64_t layer, const at::Tensor& gates,
                                      const at::Tensor& selected) const {
    const at::Tensor& factors = at(layer).factors;
    if (!factors.defined()) return gates;
    return gates * factors.index_select(0, selected.reshape({-1})).view_as(gates);
}

void changeKeys(const Interventions& interventions, std::int64_t layer, at::Tensor& keys) {
    for (const Intervention& one : interventions)
        if (one.layer == layer) changeKey(one, keys);
}

}  // namespace orrery
