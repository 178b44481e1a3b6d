// SPDX-License-Identifier: GPL-3.0-or-later
// Scaled dot-product attention of one layer as one operation (core/README.md, section 1).
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

namespace orrery {

/// For each head h: softmax(q k^T / sqrt(D/H)) v, where a causal position attends to itself and
/// those before it.
///   qkv [B, T, 3D]: queries, keys and values beside one another, in each the heads  ->  [B, T, D]
/// float32 or float64 on the CPU. Differentiable. Nothing of size T x T is kept; the result is the
/// same at any number of threads. Its slow reference is at::scaled_dot_product_attention. Throws
/// Error for wrong shapes and types. `half`: the factors of float32 products are rounded to
/// bfloat16, forward and backward, where the processor has instructions for it; scores, softmax and
/// sums stay float32.
at::Tensor packedAttention(const at::Tensor& qkv, std::int64_t heads, bool causal,
                           bool half = false);

struct PackedAttentionForward {
    at::Tensor output;       // [B, T, D]
    at::Tensor log_weights;  // [B, H, T] logarithm of the sum of a query's exponentials
};

/// The CPU kernels behind packedAttention, without checks and autograd.
PackedAttentionForward packedAttentionForwardCpu(const at::Tensor& qkv, std::int64_t heads,
                                                 bool causal, bool half = false);
/// The gradient towards qkv [B, T, 3D].
at::Tensor packedAttentionBackwardCpu(const at::Tensor& output_gradient, const at::Tensor& qkv,
                                      const PackedAttentionForward& forward, std::int64_t heads,
                                      bool causal, bool half = false);

}  // namespace orrery
