// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled without errno for square roots, which lets the loop be vectorized (see CMakeLists.txt).
#include "core/step/adamw_kernel.h"

#include <cmath>

namespace orrery {

void adamwStep(const AdamWNumbers& numbers, const float* gradient, float* weight, float* average,
               float* square, std::int64_t count) {
    const auto decay = static_cast<float>(numbers.decay);
    const auto beta1 = static_cast<float>(numbers.beta1);
    const auto beta2 = static_cast<float>(numbers.beta2);
    const auto other1 = static_cast<float>(1 - numbers.beta1);
    const auto other2 = static_cast<float>(1 - numbers.beta2);
    const auto eps = static_cast<float>(numbers.eps);
    const auto step_size = static_cast<float>(numbers.step_size);
    const auto root_correction = static_cast<float>(numbers.root_correction);
    for (std::int64_t i = 0; i < count; ++i) {
        const float g = gradient[i];
        const float mean = beta1 * average[i] + other1 * g;
        const float variance = beta2 * square[i] + other2 * g * g;
        average[i] = mean;
        square[i] = variance;
        const float root = std::sqrt(variance) / root_correction + eps;
        weight[i] = decay * weight[i] - step_size * mean / root;
    }
}

}  // namespace orrery
