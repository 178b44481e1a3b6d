// SPDX-License-Identifier: GPL-3.0-or-later
// When the routing of a layer counts as collapsed (core/README.md, section 12). Any thread.
#pragma once
#include <cmath>
#include <cstdint>

namespace orrery {

/// The load of so many bits of entropy is as that of 2^bits equally used experts: collapsed where
/// these are fewer than two sets of top_k. Never where the library itself has no more than that.
inline bool routingCollapsed(double entropy_bits, std::int64_t top_k, std::int64_t experts) {
    const double two_sets = 2 * static_cast<double>(top_k);
    return static_cast<double>(experts) > two_sets && std::exp2(entropy_bits) < two_sets;
}

}  // namespace orrery
