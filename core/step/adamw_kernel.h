// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

namespace orrery {

/// The numbers of one AdamW step; corrections are 1 - beta^steps.
struct AdamWNumbers {
    double decay = 1;  // 1 - learning rate * weight decay
    double beta1 = 0.9;
    double beta2 = 0.95;
    double eps = 1e-8;
    double step_size = 0;        // learning rate / (1 - beta1^steps)
    double root_correction = 1;  // sqrt(1 - beta2^steps)
};

/// One step over `count` contiguous floats.
void adamwStep(const AdamWNumbers& numbers, const float* gradient, float* weight, float* average,
               float* square, std::int64_t count);

}  // namespace orrery
