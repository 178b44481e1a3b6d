// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/supported.h"

#include <initializer_list>
#include <string>

#include "core/ops/check.h"

namespace orrery {
namespace {

void requireChoice(const char* key, const std::string& value,
                   std::initializer_list<const char*> choices) {
    std::string known;
    for (const char* choice : choices) {
        if (value == choice) return;
        known += (known.empty() ? "" : ", ") + std::string(choice);
    }
    throw Error(std::string(key) + ": " + value +
                " can't be computed by this version; use one of: " + known + ".");
}

}  // namespace

void requireSupported(const Config& config) {
    const SomeConfig& some = config.some;
    requireChoice("model.norm", config.model.norm, {"post", "pre"});
    requireChoice("model.positions", config.model.positions, {"sinusoidal", "rope", "alibi"});
    requireChoice("some.experts", some.experts, {"frozen", "lora", "trained", "none"});
    requireChoice("some.routing", some.routing, {"keys", "random", "hash"});
    requireChoice("some.search", some.search, {"exact", "hnsw"});
    requireChoice("some.expert_dtype", some.expert_dtype, {"fp32", "bf16"});
    requireChoice("train.precision", config.train.precision, {"fp32", "bf16"});
    requireChoice("keys.temperature", config.keys.temperature, {"fixed", "learned"});
    require(config.model.vocab_size >= 1 && config.model.num_layers >= 1,
            "model.vocab_size and model.num_layers must be at least 1.");
    require(some.experts == "none" || (some.top_k >= 1 && some.top_k <= some.num_experts),
            "some.top_k (" + std::to_string(some.top_k) +
                ") must lie between 1 and some.num_experts (" + std::to_string(some.num_experts) +
                ").");
}

}  // namespace orrery
