// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

namespace orrery {

/// A copy of the numbers, [values.size()] int64 on the CPU. Any thread.
inline at::Tensor indexTensor(const std::vector<std::int64_t>& values) {
    return at::tensor(at::ArrayRef<std::int64_t>(values), at::kLong);
}

}  // namespace orrery
