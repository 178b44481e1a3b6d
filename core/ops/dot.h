// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

namespace orrery {

/// Sum of a[i] * b[i], added in a fixed order. Any thread.
float dotOf(const float* a, const float* b, std::int64_t count);
double dotOf(const double* a, const double* b, std::int64_t count);

}  // namespace orrery
