// SPDX-License-Identifier: GPL-3.0-or-later
// Linear layers of the CPU by panels (panel_product.h): rows in pieces that stay in a core's cache,
// the bias added on the way.
#pragma once
#include <ATen/ATen.h>

namespace orrery {

/// weight [M, K] and bias [M] of a linear layer.
struct LinearWeights {
    at::Tensor weight;
    at::Tensor bias;
};

/// x [.., K] -> x weight^T + bias [.., M], as at::linear, which is its slow reference and what
/// other devices and types than float32 and float64 on the CPU get. The result and the gradients
/// are the same at any number of threads.
at::Tensor panelLinear(const at::Tensor& x, const LinearWeights& layer);

/// x [N, K] -> second(gelu(first(x))) in the same way. The hidden values are kept once, before
/// GELU.
at::Tensor panelMlp(const at::Tensor& x, const LinearWeights& first, const LinearWeights& second);

/// The CPU kernels behind them; all contiguous and of one type.
at::Tensor linearForwardCpu(const at::Tensor& x, const LinearWeights& layer);
struct LinearBackward {
    at::Tensor x;  // [N, K]
    LinearWeights layer;
};
LinearBackward linearBackwardCpu(const at::Tensor& gradient, const at::Tensor& x,
                                 const at::Tensor& weight);
/// What gradients [N, M] of x weight^T give x: gradient * weight, into `result` [N, K].
void inputGradientsCpu(const at::Tensor& gradient, const at::Tensor& weight, at::Tensor& result);
/// Adds to `sums` what gradients [N, M] of x weight^T + bias give a weight and its bias.
void addWeightGradientsCpu(const at::Tensor& gradient, const at::Tensor& x, LinearWeights& sums);
struct MlpForward {
    at::Tensor output;  // [N, M]
    at::Tensor hidden;  // [N, H] before GELU
};
MlpForward mlpForwardCpu(const at::Tensor& x, const LinearWeights& first,
                         const LinearWeights& second);
struct MlpBackward {
    at::Tensor x;  // [N, K]
    LinearWeights first, second;
};
MlpBackward mlpBackwardCpu(const at::Tensor& gradient, const at::Tensor& x,
                           const at::Tensor& hidden, const at::Tensor& first_weight,
                           const at::Tensor& second_weight);

}  // namespace orrery
