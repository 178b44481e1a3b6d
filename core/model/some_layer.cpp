// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/some_layer.h"

#include <cmath>

#include "core/model/fixed_routing.h"
#include "core/model/key_value_cache.h"
#include "core/model/router_interventions.h"
#include "core/ops/dot.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

at::Tensor sumSquares(const at::Tensor& given) {
    const at::Tensor values = given.detach().contiguous();
    if (values.is_cpu() && values.scalar_type() == at::kFloat) {  // equal at any number of threads
        const auto* data = values.const_data_ptr<float>();
        return at::full({}, dotInDouble(data, data, values.numel()), at::kDouble);
    }
    return values.square().sum(at::kDouble);
}

}  // namespace

SomeLayerImpl::SomeLayerImpl(const Config& config, std::int64_t layer, const ExpertLibrary& shared)
    : config_(config), layer_(layer), experts_(shared) {
    const std::string name = "layers." + std::to_string(layer) + ".some.";
    store_ = drawKeyStore(config.some.num_experts, config.model.d_model,
                          static_cast<std::uint64_t>(config.train.seed), name + "keys");
    store_.keys = register_buffer("keys", store_.keys);
    store_.usage = register_buffer("usage", store_.usage);
    if (config.some.routing == Routing::keys) makeRouter();
    if (shared.is_empty())
        experts_ =
            register_module("experts", ExpertLibrary(libraryOptions(config, name + "experts")));
}

void SomeLayerImpl::makeRouter() {
    const std::string name = "layers." + std::to_string(layer_) + ".some.query";
    query_ = register_module("query", QueryNetwork(config_, name));
    if (config_.some.search == KeySearch::hnsw) {
        KeyIndexOptions index;
        index.seed = mixSeed(static_cast<std::uint64_t>(config_.train.seed), name + ".index");
        index_ = std::make_shared<KeyIndex>(index);
        linked_keys_ = register_buffer("linked_keys", store_.keys.clone());
    }
    if (config_.some.balance_bias > 0)
        balance_bias_ = register_buffer("balance_bias", at::zeros({config_.some.num_experts}));
    if (config_.keys.temperature == GateTemperature::learned)
        log_temperature_ = register_buffer("log_temperature", at::zeros({1}));
}

NearestKeysOptions SomeLayerImpl::routerOptions(const ForwardOptions& options) {
    NearestKeysOptions router;
    router.top_k = options.top_k > 0 ? options.top_k : config_.some.top_k;
    router.temperature = options.temperature;
    if (log_temperature_.defined() && (log_temperature_.is_cpu() || index_))
        router.temperature *= std::exp(log_temperature_.item<double>());
    else if (log_temperature_.defined())  // a look at it would wait for the device
        router.temperature_factor = log_temperature_.to(at::kDouble).exp();
    router.normalize = config_.some.normalize_query;
    router.selection_bias = balance_bias_;
    router.index = index_.get();
    linkKeys();
    router.linked_keys = linked_keys_;
    return router;
}

void SomeLayerImpl::linkKeys() {
    if (index_ &&
        relativeRmsDrift(linked_keys_.cpu(), store_.keys.cpu()) > config_.some.search_drift)
        linked_keys_.copy_(store_.keys);
}

at::Tensor SomeLayerImpl::drawn(const SomeInput& input, const ForwardOptions& options,
                                std::int64_t top_k) {
    std::uint64_t seed = mixSeed(static_cast<std::uint64_t>(config_.train.seed), "routing");
    for (const std::int64_t part : {options.step, options.micro_batch, layer_})
        seed = mixSeed(seed, static_cast<std::uint64_t>(part));
    const std::int64_t experts = config_.some.num_experts;
    if (options.cache == nullptr)
        return randomExperts(input.z.size(0), top_k, experts, seed, options.first_token);
    std::vector<at::Tensor> rows;  // a token is drawn by its position, as if its text were alone
    for (const std::int64_t position : options.cache->positions())
        rows.push_back(randomExperts(1, top_k, experts, seed, position));
    return at::cat(rows);
}

void SomeLayerImpl::route(const SomeInput& input, const ForwardOptions& options, SomeOutput& output,
                          at::Tensor& gates) {
    const SomeConfig& some = config_.some;
    NearestKeysOptions router = routerOptions(options);
    if (some.routing == Routing::keys) {
        output.query_raw = query_(input.z, options.cache != nullptr);
        if (config_.keys.query_residual != 0 && input.previous_query.defined())
            output.query_raw =
                output.query_raw + config_.keys.query_residual * input.previous_query;
        const RouterInterventions* changed = options.interventions;
        if (changed != nullptr && !changed->touches(layer_)) changed = nullptr;
        const at::Tensor keys = changed ? changed->keys(layer_, store_.keys) : store_.keys;
        if (changed) {
            const at::Tensor& bias = changed->selectionBias(layer_);
            if (bias.defined())
                router.selection_bias =
                    router.selection_bias.defined() ? router.selection_bias + bias : bias;
            router.index = nullptr;  // its graph is of the unchanged keys
        }
        const NearestKeys nearest = nearestKeys(output.query_raw, keys, router);
        if (options.probabilities)
            output.routing.probabilities = routerProbabilities(output.query_raw, keys, router);
        output.routing.queries = nearest.queries;
        output.routing.selected = nearest.selected;
        gates = changed ? changed->gates(layer_, nearest.gates, nearest.selected) : nearest.gates;
        return;
    }
    if (some.routing == Routing::hash) {
        output.routing.selected =
            hashed(router.top_k, input.z.device()).index_select(0, input.tokens);
    } else {
        const at::Tensor chosen = drawn(input, options, router.top_k);
        // Out of pinned memory a copy does not keep this thread waiting.
        output.routing.selected =
            input.z.is_cpu() ? chosen : chosen.pin_memory().to(input.z.device(), true);
    }
    gates = at::full({input.z.size(0), router.top_k}, 1.0 / static_cast<double>(router.top_k),
                     input.z.options());
}

/// A table, so that the tokens need not be looked at: they may lie on a device.
const at::Tensor& SomeLayerImpl::hashed(std::int64_t top_k, const at::Device& device) {
    at::Tensor& table = hash_tables_[top_k];
    if (!table.defined() || table.device() != device)
        table = hashedExperts(at::arange(config_.model.vocab_size, at::kLong), top_k,
                              config_.some.num_experts, layer_)
                    .to(device);
    return table;
}

SomeOutput SomeLayerImpl::forward(const SomeInput& input, const ForwardOptions& options) {
    SomeOutput output;
    at::Tensor gates;  // [N, k]
    route(input, options, output, gates);
    output.y = experts_(input.z, output.routing.selected, gates, options.cache != nullptr);
    output.routing.gates = gates.detach();
    if (options.contribution) {
        output.routing.squares = at::stack({sumSquares(output.y), sumSquares(input.z)});
        output.routing.contribution =
            (output.routing.squares[0] / output.routing.squares[1]).sqrt();
    }
    return output;
}

at::Tensor SomeLayerImpl::expertOutputs(const at::Tensor& z, const LayerRouting& routing) {
    std::vector<at::Tensor> outputs;
    for (std::int64_t rank = 0; rank < routing.selected.size(1); ++rank)
        outputs.push_back(experts_(z, routing.selected.narrow(1, rank, 1).contiguous(),
                                   routing.gates.narrow(1, rank, 1).contiguous()));
    return at::stack(outputs, 1);
}

}  // namespace orrery
