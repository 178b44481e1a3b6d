// SPDX-License-Identifier: GPL-3.0-or-later
// Products of few rows with wide matrices, as decoding a token at a time makes them: packing a
// matrix for one row would cost more than the product. No gradients.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

namespace orrery {

/// Beyond so many rows the panels (panel_linear.h, grouped_ffn.h), which are the slow reference of
/// these, are as fast.
constexpr std::int64_t kFewRows = 32;

/// Whether both are contiguous float32 on the CPU, and `x` has few rows.
bool fitsFewRows(const at::Tensor& x, const at::Tensor& weight);

/// x [N, K] -> x weight^T + bias [N, M], for weight [M, K] and bias [M]. Where fitsFewRows(). Each
/// element is the same bits at any number of rows and threads.
at::Tensor fewRowsLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

/// As groupedFfn (grouped_ffn.h): z [N, D], selected [N, k], gates [N, k], down [E, F, D], up
/// [E, D, F] -> [N, D]. Where fitsFewRows(z, down) and (z, up). A row is the same bits whatever
/// stands beside it. Throws Error for expert numbers outside 0 .. E-1.
at::Tensor fewRowsFfn(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                      const at::Tensor& down, const at::Tensor& up);

}  // namespace orrery
