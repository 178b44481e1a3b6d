// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of a step as a notebook would write them, under autograd: slow references.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

namespace orrery {

/// qkv [B, T, 3D] -> [B, T, D], all scores of all heads at once and the mask a matrix.
at::Tensor naiveAttention(const at::Tensor& qkv, std::int64_t heads, bool causal);

struct NaiveRoute {
    at::Tensor queries;   // [N, D], unit length
    at::Tensor selected;  // [N, k]
    at::Tensor gates;     // [N, k]
};
NaiveRoute naiveRoute(const at::Tensor& query, const at::Tensor& keys, std::int64_t top_k,
                      double temperature);

/// A loop over experts: z [N, D], selected and gates [N, k], down [E, F, D], up [E, D, F] ->
/// [N, D].
at::Tensor naiveExperts(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                        const at::Tensor& down, const at::Tensor& up);

}  // namespace orrery
