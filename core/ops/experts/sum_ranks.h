// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

namespace orrery {

/// output[t] [tokens, D] = sum over ranks of weight * rows[position of (t, rank)], in the order of
/// ranks; without weights the plain sum. `rows` [tokens * k, D] lie in `order` [tokens * k] of
/// their pairs t * k + rank; weights [tokens, k] are of their type, float32 or float64. All
/// threads.
at::Tensor sumRanks(const at::Tensor& rows, const std::int64_t* order, std::int64_t tokens,
                    std::int64_t top_k, const at::Tensor& weights);

}  // namespace orrery
