// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/model/state_file.h"
#include "core/ranks/ranks.h"

namespace orrery {

/// Of the bits of a tensor, on any device: equal for equal bits, and for others with a probability
/// of 2^-64.
std::uint64_t tensorChecksum(const at::Tensor& tensor);

/// Throws Error, on all ranks, that names the first tensor and the rank where `tensors` differ from
/// those of rank 0. All ranks give tensors of the same names.
void requireEqualRanks(const NamedTensors& tensors, const Ranks& ranks);

}  // namespace orrery
