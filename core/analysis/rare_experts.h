// SPDX-License-Identifier: GPL-3.0-or-later
// Experts whose usage is so low that their keys decay (core/README.md, section 4, step 6). Any
// thread.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

/// The threshold of decay for usage states [E]: `theta` when that is above 0, else the quantile
/// `percentile` of the positive ones by linear interpolation. Below everything when none is
/// positive.
double decayThreshold(std::span<const float> usage, double theta, double percentile);

/// Since when an expert has been below the threshold, at all snapshots up to the last one.
struct RareExpert {
    int expert = 0;
    std::int64_t since = 0;  // step of the snapshot
    std::int64_t snapshots = 0;
    double usage = 0;  // at the last one
};

/// The usage states of a layer over time: steps ascending, usages [E] of each.
struct UsageHistory {
    std::vector<std::int64_t> steps;
    std::vector<std::vector<float>> usages;
};

/// Those below the threshold at the last snapshot, by expert. Empty without snapshots.
std::vector<RareExpert> rareExperts(const UsageHistory& history, double theta, double percentile);

}  // namespace orrery
