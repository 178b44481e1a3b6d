// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/usage_histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/metrics.h"

namespace orrery {

std::size_t UsageHistogram::most() const {
    std::size_t most = 0;
    for (const auto& bin : experts)
        most = std::max(most, bin.size());
    return most;
}

UsageHistogram usageHistogram(std::span<const float> usage, std::size_t bins) {
    UsageHistogram histogram;
    if (usage.empty()) return histogram;
    const auto [least, largest] = std::ranges::minmax(usage);
    auto low = static_cast<double>(least), high = static_cast<double>(largest);
    if (low == high) low -= 0.5, high += 0.5;
    const double width = (high - low) / static_cast<double>(bins);
    for (std::size_t edge = 0; edge <= bins; ++edge)
        histogram.edges.push_back(
            std::lerp(low, high, static_cast<double>(edge) / static_cast<double>(bins)));
    histogram.experts.resize(bins);
    for (std::size_t expert = 0; expert < usage.size(); ++expert) {
        const double value = static_cast<double>(usage[expert]);
        auto bin = static_cast<std::size_t>(std::max(0.0, (value - low) / width));
        bin = std::min(bin, bins - 1);
        // The division may round a value that is an edge to the wrong side of it.
        if (bin > 0 && value < histogram.edges[bin]) --bin;
        if (bin + 1 < bins && value >= histogram.edges[bin + 1]) ++bin;
        histogram.experts[bin].push_back(static_cast<int>(expert));
    }
    return histogram;
}

UsageEvenness evennessOf(const UsageStates& states) {
    UsageEvenness evenness;
    for (std::size_t i = 0; i < states.steps.size(); ++i) {
        const std::vector<double> usage(states.usages[i].begin(), states.usages[i].end());
        evenness.steps.push_back(static_cast<double>(states.steps[i]));
        evenness.gini.push_back(gini(usage));
        evenness.entropy_bits.push_back(entropyBits(usage));
    }
    return evenness;
}

UsageEvenness publishedEvenness(const PublishedRun& run, double total_steps) {
    constexpr double kNotReported = std::numeric_limits<double>::quiet_NaN();
    UsageEvenness evenness;
    if (!(total_steps > 0)) return evenness;
    const std::size_t epochs = std::max(
        {run.train_loss.size(), run.val_loss.size(), run.gini.size(), run.entropy_bits.size()});
    for (std::size_t epoch = 0; epoch < std::max(run.gini.size(), run.entropy_bits.size());
         ++epoch) {
        const auto at = [&](const std::vector<double>& values) {
            return epoch < values.size() ? values[epoch] : kNotReported;
        };
        const double gini = at(run.gini), entropy = at(run.entropy_bits);
        if (std::isnan(gini) && std::isnan(entropy)) continue;
        evenness.steps.push_back(total_steps * static_cast<double>(epoch + 1) /
                                 static_cast<double>(epochs));
        evenness.gini.push_back(gini);
        evenness.entropy_bits.push_back(entropy);
    }
    return evenness;
}

}  // namespace orrery
