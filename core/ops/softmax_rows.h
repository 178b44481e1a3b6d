// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a softmax over contiguous rows, vectorized.
#pragma once
#include <cstdint>

namespace orrery {

/// The largest of count >= 1 numbers. With NaN among them: any of the others, or NaN. Any thread.
float largestOf(const float* values, std::int64_t count);
double largestOf(const double* values, std::int64_t count);

/// values[i] <- exp(scale * values[i] - shift), for results of at most 1; those below exp(-64)
/// become 0 (float). Returns their sum, added in a fixed order. NaN stays NaN. Any thread.
float expRow(float* values, std::int64_t count, float scale, float shift);
double expRow(double* values, std::int64_t count, double scale, double shift);

/// The way back: gradient[i] <- scale * weights[i] * (gradient[i] - along), for weights of a
/// softmax, the gradients of these, and `along` their dot product. Any thread.
void scoreGradientsRow(const float* weights, float* gradient, std::int64_t count, float scale,
                       float along);
void scoreGradientsRow(const double* weights, double* gradient, std::int64_t count, double scale,
                       double along);

}  // namespace orrery
