// SPDX-License-Identifier: GPL-3.0-or-later
// Output layer and cross entropy as one operation: the logits [N, V] never exist as a whole.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

namespace orrery {

struct HeadLoss {
    at::Tensor weighted;   // scalar: sum_t weights[t] * losses[t]; gradients flow to hidden, weight
                           // and bias
    at::Tensor per_token;  // [N] cross entropy in nats; 0 where the target is negative. No gradient
};

/// hidden [N, D], head_weight [V, D], head_bias [V], targets [N] int64 below V (negative =
/// ignored), weights [N] (0 where the target is ignored). float32 or float64. `bfloat16`: the
/// products with the head are made of bfloat16 (on the CPU where the processor has instructions for
/// it), the softmax and all sums over tokens stay float32. The gradients are made on the way
/// forward when grad mode is on. Throws Error for a target of V or more.
HeadLoss headLoss(const at::Tensor& hidden, const at::Tensor& head_weight,
                  const at::Tensor& head_bias, const at::Tensor& targets, const at::Tensor& weights,
                  bool bfloat16 = false);

}  // namespace orrery
