// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/experts/expert_order.h"

#include <numeric>
#include <string>

#include "core/ops/check.h"

namespace orrery {

ExpertOrder sortByExpert(std::span<const std::int64_t> selected, std::int64_t experts) {
    ExpertOrder result;
    result.offsets.assign(static_cast<std::size_t>(experts) + 1, 0);
    for (const std::int64_t expert : selected) {
        if (expert < 0 || expert >= experts)
            throw Error("Expert " + std::to_string(expert) + " was selected, but there are only " +
                        std::to_string(experts) + " (0 to " + std::to_string(experts - 1) + ").");
        ++result.offsets[static_cast<std::size_t>(expert) + 1];
    }
    std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
    std::vector<std::int64_t> next(result.offsets.begin(), result.offsets.end() - 1);
    result.order.resize(selected.size());
    for (std::size_t i = 0; i < selected.size(); ++i)
        result.order[static_cast<std::size_t>(next[static_cast<std::size_t>(selected[i])]++)] =
            static_cast<std::int64_t>(i);
    return result;
}

}  // namespace orrery
