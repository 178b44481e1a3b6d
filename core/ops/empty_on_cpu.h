// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>
#include <ATen/EmptyTensor.h>

namespace orrery {

/// at::empty on the CPU past torch's dispatcher, whose way costs as much as a kernel of one token.
inline at::Tensor emptyOnCpu(at::IntArrayRef sizes, at::ScalarType type) {
    return at::detail::empty_cpu(sizes, type);
}

}  // namespace orrery
