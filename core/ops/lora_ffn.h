// SPDX-License-Identifier: GPL-3.0-or-later
// Frozen experts with a trained low-rank part (core/README.md, section 2).
#pragma once
#include <ATen/ATen.h>

namespace orrery {

/// Low-rank parts of rank r: an expert's matrices are down + down_b down_a and up + up_b up_a.
struct LoraWeights {
    at::Tensor down_a;  // [E, r, D]
    at::Tensor down_b;  // [E, F, r]
    at::Tensor up_a;    // [E, r, F]
    at::Tensor up_b;    // [E, D, r]
};

/// As groupedFfn, with those matrices, which never exist as a whole. Gradients flow to z, gates and
/// the low-rank parts; down [E, F, D] and up [E, D, F] are frozen. float32 or float64, down and up
/// also bfloat16 beside float32. Any device; the same result at any number of threads. Throws Error
/// for wrong shapes, types and expert numbers.
at::Tensor loraFfn(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                   const at::Tensor& down, const at::Tensor& up, const LoraWeights& lora);

}  // namespace orrery
