// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rare_experts.h"

#include <algorithm>
#include <cmath>

namespace orrery {

double decayThreshold(std::span<const float> usage, double theta, double percentile) {
    std::vector<double> positive;
    for (const float each : usage)
        if (each > 0) positive.push_back(static_cast<double>(each));
    if (positive.empty()) return -1;
    if (theta > 0) return theta;
    std::ranges::sort(positive);
    const double place = percentile * static_cast<double>(positive.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, positive.size() - 1);
    return std::lerp(positive[below], positive[above], place - static_cast<double>(below));
}

std::vector<RareExpert> rareExperts(const UsageHistory& history, double theta, double percentile) {
    std::vector<RareExpert> found;
    if (history.steps.empty()) return found;
    std::vector<double> thresholds;
    for (const auto& usage : history.usages)
        thresholds.push_back(decayThreshold(usage, theta, percentile));
    const std::size_t last = history.steps.size() - 1;
    for (std::size_t expert = 0; expert < history.usages[last].size(); ++expert) {
        const auto below = [&](std::size_t snapshot) {
            return static_cast<double>(history.usages[snapshot][expert]) < thresholds[snapshot];
        };
        if (!below(last)) continue;
        std::size_t first = last;
        while (first > 0 && below(first - 1))
            --first;
        found.push_back({static_cast<int>(expert), history.steps[first],
                         static_cast<std::int64_t>(last - first) + 1,
                         static_cast<double>(history.usages[last][expert])});
    }
    return found;
}

}  // namespace orrery
