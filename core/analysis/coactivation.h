// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "core/analysis/selections.h"

namespace orrery {

/// For all pairs of experts, how many tokens chose both (core/README.md, section 8). Immutable; any
/// thread.
class CoActivation {
public:
    explicit CoActivation(const Selections& selections);

    int experts() const { return experts_; }
    /// N_ij: tokens that chose both; N_i for i = j.
    std::int64_t together(int i, int j) const {
        return counts_[static_cast<std::size_t>(i) * static_cast<std::size_t>(experts_) +
                       static_cast<std::size_t>(j)];
    }
    /// N_ij / N_i: of the tokens of expert i, the share that chose j too. 0 when i is never chosen.
    double share(int i, int j) const;
    /// N_ij N / (N_i N_j): 1 when both are chosen independently. 0 when one is never chosen.
    double lift(int i, int j) const;

private:
    int experts_;
    double tokens_;
    std::vector<std::uint32_t> counts_;  // [E, E], symmetric
};

}  // namespace orrery
