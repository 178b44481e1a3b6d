// SPDX-License-Identifier: GPL-3.0-or-later
// Where a token stands (core/README.md, section 1). None of these has a parameter.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

namespace orrery {

/// [T, D]: sin(t / 10000^(2i/D)) at column 2i, cos of the same at 2i + 1.
at::Tensor sinusoidalPositions(std::int64_t length, std::int64_t d_model,
                               const at::TensorOptions& options);

/// Rotary positions: queries or keys [B, H, T, d], d even. Column i turns with column i + d/2 by t
/// / 10000^(2i/d).
at::Tensor rotatePositions(const at::Tensor& vectors);
/// The same where the token t of row b stands at positions[b * T + t].
at::Tensor rotatePositions(const at::Tensor& vectors, const std::vector<std::int64_t>& positions);

/// [H] slopes of ALiBi: 2^(-8h/H) for a power of two, interleaved else.
std::vector<double> alibiSlopes(std::int64_t heads);
/// ALiBi: [H, T, T], -slope_h * |i - j|. `causal` puts -inf where j > i.
at::Tensor alibiBias(std::int64_t heads, std::int64_t length, bool causal,
                     const at::TensorOptions& options);

}  // namespace orrery
