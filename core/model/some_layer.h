// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <map>
#include <memory>

#include "core/config/config.h"
#include "core/model/expert_library.h"
#include "core/model/key_store.h"
#include "core/model/language_model.h"
#include "core/model/query_network.h"
#include "core/model/torch_modules.h"
#include "core/ops/nearest_keys.h"

namespace orrery {

struct SomeInput {
    at::Tensor z;       // [N, D]
    at::Tensor tokens;  // [N] int64, for hash routing
    at::Tensor
        previous_query;  // [N, D] final q_raw of the layer before; undefined in the first layer
};

struct SomeOutput {
    at::Tensor y;  // [N, D]
    at::Tensor
        query_raw;  // [N, D] with its residual, before normalization; undefined without a router
    LayerRouting routing;
};

/// Router, key store and experts of one layer (core/README.md, section 2).
class SomeLayerImpl : public torch::nn::Module {
public:
    /// `shared` is the library of all layers (some.shared_library), which its owner registers; null
    /// for one of the layer's own.
    SomeLayerImpl(const Config& config, std::int64_t layer, const ExpertLibrary& shared = nullptr);
    SomeOutput forward(const SomeInput& input, const ForwardOptions& options);
    /// z [N, D] -> [N, k, D]: what each of a token's experts gives it, times its gate.
    at::Tensor expertOutputs(const at::Tensor& z, const LayerRouting& routing);

    at::Tensor& keys() { return store_.keys; }
    at::Tensor& usage() { return store_.usage; }
    const at::Tensor& balanceBias() const { return balance_bias_; }        // [E] or undefined
    const at::Tensor& logTemperature() const { return log_temperature_; }  // [1] or undefined
    const at::Tensor& linkedKeys() const { return linked_keys_; }          // [E, D] or undefined
    /// Where the keys have moved far enough since: as forward() does first.
    void linkKeys();

private:
    void makeRouter();
    NearestKeysOptions routerOptions(const ForwardOptions& options);
    /// [V, k] of hash routing: the experts of each token.
    const at::Tensor& hashed(std::int64_t top_k, const at::Device& device);
    /// Of random routing: experts of each token [N, k].
    at::Tensor drawn(const SomeInput& input, const ForwardOptions& options, std::int64_t top_k);
    void route(const SomeInput& input, const ForwardOptions& options, SomeOutput& output,
               at::Tensor& gates);

    Config config_;
    std::int64_t layer_;
    KeyStore store_;
    at::Tensor balance_bias_;
    at::Tensor log_temperature_;
    QueryNetwork query_{nullptr};
    /// By the number of experts a token. They stay: a step that was recorded for a device goes on
    /// reading its own.
    std::map<std::int64_t, at::Tensor> hash_tables_;
    std::shared_ptr<KeyIndex> index_;  // of some.search: hnsw
    at::Tensor linked_keys_;           // [E, D] when the index was linked
    ExpertLibrary experts_{nullptr};
};
TORCH_MODULE(SomeLayer);

}  // namespace orrery
