// SPDX-License-Identifier: GPL-3.0-or-later
// The exact (erf) GELU over contiguous rows, vectorized where the processor has AVX2.
#pragma once
#include <cstdint>

namespace orrery {

/// output[i] = gelu(input[i]); float is accurate to about 2e-7 * |input|. Any thread.
void geluRow(const float* input, float* output, std::int64_t count);
void geluRow(const double* input, double* output, std::int64_t count);

/// gradient[i] <- scale * gradient[i] * gelu'(input[i]), and active[i] = gelu(input[i]) where that
/// is wanted. Returns sum_i (gradient before) * gelu(input[i]), summed in a fixed order.
float geluBackwardRow(const float* input, float* gradient, float scale, std::int64_t count,
                      float* active = nullptr);
double geluBackwardRow(const double* input, double* gradient, double scale, std::int64_t count,
                       double* active = nullptr);

}  // namespace orrery
