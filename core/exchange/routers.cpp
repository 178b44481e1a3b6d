// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/routers.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/exchange/router_families.h"

namespace orrery {
namespace {

constexpr std::int64_t kMostLayers = 1'024;  // as model.num_layers, some.num_experts and d_model
constexpr std::int64_t kMostExperts = 262'144;
constexpr std::int64_t kMostDimensions = 65'536;

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    for (const std::int64_t size : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    return text + "]";
}

/// Names that look like routers, for a message; at most a few.
std::string likelyRouters(const ModelFolder& folder) {
    std::string text;
    int count = 0;
    for (const std::string& name : folder.tensorNames()) {
        const bool likely =
            name.find("router") != std::string::npos || name.find(".gate.") != std::string::npos;
        if (likely && ++count <= 4) text += (text.empty() ? "" : ", ") + name;
    }
    return text.empty() ? "none of its tensors is called router or gate" : text;
}

std::string familyNames() {
    std::string text;
    for (const RouterFamily& family : routerFamilies())
        text += (text.empty() ? "" : ", ") + std::string(family.model_type);
    return text;
}

RouterShape named(const ModelFolder& folder, const std::string& pattern) {
    RouterShape shape;
    shape.model_type = folder.modelType();
    if (!pattern.empty()) {
        if (pattern.find("{layer}") == std::string::npos)
            throw Error("--router " + pattern + " names one tensor. Write {layer} where the " +
                        "number of a layer stands: model.layers.{layer}.mlp.gate.weight");
        shape.weight = pattern;
        return shape;
    }
    const RouterFamily* family = routerFamily(shape.model_type);
    if (family == nullptr)
        throw Error(folder.path().string() + " is of type " +
                    (shape.model_type.empty() ? "unknown" : shape.model_type) + "; known are " +
                    familyNames() +
                    ". Name its routers with --router 'model.layers.{layer}...'; what looks like "
                    "them: " +
                    likelyRouters(folder) + ".");
    shape.weight = family->weight;
    shape.bias = family->bias;
    return shape;
}

void requireNumber(const ModelFolder& folder, const std::vector<std::string>& names,
                   std::int64_t found, const char* what) {
    const auto told = folder.number(names);
    if (told && *told != found)
        throw Error((folder.path() / "config.json").string() + " says " + std::to_string(*told) +
                    " " + what + ", its routers have " + std::to_string(found) +
                    ": they are of another model.");
}

void requireLimits(const RouterShape& shape, const std::string& place) {
    if (std::ssize(shape.layers) > kMostLayers || shape.experts > kMostExperts ||
        shape.dimensions > kMostDimensions || shape.experts < 1 || shape.dimensions < 1)
        throw Error("The routers of " + place + " have " + std::to_string(shape.layers.size()) +
                    " layers, " + std::to_string(shape.experts) + " experts and " +
                    std::to_string(shape.dimensions) + " dimensions: more than can be read, or 0.");
}

}  // namespace

RouterShape routerShape(ModelFolder& folder, const std::string& pattern) {
    RouterShape shape = named(folder, pattern);
    const std::int64_t layers = std::clamp<std::int64_t>(
        folder.number({"num_hidden_layers", "num_layers", "n_layer"}).value_or(kMostLayers), 0,
        10 * kMostLayers);
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const std::string name = tensorOfLayer(shape.weight, layer);
        if (!folder.holds(name)) continue;  // a dense layer
        const std::vector<std::int64_t> size = folder.tensor(name).shape;
        if (size.size() != 2)
            throw Error("Tensor " + name + " has shape " + shapeText(size) +
                        "; a router is [experts, dimensions].");
        if (shape.layers.empty()) {
            shape.experts = size[0];
            shape.dimensions = size[1];
        } else if (size[0] != shape.experts || size[1] != shape.dimensions) {
            throw Error("Tensor " + name + " has shape " + shapeText(size) +
                        ", and that of layer " + std::to_string(shape.layers.front()) + " has " +
                        shapeText({shape.experts, shape.dimensions}) +
                        ": a run has one number of experts.");
        }
        shape.layers.push_back(layer);
    }
    if (shape.layers.empty())
        throw Error(folder.path().string() + " has no tensor " + shape.weight +
                    " of any layer; what looks like routers: " + likelyRouters(folder) +
                    ". Name them with --router.");
    requireLimits(shape, folder.path().string());
    requireNumber(folder, {"hidden_size"}, shape.dimensions, "dimensions (hidden_size)");
    requireNumber(folder, {"num_experts", "num_local_experts", "n_routed_experts"}, shape.experts,
                  "experts");
    shape.top_k = std::clamp<std::int64_t>(
        folder.number({"num_experts_per_tok", "num_experts_per_token", "top_k"}).value_or(1), 1,
        std::min<std::int64_t>(shape.experts, 1'024));
    return shape;
}

LayerRouter readRouter(ModelFolder& folder, const RouterShape& shape, std::int64_t layer) {
    LayerRouter router;
    router.layer = layer;
    const std::string name = tensorOfLayer(shape.weight, layer);
    const auto checked = [&](const std::string& tensor) {
        std::vector<float> values = floatsOf(tensor, folder.tensor(tensor));
        if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
            throw Error("Tensor " + tensor + " of " + folder.path().string() +
                        " holds values that are no numbers.");
        return values;
    };
    router.keys = checked(name);
    const std::string bias = shape.bias.empty() ? "" : tensorOfLayer(shape.bias, layer);
    if (bias.empty() || !folder.holds(bias)) return router;
    router.bias = checked(bias);
    if (std::ssize(router.bias) != shape.experts)
        throw Error("Tensor " + bias + " has " + std::to_string(router.bias.size()) +
                    " values for " + std::to_string(shape.experts) + " experts.");
    return router;
}

}  // namespace orrery
