// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/graph_rules.h"

#include <algorithm>

#include "core/config/fields.h"
#include "core/ops/device/key_update_device.h"
#include "core/step/key_step.h"
#include "core/step/schedule.h"

namespace orrery {
namespace {

/// Hopper and the Blackwell of servers: all experts' products are one launch of torch's.
bool groupsProducts(int generation) {
    return generation == 9 || generation == 10;
}

/// What fetches numbers to the host within the experts.
std::string expertObstacle(const Config& c, int generation) {
    if (c.some.experts == ExpertKind::none) return {};
    if (c.some.experts == ExpertKind::lora)
        return "some.experts is lora, whose parts are sorted on the host";
    if (c.train.precision != Precision::bf16)
        return "train.precision is " + wordOf("train.precision", c.train.precision) +
               ", whose products fetch how many tokens each expert has";
    if (c.model.d_model % 8 != 0 || c.some.d_ffn % 8 != 0)
        return "model.d_model or some.d_ffn is no multiple of 8, so that products fetch how many "
               "tokens each expert has";
    if (!groupsProducts(generation))
        return "the GPU's compute capability is neither 9.x nor 10.x, so that products fetch how "
               "many tokens each expert has";
    if (c.some.search == KeySearch::hnsw) return "some.search is hnsw, which searches on the CPU";
    if (c.some.num_experts > device_gravity::kMaxPairTableExperts)
        return "some.num_experts is above 4096: pairs of experts are listed on the CPU";
    return {};
}

/// What draws or sets numbers on the host anew in each step.
std::string stepObstacle(const Config& c) {
    if (c.train.optimizer != OptimizerKind::adamw)
        return "train.optimizer is " + wordOf("train.optimizer", c.train.optimizer) +
               ", which counts its steps on the host";
    if (c.data.packing == Packing::bucketed)
        return "data.packing is bucketed: batches have many widths";
    if (c.model.positions == PositionEncoding::alibi)
        return "model.positions is alibi, made on the host";
    if (c.some.experts == ExpertKind::none) return {};
    if (c.some.routing == Routing::random) return "some.routing is random, drawn on the host";
    if (c.keys.token_fraction < 1) return "keys.token_fraction is below 1, drawn on the host";
    if (c.keys.respawn_threshold > 0)
        return "keys.respawn_threshold is above 0, whose draws are new in each step";
    if (!c.keys.beta_schedule.empty()) return "keys.beta_schedule moves beta in each step";
    if (c.train.recompute) return "train.recompute makes layers while gradients are computed";
    return {};
}

}  // namespace

std::string graphObstacle(const Config& config, int generation) {
    if (generation == 0) return "the run trains on the CPU";
    const std::string obstacle = expertObstacle(config, generation);
    return obstacle.empty() ? stepObstacle(config) : obstacle;
}

GraphSignature graphSignature(const StepInput& input, const Config& config,
                              const StepOptions& options) {
    const std::int64_t step = options.step + 1;  // as the key rules count it
    GraphSignature signature{
        .rows = input.inputs.size(0),
        .columns = input.inputs.size(1),
        .contribution = options.contribution,
        .keys_due = step % std::max<std::int64_t>(1, config.keys.update_every) == 0,
        .top_k = activeTopK(config.some, options.step, options.total_steps),
        .temperature = config.train.temperature,
        .interventions = config.some.interventions,
        .key_rules = {}};
    for (std::int64_t layer = 0; layer < config.model.num_layers; ++layer) {
        KeyRules rules = keyRules(config, layer, step, options.total_steps);
        if (rules.respawn_threshold == 0) rules.seed = 0;  // and nothing is drawn by it
        signature.key_rules.push_back(rules);
    }
    return signature;
}

}  // namespace orrery
