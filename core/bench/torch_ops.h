// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of a step as torch does them best on the CPU, under autograd: SDPA, one sort of
// the tokens, oneDNN's products in float32 or bfloat16.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

namespace orrery {

/// qkv [B, T, 3D] -> [B, T, D]
at::Tensor torchAttention(const at::Tensor& qkv, std::int64_t heads, bool causal);

/// x [N, K] weight [M, K]^T + bias [M], the product in `type`, the result in x's type.
at::Tensor torchLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                       at::ScalarType type);

/// As naiveExperts, an expert's rows together, products in `type`. down and up have that type.
at::Tensor torchExperts(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                        const at::Tensor& down, const at::Tensor& up, at::ScalarType type);

}  // namespace orrery
