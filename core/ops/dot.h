// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

namespace orrery {

/// Sum of a[i] * b[i], added in a fixed order. Any thread.
float dotOf(const float* a, const float* b, std::int64_t count);
double dotOf(const double* a, const double* b, std::int64_t count);

/// Sum of products in double, in lanes of their own, so that no addition waits for the one before.
template <class T>
double dotInDouble(const T* a, const T* b, std::int64_t count) {
    constexpr std::int64_t kLanes = 8;
    double lanes[kLanes] = {};
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] += static_cast<double>(a[i + lane]) * b[i + lane];
    double sum = 0;
    for (const double lane : lanes)
        sum += lane;
    for (; i < count; ++i)
        sum += static_cast<double>(a[i]) * b[i];
    return sum;
}

}  // namespace orrery
