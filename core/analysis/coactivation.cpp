// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/coactivation.h"

namespace orrery {

CoActivation::CoActivation(const Selections& selections)
    : experts_(selections.experts), tokens_(static_cast<double>(selections.tokens())) {
    const auto e = static_cast<std::size_t>(experts_);
    counts_.assign(e * e, 0);
    for (std::size_t token = 0; token < selections.tokens(); ++token)
        for (const std::int32_t i : selections.of(token))
            for (const std::int32_t j : selections.of(token))
                ++counts_[static_cast<std::size_t>(i) * e + static_cast<std::size_t>(j)];
}

double CoActivation::share(int i, int j) const {
    const auto own = static_cast<double>(together(i, i));
    return own > 0 ? static_cast<double>(together(i, j)) / own : 0;
}

double CoActivation::lift(int i, int j) const {
    const double independent =
        static_cast<double>(together(i, i)) * static_cast<double>(together(j, j));
    return independent > 0 ? static_cast<double>(together(i, j)) * tokens_ / independent : 0;
}

}  // namespace orrery
