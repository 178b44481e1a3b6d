// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

/// Selections sorted by expert: a stable counting sort, so that within an expert the order is the
/// tokens'.
struct ExpertOrder {
    std::vector<std::int64_t> offsets;  // [E+1]: expert e has rows offsets[e] .. offsets[e+1]-1
    std::vector<std::int64_t> order;    // [selections]: index into `selected` of each row
};

/// Every entry of `selected` in 0 .. experts-1; throws Error else. Any thread.
ExpertOrder sortByExpert(std::span<const std::int64_t> selected, std::int64_t experts);

}  // namespace orrery
