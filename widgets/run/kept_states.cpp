// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/kept_states.h"

#include <algorithm>
#include <utility>

namespace orrery {

std::vector<std::int64_t> steadySteps(const std::vector<std::int64_t>& steps, std::size_t most) {
    std::size_t stride = 1;
    while (steps.size() > most && steps.size() / stride + 2 > most)
        stride *= 2;
    std::vector<std::int64_t> chosen;
    for (std::size_t i = 0; i < steps.size(); i += stride)
        chosen.push_back(steps[i]);
    if (!steps.empty() && chosen.back() != steps.back()) chosen.push_back(steps.back());
    return chosen;
}

std::size_t mostStates(std::int64_t experts, std::int64_t dimensions) {
    constexpr std::int64_t kBytes = 16 << 20;
    const std::int64_t each = 4 * experts * (dimensions + 1);
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(kBytes / std::max<std::int64_t>(each, 1), 2, 120));
}

void keepStates(UsageStates& kept, const std::vector<std::int64_t>& steps,
                const std::function<SharedKeys(std::int64_t)>& read) {
    UsageStates now;
    for (const std::int64_t step : steps) {
        const auto known = std::ranges::lower_bound(kept.steps, step);
        if (known != kept.steps.end() && *known == step) {
            now.usages.push_back(
                std::move(kept.usages[static_cast<std::size_t>(known - kept.steps.begin())]));
        } else if (const SharedKeys keys = read(step)) {
            now.usages.push_back(keys->usage);
        } else {
            continue;
        }
        now.steps.push_back(step);
    }
    kept = {};
    for (std::size_t i = 0; i < now.steps.size(); ++i) {
        if (now.usages[i].size() != now.usages.back().size()) continue;
        kept.steps.push_back(now.steps[i]);
        kept.usages.push_back(now.usages[i]);
    }
}

}  // namespace orrery
