// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of some.routing: experts chosen without a query (core/README.md, section 2).
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

namespace orrery {

/// k different experts for each of `rows` tokens from the one numbered `first` on, drawn by `seed`
/// and number: [rows, k] int64 on the CPU.
at::Tensor randomExperts(std::int64_t rows, std::int64_t top_k, std::int64_t experts,
                         std::uint64_t seed, std::int64_t first = 0);
/// k different experts for each token [N] int64, a function of (layer, token id) alone: [N, k]
/// int64.
at::Tensor hashedExperts(const at::Tensor& tokens, std::int64_t top_k, std::int64_t experts,
                         std::int64_t layer);

}  // namespace orrery
