// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/some_layer.h"

#include "core/model/fixed_routing.h"
#include "core/ops/nearest_keys.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

double rootMeanSquare(const at::Tensor& values) {
    return values.detach().square().mean().sqrt().item<double>();
}

}  // namespace

SomeLayerImpl::SomeLayerImpl(const Config& config, std::int64_t layer)
    : config_(config), layer_(layer) {
    const SomeConfig& some = config.some;
    const std::int64_t d = config.model.d_model;
    const auto seed = static_cast<std::uint64_t>(config.train.seed);
    const std::string name = "layers." + std::to_string(layer) + ".some.";
    store_ = drawKeyStore(some.num_experts, d, seed, name + "keys");
    store_.keys = register_buffer("keys", store_.keys);
    store_.usage = register_buffer("usage", store_.usage);
    if (some.routing == "keys")
        query_ = register_module("query", QueryNetwork(d, some.router, seed, name + "query"));
    ExpertLibraryOptions library;
    library.experts = some.num_experts;
    library.d_model = d;
    library.d_ffn = some.d_ffn;
    library.init = some.init;
    library.sparsity = some.sparsity;
    library.gain = some.expert_gain;
    library.trained = some.experts == "trained";
    library.seed = seed;
    library.name = name + "experts";
    experts_ = register_module("experts", ExpertLibrary(library));
}

void SomeLayerImpl::route(const SomeInput& input, const ForwardOptions& options, SomeOutput& output,
                          at::Tensor& gates) {
    const SomeConfig& some = config_.some;
    const std::int64_t top_k = options.top_k > 0 ? options.top_k : some.top_k;
    if (some.routing == "keys") {
        output.query_raw = query_(input.z);
        if (config_.keys.query_residual != 0 && input.previous_query.defined())
            output.query_raw =
                output.query_raw + config_.keys.query_residual * input.previous_query;
        const NearestKeys nearest = nearestKeys(output.query_raw, store_.keys,
                                                {top_k, options.temperature, some.normalize_query});
        output.routing.queries = nearest.queries;
        output.routing.selected = nearest.selected;
        gates = nearest.gates;
        return;
    }
    if (some.routing == "hash") {
        output.routing.selected = hashedExperts(input.tokens, top_k, some.num_experts, layer_);
    } else {
        std::uint64_t seed = mixSeed(static_cast<std::uint64_t>(config_.train.seed), "routing");
        for (const std::int64_t part : {options.step, options.micro_batch, layer_})
            seed = mixSeed(seed, static_cast<std::uint64_t>(part));
        output.routing.selected =
            randomExperts(input.z.size(0), top_k, some.num_experts, seed).to(input.z.device());
    }
    gates = at::full({input.z.size(0), top_k}, 1.0 / static_cast<double>(top_k), input.z.options());
}

SomeOutput SomeLayerImpl::forward(const SomeInput& input, const ForwardOptions& options) {
    SomeOutput output;
    at::Tensor gates;  // [N, k]
    route(input, options, output, gates);
    output.y = experts_(input.z, output.routing.selected, gates);
    output.routing.gates = gates.detach();
    if (options.contribution)
        output.routing.contribution = rootMeanSquare(output.y) / rootMeanSquare(input.z);
    return output;
}

}  // namespace orrery
