// SPDX-License-Identifier: GPL-3.0-or-later
// LayerNorm of the sum of two rows, vectorized: the kernels behind residual_norm.h.
#pragma once
#include <cstdint>

namespace orrery {

struct NormRows {
    std::int64_t width = 0;
    float eps = 0;
    const float* weight = nullptr;  // [width]
    const float* bias = nullptr;    // [width], not for backward
};

/// normal = (a + b - mean) * scale with scale = 1 / sqrt(variance + eps), y = normal * weight +
/// bias; `count` contiguous rows. Any thread.
void normRows(const NormRows& of, const float* a, const float* b, std::int64_t count, float* normal,
              float* scales, float* y);

/// dx from dy, and added to sums [2, width] the gradients of weight and bias. Any thread.
void normRowsBackward(const NormRows& of, const float* dy, const float* normal, const float* scales,
                      std::int64_t count, float* dx, float* sums);

}  // namespace orrery
