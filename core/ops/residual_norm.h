// SPDX-License-Identifier: GPL-3.0-or-later
// The residual and the norm behind it as one operation (core/README.md, section 1, norm: post).
#pragma once
#include <ATen/ATen.h>

namespace orrery {

/// LayerNorm(a + b) over the last dimension D, eps 1e-5, with weight and bias [D]. On the CPU in
/// float32 in one pass, elsewhere by at::layer_norm, its slow reference. The result and the
/// gradients are the same at any number of threads.
at::Tensor residualNorm(const at::Tensor& a, const at::Tensor& b, const at::Tensor& weight,
                        const at::Tensor& bias);

}  // namespace orrery
