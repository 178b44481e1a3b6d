// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/attention.h"

#include <ATen/autocast_mode.h>

#include <cmath>
#include <optional>

#include "core/model/positions.h"
#include "core/model/weights.h"
#include "core/ops/check.h"
#include "core/ops/decode/cached_attention.h"
#include "core/ops/decode/few_rows.h"
#include "core/ops/packed_attention.h"
#include "core/ops/panels/half_product.h"
#include "core/ops/panels/panel_linear.h"

namespace orrery {
namespace {

/// torch's autocast to bfloat16 for a scope: what it covers is decided here, by where this stands.
class BFloat16Autocast {
public:
    explicit BFloat16Autocast(at::DeviceType device)
        : device_(device),
          enabled_(at::autocast::is_autocast_enabled(device)),
          type_(at::autocast::get_autocast_dtype(device)) {
        at::autocast::set_autocast_enabled(device_, true);
        at::autocast::set_autocast_dtype(device_, at::kBFloat16);
        at::autocast::increment_nesting();
    }
    ~BFloat16Autocast() {
        // Casts of weights are kept until the outermost scope ends; the optimizer moves them then.
        if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
        at::autocast::set_autocast_dtype(device_, type_);
        at::autocast::set_autocast_enabled(device_, enabled_);
    }
    BFloat16Autocast(const BFloat16Autocast&) = delete;
    BFloat16Autocast& operator=(const BFloat16Autocast&) = delete;

private:
    at::DeviceType device_;
    bool enabled_;
    at::ScalarType type_;
};

}  // namespace

AttentionImpl::AttentionImpl(const AttentionOptions& options) : options_(options) {
    const std::int64_t d = options.d_model;
    require(options.num_heads >= 1 && d >= 1 && d % options.num_heads == 0,
            "model.d_model (" + std::to_string(d) + ") must be a multiple of model.num_heads (" +
                std::to_string(options.num_heads) + ").");
    require(
        options.positions != PositionEncoding::rope || d / options.num_heads % 2 == 0,
        "model.positions: rope needs an even number of dimensions a head; lower model.num_heads.");
    in_proj_ = register_module("in_proj", torch::nn::Linear(d, 3 * d));
    out_proj_ = register_module("out_proj", torch::nn::Linear(d, d));
    const auto stream = [&](const char* part) {
        return SeededRandom(mixSeed(options.seed, options.name + part));
    };
    drawUniform(in_proj_->weight, std::sqrt(6.0 / static_cast<double>(4 * d)),
                stream(".in_proj.weight"));  // Xavier over [3D, D]
    drawUniform(out_proj_->weight, 1 / std::sqrt(static_cast<double>(d)),
                stream(".out_proj.weight"));
    at::NoGradGuard no_gradient;
    in_proj_->bias.zero_();
    out_proj_->bias.zero_();
}

template <class Work>
at::Tensor AttentionImpl::inPrecision(const at::Tensor& x, const Work& work) {
    if (!options_.bfloat16 || x.is_cpu()) return work();
    const BFloat16Autocast scope(x.device().type());
    return work().to(x.scalar_type());
}

at::Tensor AttentionImpl::project(torch::nn::Linear& layer, const at::Tensor& x, bool few_rows) {
    if (options_.bfloat16 && !x.is_cpu()) return layer(x);
    if (few_rows && !options_.bfloat16 && fitsFewRows(x, layer->weight))
        return fewRowsLinear(x.view({-1, x.size(-1)}), layer->weight, layer->bias)
            .view({x.size(0), x.size(1), -1});
    return panelLinear(x, {layer->weight, layer->bias}, options_.bfloat16);
}

at::Tensor AttentionImpl::forward(const at::Tensor& x) {
    return inPrecision(x, [&] { return project(out_proj_, attend(project(in_proj_, x))); });
}

/// joined [B, T, 3D] -> [B, T, D]
at::Tensor AttentionImpl::attend(const at::Tensor& joined) {
    const std::int64_t batch = joined.size(0);
    const std::int64_t length = joined.size(1);
    const std::int64_t heads = options_.num_heads;
    const bool plain = options_.positions != PositionEncoding::rope &&
                       options_.positions != PositionEncoding::alibi;
    if (plain && joined.is_cpu())
        return packedAttention(joined, heads, options_.causal, options_.bfloat16);
    const at::Tensor packed = joined.view({batch, length, 3, heads, options_.d_model / heads});
    const auto parts = packed.unbind(2);      // whose gradients are put together at once
    at::Tensor q = parts[0].transpose(1, 2);  // [B, H, T, D/H]
    at::Tensor k = parts[1].transpose(1, 2);
    const at::Tensor v = parts[2].transpose(1, 2);
    std::optional<at::Tensor> bias;
    if (options_.positions == PositionEncoding::rope) {
        q = rotatePositions(q);
        k = rotatePositions(k);
    } else if (options_.positions == PositionEncoding::alibi) {
        bias = alibiBias(heads, length, options_.causal, in_proj_->weight.options()).unsqueeze(0);
    }
    const bool causal = options_.causal && !bias;
    const at::Tensor mixed = at::scaled_dot_product_attention(q, k, v, bias, 0.0, causal);
    return mixed.transpose(1, 2).reshape({batch, length, options_.d_model});
}

at::Tensor AttentionImpl::extend(const at::Tensor& x, KeyValueCache& cache, std::int64_t layer) {
    require(options_.causal,
            "A model without a causal mask (model.causal: false) can't be read token by token.");
    return inPrecision(x, [&] {
        const at::Tensor joined = project(in_proj_, x, true);
        return project(out_proj_, attendCached(joined, cache, layer).contiguous(), true);
    });
}

/// joined [R, t, 3D] -> [R, t, D]
at::Tensor AttentionImpl::attendCached(const at::Tensor& joined, KeyValueCache& cache,
                                       std::int64_t layer) {
    const std::int64_t heads = options_.num_heads, d = options_.d_model;
    const bool rope = options_.positions == PositionEncoding::rope;
    const bool alibi = options_.positions == PositionEncoding::alibi;
    const bool half = options_.bfloat16 && joined.is_cpu() && hasHalfProducts() && !rope && !alibi;
    at::Tensor vectors = joined;  // [R, t, 3D]: queries, keys and values as they meet
    if (half) vectors = joined.to(at::kBFloat16);
    vectors = vectors.to(at::kFloat);
    if (rope) {
        const at::Tensor turned =
            rotatePositions(vectors.narrow(2, 0, 2 * d)
                                .reshape({joined.size(0), joined.size(1), 2 * heads, d / heads})
                                .transpose(1, 2),
                            cache.positions());  // [R, 2H, t, D/H]
        vectors = at::cat({turned.transpose(1, 2).reshape({joined.size(0), joined.size(1), 2 * d}),
                           vectors.narrow(2, 2 * d, d)},
                          2);
    }
    cache.store(layer, vectors.narrow(2, d, d), vectors.narrow(2, 2 * d, d));
    if (cache.empty() && joined.size(1) > 1) return attend(joined);
    CachedAttentionOptions options{heads, cache.lengths(), {}, half};
    if (alibi) options.slopes = alibiSlopes(heads);
    return cachedAttention(vectors.narrow(2, 0, d), cache.keys(layer), cache.values(layer),
                           options);
}

}  // namespace orrery
