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

/// The usage states of a layer over time: steps ascending, usages [E] of each.
struct UsageStates {
    std::vector<std::int64_t> steps;
    std::vector<std::vector<float>> usages;
};

/// A stretch of snapshots at all of which an expert was below the threshold.
struct RareExpert {
    int expert = 0;
    std::int64_t since = 0;  // step of the first of them
    std::int64_t last = 0;   // step of the last of them
    std::int64_t snapshots = 0;
    double usage = 0;  // at the last of them
    bool now = false;  // the last of them is the newest that there is
    bool operator==(const RareExpert&) const = default;
};

/// All such stretches, by expert, then by time.
std::vector<RareExpert> rareStretches(const UsageStates& states, double theta, double percentile);
/// Those below the threshold at the last snapshot, by expert. Empty without snapshots.
std::vector<RareExpert> rareExperts(const UsageStates& states, double theta, double percentile);

}  // namespace orrery
