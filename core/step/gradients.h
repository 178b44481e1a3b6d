// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <string>
#include <utility>
#include <vector>

namespace orrery {

using NamedParameters = std::vector<std::pair<std::string, at::Tensor>>;

struct GradientNorm {
    double norm = 0;         // Euclidean, over all gradients
    std::string not_finite;  // the first parameter whose gradient holds NaN or Inf, or empty
};

/// Summed in double in a fixed order: the same at any number of threads. Parameters without
/// gradient count 0.
GradientNorm gradientNorm(const NamedParameters& parameters);
/// The same in a few launches and one wait for the device, a parameter's own norm in float32 (from
/// 1e19 on it may count as not finite): what gradientNorm() does on CUDA.
GradientNorm gradientNormFused(const NamedParameters& parameters);
/// Scales gradients so that their norm is at most `limit` (0 = off): factor min(1, limit / (norm +
/// 1e-6)).
void clipGradients(const NamedParameters& parameters, double norm, double limit);
/// Norms [P] of the parameters that have a gradient, double, and their names. Waits for no device.
struct GradientNorms {
    at::Tensor norms;
    std::vector<std::string> names;
};
GradientNorms gradientNorms(const NamedParameters& parameters);
/// clipGradients by a norm (scalar tensor) that nobody waits for.
void clipGradients(const NamedParameters& parameters, const at::Tensor& norm, double limit);
/// Frees the gradients.
void clearGradients(const NamedParameters& parameters);

}  // namespace orrery
