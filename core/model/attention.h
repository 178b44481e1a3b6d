// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

#include "core/config/config.h"
#include "core/model/key_value_cache.h"
#include "core/model/torch_modules.h"

namespace orrery {

struct AttentionOptions {
    std::int64_t d_model = 0;
    std::int64_t num_heads = 1;
    bool causal = true;
    PositionEncoding positions = PositionEncoding::sinusoidal;  // rope and alibi act in here
    bool bfloat16 = false;  // products in bfloat16 (train.precision: bf16); weights stay float32
    std::uint64_t seed = 1;
    std::string name;  // "layers.3.attention", names the streams of the initial weights
};

/// Multi-head self-attention with biases, packed projection, scale 1/sqrt(D/H) (core/README.md,
/// section 1).
class AttentionImpl : public torch::nn::Module {
public:
    /// Throws Error when d_model can't be divided among the heads.
    explicit AttentionImpl(const AttentionOptions& options);
    /// x [B, T, D] -> [B, T, D], of x's type in bfloat16 too.
    at::Tensor forward(const at::Tensor& x);
    /// The same for the tokens x [R, t, D] that come to those which the cache holds (`layer` of
    /// it), and puts theirs there. Throws Error without a causal mask: what was read before would
    /// change.
    at::Tensor extend(const at::Tensor& x, KeyValueCache& cache, std::int64_t layer);

private:
    at::Tensor attend(const at::Tensor& joined);
    at::Tensor attendCached(const at::Tensor& joined, KeyValueCache& cache, std::int64_t layer);
    at::Tensor project(torch::nn::Linear& layer, const at::Tensor& x, bool few_rows = false);
    /// work(), on other devices under autocast where products are of bfloat16.
    template <class Work>
    at::Tensor inPrecision(const at::Tensor& x, const Work& work);

    AttentionOptions options_;
    torch::nn::Linear in_proj_{nullptr};   // D -> 3D
    torch::nn::Linear out_proj_{nullptr};  // D -> D
};
TORCH_MODULE(Attention);

}  // namespace orrery
