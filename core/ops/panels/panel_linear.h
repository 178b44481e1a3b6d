// SPDX-License-Identifier: GPL-3.0-or-later
// Linear layers of the CPU by panels (panel_product.h): rows in pieces that stay in a core's cache,
// the bias added on the way.
#pragma once
#include <ATen/ATen.h>

#include <memory>

namespace orrery {

/// weight [M, K] and bias [M] of a linear layer.
struct LinearWeights {
    at::Tensor weight;
    at::Tensor bias;
};

/// x [.., K] -> x weight^T + bias [.., M], as at::linear, which is its slow reference and what
/// other devices and types than float32 and float64 on the CPU get. The result and the gradients
/// are the same at any number of threads. `half`: the factors of float32 products are rounded to
/// bfloat16, forward and backward, where the processor has instructions for it
/// (half_product.h).
at::Tensor panelLinear(const at::Tensor& x, const LinearWeights& layer, bool half = false);

/// x [N, K] -> second(gelu(first(x))) in the same way. The hidden values are kept once, before
/// GELU. `half_backward`: as `half`, backward alone.
at::Tensor panelMlp(const at::Tensor& x, const LinearWeights& first, const LinearWeights& second,
                    bool half_backward = false);

/// The CPU kernels behind them; all contiguous and of one type. `half` as above.
at::Tensor linearForwardCpu(const at::Tensor& x, const LinearWeights& layer, bool half = false);
struct LinearBackward {
    at::Tensor x;  // [N, K]
    LinearWeights layer;
};
LinearBackward linearBackwardCpu(const at::Tensor& gradient, const at::Tensor& x,
                                 const at::Tensor& weight, bool half = false);
/// A layer that is packed once for several pieces of its rows. All contiguous, of one type.
class PackedLinear {
public:
    virtual ~PackedLinear() = default;
    /// x [N, K] -> [N, M]
    virtual at::Tensor forward(const at::Tensor& x) const = 0;
    /// What gradients [N, M] give x: gradient * weight, into `result` [N, K].
    virtual void inputGradients(const at::Tensor& gradient, at::Tensor& result) const = 0;
    /// Adds to `sums` what gradients [N, M] give the weight and its bias.
    virtual void addWeightGradients(const at::Tensor& gradient, const at::Tensor& x,
                                    LinearWeights& sums) const = 0;
};
/// `layer` outlives it. Without `backward` there are no inputGradients().
std::unique_ptr<PackedLinear> packLinear(const LinearWeights& layer, bool backward,
                                         bool half = false);
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
                           const at::Tensor& second_weight, bool half = false);

}  // namespace orrery
