// SPDX-License-Identifier: GPL-3.0-or-later
// Where mixtures of experts keep their routers.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace orrery {

struct RouterFamily {
    std::string_view model_type;  // of config.json
    std::string_view weight;      // [E, D], with {layer} for the layer's number
    std::string_view bias;        // [E]; empty = the family has none
};

/// Those that were tried, by model_type (tests/interop makes a model of each).
std::span<const RouterFamily> routerFamilies();
/// nullptr where the table has none of this type.
const RouterFamily* routerFamily(std::string_view model_type);
/// "model.layers.{layer}.mlp.gate.weight", 3 -> "model.layers.3.mlp.gate.weight"
std::string tensorOfLayer(std::string_view pattern, std::int64_t layer);

}  // namespace orrery
