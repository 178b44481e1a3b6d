// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

/// How one layer routed a batch; all detached, fp32. N = B*T tokens, k experts a token.
struct LayerRouting {
    at::Tensor queries;   // [N, D] unit queries (or raw when normalize_query is false); undefined
                          // without a router
    at::Tensor selected;  // [N, k] int64, rank 0 the best; undefined when some.experts is none
    at::Tensor gates;     // [N, k]
    at::Tensor probabilities;  // [N, E] softmax over all experts, with its gradient; only when
                               // asked for
    at::Tensor contribution;   // scalar double: rms(sum gate * e(z)) / rms(z); only when asked for
    at::Tensor squares;  // [2] double: the sums of squares behind it, of sum gate * e(z) and z
};

class KeyValueCache;
class RouterInterventions;

/// What a layer adds to the residual stream, and where it stands before and behind; [N, D] each,
/// detached (core/README.md, section 14).
struct LayerParts {
    at::Tensor input, attention;
    at::Tensor middle;   // behind the first norm with norm: post
    at::Tensor experts;  // [N, k, D], each times its gate; undefined without experts
    at::Tensor output;
};

struct ForwardOptions {
    double temperature = 1.0;
    std::int64_t step = 0;         // seeds random routing together with train.seed
    std::int64_t micro_batch = 0;  // of this step, seeds random routing too
    std::int64_t first_token = 0;  // of `tokens` in its micro-batch, whose rest other ranks have
    std::int64_t top_k = 0;        // experts a token; 0 = some.top_k
    bool contribution = false;
    bool probabilities = false;  // LayerRouting::probabilities, for a balance loss
    bool routing = true;         // keep LayerRouting
    bool logits = true;          // false: only `hidden`, for a loss that makes the logits in pieces
    /// What the router does otherwise; null for what some.interventions says. Outlives the pass.
    const RouterInterventions* interventions = nullptr;
    KeyValueCache* cache = nullptr;            // set by extend()
    std::vector<LayerParts>* parts = nullptr;  // gets those of each layer; costs its experts again
};

struct ForwardResult {
    at::Tensor logits;                  // [B, T, V]; undefined when not asked for
    at::Tensor hidden;                  // [B, T, D], what lm_head reads
    std::vector<LayerRouting> routing;  // [L]; empty when not asked for
};

/// What a layer reads: what the layers below it made of the tokens.
struct LayerInput {
    at::Tensor hidden;          // [B, T, D]
    at::Tensor previous_query;  // [B * T, D], of keys.query_residual; undefined in the first layer
};

/// SoME (core/README.md, sections 1 and 2). One thread at a time.
class LanguageModelImpl {
public:
    /// Draws every weight from train.seed: the same model for the same (seed, shape, init). Throws
    /// Error for what this version can't compute.
    explicit LanguageModelImpl(const Config& config);

    /// tokens [B, T] int64 in 0 .. V-1, T of any length. Throws Error for other tokens.
    ForwardResult forward(const at::Tensor& tokens, const ForwardOptions& options);

    /// forward() in parts, with the same bits: what the first layer reads, what layer `to` reads
    /// given what layer `from` does, and the rest from a layer on (its number of layers: nothing).
    LayerInput embedded(const at::Tensor& tokens);
    LayerInput through(const LayerInput& input, const at::Tensor& tokens, std::int64_t from,
                       std::int64_t to, const ForwardOptions& options);
    ForwardResult forwardFrom(const LayerInput& input, const at::Tensor& tokens, std::int64_t from,
                              const ForwardOptions& options);

    /// The same for tokens [R, t] that come to what the cache's rows have read, of row r the first
    /// counts[r], and the cache then holds them too; results of the padding behind mean nothing.
    /// One token a row costs one token's work. As forward() over each row's whole text, but for the
    /// rounding of sums made in another order. No gradients. Throws Error for other tokens, where
    /// the cache has no room, and without a causal mask.
    ForwardResult extend(const at::Tensor& tokens, std::span<const std::int64_t> counts,
                         KeyValueCache& cache, const ForwardOptions& options);

    const Config& config() const;
    /// some.interventions, which may change while training: a pass that brings no interventions of
    /// its own follows them. Throws Error as RouterInterventions does; nothing is changed then.
    void intervene(const std::string& interventions);
    const RouterInterventions* interventions() const;  // null for none
    /// Moves weights and buffers to a device; an optimizer made before still means the old ones.
    void moveTo(const at::Device& device);
    /// Everything under the names of core/README.md, section 9 (views, not copies). with_experts:
    /// also a frozen library; trained experts are always part of the state.
    std::map<std::string, at::Tensor> state(bool with_experts) const;
    /// Copies tensors in; a graph of keys that the state says nothing of is that of its keys.
    /// Throws Error that names missing, unknown and misshapen tensors; changes nothing then.
    void loadState(const std::map<std::string, at::Tensor>& state, bool with_experts);
    /// Tensors that the optimizer moves, by name, in a fixed order: those of train.parts, and
    /// trained experts. The others have no gradient and stay as they were drawn or loaded.
    std::vector<std::pair<std::string, at::Tensor>> trainedParameters() const;

    at::Tensor& keys(std::int64_t layer);   // [E, D] buffer; throws Error when some.experts is none
    at::Tensor& usage(std::int64_t layer);  // [E] buffer; throws Error when some.experts is none
    /// Buffers that the router keeps beside its keys; undefined where the knob is off or there is
    /// no router. keys.temperature: learned divides the scores by temperature *
    /// exp(logTemperature).
    at::Tensor balanceBias(std::int64_t layer);     // [E], some.balance_bias
    at::Tensor logTemperature(std::int64_t layer);  // [1]
    at::Tensor linkedKeys(std::int64_t layer);      // [E, D], keys when their graph was linked
    /// Links graphs of keys anew where the next forward() would: for ranks that have no tokens.
    void linkKeys();
    /// The untied output layer: logits = hidden * weight^T + bias; in bfloat16 and made float32
    /// again with train.precision: bf16. hidden [.., D] -> [.., V].
    /// `few_rows`: by the products of core/ops/decode/few_rows.h where they fit; no gradients then.
    at::Tensor headLogits(const at::Tensor& hidden, bool few_rows = false) const;
    const at::Tensor& headWeight() const;  // [V, D]
    const at::Tensor& headBias() const;    // [V]

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

/// A handle, as TORCH_MODULE would make: copies share one model. Written out so that this header,
/// which all of core/train includes, needs ATen only (torch/nn costs each file seconds).
class LanguageModel {
public:
    explicit LanguageModel(const Config& config)
        : model_(std::make_shared<LanguageModelImpl>(config)) {}
    LanguageModel(std::nullptr_t) {}

    LanguageModelImpl* operator->() const { return model_.get(); }
    LanguageModelImpl& operator*() const { return *model_; }
    explicit operator bool() const { return model_ != nullptr; }

private:
    std::shared_ptr<LanguageModelImpl> model_;
};

}  // namespace orrery
