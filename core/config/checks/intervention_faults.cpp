// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/checks/intervention_faults.h"

#include <cmath>
#include <map>
#include <set>

namespace orrery {
namespace {

std::string faultOf(const Intervention& one, const Config& config) {
    const std::string name = interventionsText({one});
    const auto expert_there = [&](int expert) {
        return expert >= 0 && expert < config.some.num_experts;
    };
    if (one.layer < 0 || one.layer >= config.model.num_layers)
        return name + ": there is no layer " + std::to_string(one.layer) + "; layers are 0 to " +
               std::to_string(config.model.num_layers - 1) + ".";
    if (!expert_there(one.expert) ||
        (one.kind == InterventionKind::swapKeys && !expert_there(one.other)))
        return name + ": there is no such expert; a layer has 0 to " +
               std::to_string(config.some.num_experts - 1) + ".";
    if (one.kind == InterventionKind::scaleGate && !std::isfinite(one.factor))
        return name + ": the factor must be a finite number.";
    if (one.kind != InterventionKind::moveKey) return {};
    bool finite = std::ssize(one.key) == config.model.d_model;
    for (const float value : one.key)
        finite = finite && std::isfinite(value);
    return finite ? std::string()
                  : name + ": a key must be model.d_model (" +
                        std::to_string(config.model.d_model) + ") finite numbers.";
}

std::string countFault(const Interventions& interventions, const Config& config) {
    std::map<int, std::set<int>> out, forced;  // of each layer
    for (const Intervention& one : interventions) {
        if (one.kind == InterventionKind::knockOut) out[one.layer].insert(one.expert);
        if (one.kind == InterventionKind::force) forced[one.layer].insert(one.expert);
    }
    const std::string top_k = "some.top_k (" + std::to_string(config.some.top_k) + ")";
    for (const auto& [layer, experts] : out)
        if (config.some.num_experts - std::ssize(experts) < config.some.top_k)
            return "Layer " + std::to_string(layer) + " would keep fewer experts than " + top_k +
                   "; knock out fewer.";
    for (const auto& [layer, experts] : forced) {
        if (std::ssize(experts) > config.some.top_k)
            return "Layer " + std::to_string(layer) + " can't force more experts than " + top_k +
                   ".";
        for (const int expert : experts)
            if (out[layer].contains(expert))
                return "Expert " + std::to_string(layer) + ":" + std::to_string(expert) +
                       " can't be both knocked out and forced.";
    }
    return {};
}

}  // namespace

std::string interventionFault(const Interventions& interventions, const Config& config) {
    if (interventions.empty()) return {};
    if (config.some.experts == ExpertKind::none || config.some.routing != Routing::keys)
        return "Interventions need a router with keys (some.routing: keys, and some.experts).";
    for (const Intervention& one : interventions)
        if (std::string fault = faultOf(one, config); !fault.empty()) return fault;
    return countFault(interventions, config);
}

}  // namespace orrery
