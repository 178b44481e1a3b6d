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

std::vector<RareExpert> rareStretches(const UsageStates& states, double theta, double percentile) {
    std::vector<RareExpert> found;
    if (states.steps.empty()) return found;
    std::vector<double> thresholds;
    for (const auto& usage : states.usages)
        thresholds.push_back(decayThreshold(usage, theta, percentile));
    const std::size_t last = states.steps.size() - 1;
    for (std::size_t expert = 0; expert < states.usages[last].size(); ++expert) {
        bool before = false;
        for (std::size_t i = 0; i <= last; ++i) {
            const auto usage = static_cast<double>(states.usages[i][expert]);
            const bool below = usage < thresholds[i];
            if (below && !before)
                found.push_back({.expert = static_cast<int>(expert), .since = states.steps[i]});
            before = below;
            if (!below) continue;
            RareExpert& stretch = found.back();
            ++stretch.snapshots;
            stretch.last = states.steps[i];
            stretch.usage = usage;
            stretch.now = i == last;
        }
    }
    return found;
}

std::vector<RareExpert> rareExperts(const UsageStates& states, double theta, double percentile) {
    std::vector<RareExpert> found = rareStretches(states, theta, percentile);
    std::erase_if(found, [](const RareExpert& stretch) { return !stretch.now; });
    return found;
}

}  // namespace orrery
