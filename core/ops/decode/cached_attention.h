// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of tokens that have just come over those that were read before (core/README.md,
// section 1). No gradients.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

namespace orrery {

struct CachedAttentionOptions {
    std::int64_t heads = 1;
    std::vector<std::int64_t> starts;  // [B] tokens that each row had read before
    std::vector<double> slopes;        // [H] of ALiBi; empty without
    bool half = false;  // weights of the values are rounded to bfloat16 (train.precision: bf16)
};

/// queries [B, t, D]; keys and values [B, C, D], where the new tokens' own are already at starts[b]
/// .. starts[b] + t - 1. Token i of row b sees the keys 0 .. starts[b] + i, and beyond C none.
/// Gives [B, t, D]. float32 and float64 on the CPU by a kernel, a row of which is the same bits
/// whatever stands beside it; elsewhere by the slow reference. Throws Error for shapes that don't
/// fit.
at::Tensor cachedAttention(const at::Tensor& queries, const at::Tensor& keys,
                           const at::Tensor& values, const CachedAttentionOptions& options);

/// The same by at::scaled_dot_product_attention with a mask, on any device.
at::Tensor slowCachedAttention(const at::Tensor& queries, const at::Tensor& keys,
                               const at::Tensor& values, const CachedAttentionOptions& options);

}  // namespace orrery
