// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/router_families.h"

#include <array>

namespace orrery {
namespace {

constexpr std::string_view kMlpGate = "model.layers.{layer}.mlp.gate.weight";
constexpr std::string_view kBlockGate = "model.layers.{layer}.block_sparse_moe.gate.weight";

constexpr std::array<RouterFamily, 8> kFamilies = {{
    {"olmoe", kMlpGate, ""},
    {"mixtral", kBlockGate, ""},
    {"qwen2_moe", kMlpGate, ""},
    {"qwen3_moe", kMlpGate, ""},
    {"deepseek_v3", kMlpGate, "model.layers.{layer}.mlp.gate.e_score_correction_bias"},
    {"gpt_oss", "model.layers.{layer}.mlp.router.weight", "model.layers.{layer}.mlp.router.bias"},
    {"granitemoe", "model.layers.{layer}.block_sparse_moe.router.layer.weight", ""},
    {"phimoe", kBlockGate, ""},
}};

}  // namespace

std::span<const RouterFamily> routerFamilies() {
    return kFamilies;
}

const RouterFamily* routerFamily(std::string_view model_type) {
    for (const RouterFamily& family : kFamilies)
        if (family.model_type == model_type) return &family;
    return nullptr;
}

std::string tensorOfLayer(std::string_view pattern, std::int64_t layer) {
    constexpr std::string_view kPlace = "{layer}";
    std::string name(pattern);
    for (std::size_t at = 0; (at = name.find(kPlace, at)) != std::string::npos;)
        name.replace(at, kPlace.size(), std::to_string(layer));
    return name;
}

}  // namespace orrery
