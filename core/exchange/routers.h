// SPDX-License-Identifier: GPL-3.0-or-later
// The routers of one model.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/exchange/model_folder.h"

namespace orrery {

struct LayerRouter {
    std::int64_t layer = 0;   // as the model numbers its layers, dense ones counted
    std::vector<float> keys;  // [E, D], row-major: a row of the router is an expert's key
    std::vector<float> bias;  // [E]; empty where it has none
};

/// What can be said of a model's routers without reading them.
struct RouterShape {
    std::string model_type;
    std::string weight;                // patterns
    std::string bias;                  // empty = none
    std::vector<std::int64_t> layers;  // that have a router, ascending
    std::int64_t experts = 0;          // E
    std::int64_t dimensions = 0;       // D
    std::int64_t top_k = 1;

    bool operator==(const RouterShape&) const = default;
};

/// By the table of families, or by `pattern`. Throws Error: a family that the table lacks (names
/// what looks like a router), no router, routers of different shapes, a shape that config.json
/// contradicts, numbers beyond what a run can have.
RouterShape routerShape(ModelFolder& folder, const std::string& pattern);
/// One layer of it: megabytes. Throws Error: damaged, float8, values that are no numbers.
LayerRouter readRouter(ModelFolder& folder, const RouterShape& shape, std::int64_t layer);

}  // namespace orrery
