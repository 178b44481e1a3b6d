// SPDX-License-Identifier: GPL-3.0-or-later
// The experts of one SoME layer as one operation (core/README.md, section 2).
#pragma once
#include <ATen/ATen.h>

namespace orrery {

/// y[t] = sum_r gates[t, r] * up[e] gelu(down[e] z[t]) with e = selected[t, r].
///   z [N, D], selected [N, k] int64 in 0 .. E-1, gates [N, k], down [E, F, D], up [E, D, F]  ->  y
///   [N, D]
/// float32 or float64, one type for all, but that frozen down and up may be bfloat16 beside
/// float32: an expert's matrices are then converted when they are used, and all arithmetic is
/// float32. Gradients flow to z and gates, and to down and up only where these require them: frozen
/// experts cost no weight gradient. The result is the same at any number of threads. Throws Error
/// for wrong shapes, types and expert numbers; on CUDA, where looking would wait for the device,
/// expert numbers are not checked. `bf16` is what bf16_ffn.h says.
at::Tensor groupedFfn(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                      const at::Tensor& down, const at::Tensor& up, bool bf16 = false);

/// What the forward pass keeps for the backward pass. Rows are the N * k (token, rank) pairs,
/// sorted by expert and within an expert by token.
struct GroupedFfnForward {
    at::Tensor output;   // [N, D]
    at::Tensor hidden;   // [N*k, F] before GELU, a row a pair; bfloat16 where products are of it
    at::Tensor order;    // [N*k] int64: pair (token * k + rank) of each row
    at::Tensor offsets;  // [E+1] int64: expert e has rows offsets[e] .. offsets[e+1]-1
};
struct GroupedFfnBackward {
    at::Tensor z;      // [N, D]
    at::Tensor gates;  // [N, k]
    at::Tensor down;   // [E, F, D], undefined for frozen experts
    at::Tensor up;     // [E, D, F], undefined for frozen experts
};

/// The CPU kernels behind groupedFfn, without checks and autograd. `half`: float32 products are
/// made of bfloat16, where the processor has instructions for it.
GroupedFfnForward groupedFfnForwardCpu(const at::Tensor& z, const at::Tensor& selected,
                                       const at::Tensor& gates, const at::Tensor& down,
                                       const at::Tensor& up, bool half = false);
GroupedFfnBackward groupedFfnBackwardCpu(const at::Tensor& output_gradient, const at::Tensor& z,
                                         const at::Tensor& gates, const GroupedFfnForward& forward,
                                         const at::Tensor& down, const at::Tensor& up,
                                         bool weight_gradients);

}  // namespace orrery
