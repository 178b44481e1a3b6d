// SPDX-License-Identifier: GPL-3.0-or-later
// The usage state `some.usage` of a layer's experts as the notebooks of the documents draw it: how
// many experts have how much of it, and how evenly it is spread. Values; any thread.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/analysis/rare_experts.h"
#include "core/runs/published_runs.h"

namespace orrery {

constexpr std::size_t kUsageBins = 50;  // as published

struct UsageHistogram {
    std::vector<double> edges;              // [B + 1], ascending, equally far apart
    std::vector<std::vector<int>> experts;  // [B], ascending
    std::size_t most() const;               // of one bin
};

/// As numpy.histogram bins: from the smallest to the largest value, the last bin with its upper
/// edge; one unit around values that are all equal. Empty without values.
UsageHistogram usageHistogram(std::span<const float> usage, std::size_t bins = kUsageBins);

/// Gini and entropy (bits) of usage states by step.
struct UsageEvenness {
    std::vector<double> steps, gini, entropy_bits;
};
UsageEvenness evennessOf(const UsageStates& states);
/// What was published of a run, at the ends of its epochs, of the middle layer (L / 2) of a run
/// with this many steps; NaN where a figure was not reported. Empty while `total_steps` is 0.
UsageEvenness publishedEvenness(const PublishedRun& run, double total_steps);

}  // namespace orrery
