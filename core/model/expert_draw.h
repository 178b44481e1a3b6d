// SPDX-License-Identifier: GPL-3.0-or-later
// The random matrices of a library, written where they will stay.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <string>

#include "core/config/config.h"

namespace orrery {

/// [experts, rows, columns] with this initialisation, times `gain`, in float32 or bfloat16
/// (drawn as float32 and rounded one by one: there is never a second copy). A value depends on the
/// seed, its place and the matrix' shape alone: not on the number of experts, nor on threads.
/// Throws Error for a sparsity outside 0 .. 1.
at::Tensor drawExperts(std::int64_t experts, std::int64_t rows, std::int64_t columns,
                       ExpertInit init, double sparsity, std::uint64_t seed, double gain = 1.0,
                       at::ScalarType type = at::kFloat);

}  // namespace orrery
