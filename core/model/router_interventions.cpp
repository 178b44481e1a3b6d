// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/router_interventions.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/config/checks/intervention_faults.h"
#include "core/ops/check.h"

namespace orrery {
namespace {

constexpr double kForced = 1e30;  // above all scores, and finite

at::Tensor& filled(at::Tensor& tensor, double value, std::int64_t experts) {
    if (!tensor.defined()) tensor = at::full({experts}, value, at::kFloat);
    return tensor;
}

/// Whose key each expert of a layer has, and the keys that were put somewhere.
struct Places {
    std::vector<std::int64_t> order;
    std::vector<std::vector<float>> keys;  // [E], empty = not moved
    std::vector<bool> held;

    explicit Places(std::int64_t experts)
        : order(static_cast<std::size_t>(experts)), keys(order.size()), held(order.size()) {
        std::iota(order.begin(), order.end(), std::int64_t{0});
    }
    void add(const Intervention& one) {
        const auto expert = static_cast<std::size_t>(one.expert);
        const auto other = static_cast<std::size_t>(one.other);
        if (one.kind == InterventionKind::swapKeys) {
            std::swap(order[expert], order[other]);
            std::swap(keys[expert], keys[other]);
        }
        if (one.kind == InterventionKind::moveKey) keys[expert] = one.key;
        if (one.kind == InterventionKind::freezeKey) held[expert] = true;
    }
};

at::Tensor mask(const std::vector<bool>& values) {
    at::Tensor result = at::zeros({std::ssize(values)}, at::kBool);
    for (std::size_t i = 0; i < values.size(); ++i)
        result.mutable_data_ptr<bool>()[i] = values[i];
    return result;
}

}  // namespace

RouterInterventions::RouterInterventions(const Interventions& interventions, const Config& config,
                                         const at::Device& device)
    : layers_(static_cast<std::size_t>(config.model.num_layers)) {
    Interventions all = parseInterventions(config.some.interventions);
    all.insert(all.end(), interventions.begin(), interventions.end());
    const std::string fault = interventionFault(all, config);
    require(fault.empty(), fault);
    for (const Intervention& one : all)
        addToRouting(one, config);
    for (int layer = 0; layer < std::ssize(layers_); ++layer)
        placeKeys(layer, all, config);
    for (Layer& layer : layers_)
        for (at::Tensor* tensor : {&layer.selection_bias, &layer.factors, &layer.order,
                                   &layer.placed, &layer.is_placed, &layer.held})
            if (tensor->defined()) *tensor = tensor->to(device);
}

void RouterInterventions::addToRouting(const Intervention& one, const Config& config) {
    Layer& layer = layers_[static_cast<std::size_t>(one.layer)];
    layer.touched = layer.touched || one.kind != InterventionKind::freezeKey;
    const std::int64_t experts = config.some.num_experts;
    if (one.kind == InterventionKind::knockOut)
        filled(layer.selection_bias, 0, experts)[one.expert] =
            -std::numeric_limits<double>::infinity();
    if (one.kind == InterventionKind::force)
        filled(layer.selection_bias, 0, experts)[one.expert] = kForced;
    if (one.kind == InterventionKind::scaleGate)
        filled(layer.factors, 1, experts)[one.expert] *= one.factor;
}

void RouterInterventions::placeKeys(int number, const Interventions& interventions,
                                    const Config& config) {
    Layer& layer = layers_[static_cast<std::size_t>(number)];
    Places places(config.some.num_experts);
    for (const Intervention& one : interventions)
        if (one.layer == number) places.add(one);
    if (!std::ranges::is_sorted(places.order)) layer.order = at::tensor(places.order, at::kLong);
    std::vector<bool> placed(places.keys.size());
    for (std::size_t expert = 0; expert < placed.size(); ++expert) {
        if (places.keys[expert].empty()) continue;
        placed[expert] = places.held[expert] = true;
        if (!layer.placed.defined())
            layer.placed = at::zeros({config.some.num_experts, config.model.d_model}, at::kFloat);
        layer.placed[static_cast<std::int64_t>(expert)].copy_(
            at::tensor(at::ArrayRef(places.keys[expert]), at::kFloat));
    }
    if (layer.placed.defined()) layer.is_placed = mask(placed).unsqueeze(1);
    if (std::ranges::find(places.held, true) != places.held.end()) layer.held = mask(places.held);
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
const at::Tensor& RouterInterventions::held(std::int64_t layer) const {
    return at(layer).held;
}

at::Tensor RouterInterventions::keys(std::int64_t layer, const at::Tensor& own) const {
    const Layer& changes = at(layer);
    const at::Tensor ordered =
        changes.order.defined() ? own.index_select(0, changes.order) : own;  // [E, D]
    return changes.placed.defined() ? at::where(changes.is_placed, changes.placed, ordered)
                                    : ordered;
}

void RouterInterventions::putBack(std::int64_t layer, const at::Tensor& changed,
                                  at::Tensor& own) const {
    if (changed.is_same(own)) return;
    if (at(layer).order.defined())
        own.index_copy_(0, at(layer).order, changed);
    else
        own.copy_(changed);
}

at::Tensor RouterInterventions::gates(std::int64_t layer, const at::Tensor& gates,
                                      const at::Tensor& selected) const {
    const at::Tensor& factors = at(layer).factors;
    if (!factors.defined()) return gates;
    return gates * factors.index_select(0, selected.reshape({-1})).view_as(gates);
}

}  // namespace orrery
