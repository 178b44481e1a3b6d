// SPDX-License-Identifier: GPL-3.0-or-later
// The experts in bfloat16 (train.precision: bf16; core/README.md, section 3).
#pragma once
#include <ATen/ATen.h>

#include "core/ops/lora_ffn.h"

namespace orrery {

/// As groupedFfn, and with `lora` defined as loraFfn, on float32 z [N, D] and gates [N, k], but an
/// expert's products and its GELU are made of and to bfloat16. Gates, and the sum over a token's
/// experts, stay float32. Gradients flow to z, gates and to every weight that requires them.
/// On CUDA without `lora` as one launch for all experts (grouped_ffn_device.h). On the CPU the
/// factors of products are rounded where the processor multiplies bfloat16 faster
/// (half_product.h), and nothing with `lora`, whose small products win nothing there. Throws Error
/// for types that do not fit.
at::Tensor bf16Ffn(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                   const at::Tensor& down, const at::Tensor& up, const LoraWeights& lora = {});

}  // namespace orrery
