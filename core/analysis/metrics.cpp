// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metrics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace orrery {
namespace {

double total(std::span<const double> counts) {
    return std::accumulate(counts.begin(), counts.end(), 0.0);
}

}  // namespace

double gini(std::span<const double> counts) {
    const double sum = total(counts);
    if (sum <= 0) return 0;
    std::vector<double> ascending(counts.begin(), counts.end());
    std::sort(ascending.begin(), ascending.end());
    const double n = static_cast<double>(ascending.size());
    double weighted = 0;
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        weighted += (2.0 * static_cast<double>(i + 1) - n - 1) * ascending[i];
    }
    return weighted / (n * sum);
}

double entropyBits(std::span<const double> counts) {
    const double sum = total(counts);
    if (sum <= 0) return 0;
    double bits = 0;
    for (const double count : counts) {
        if (count > 0) bits -= count / sum * std::log2(count / sum);
    }
    return bits;
}

double effectiveExperts(std::span<const double> counts) {
    return total(counts) > 0 ? std::exp2(entropyBits(counts)) : 0;
}

double maxViolation(std::span<const double> counts) {
    const double sum = total(counts);
    if (sum <= 0) return 0;
    const double mean = sum / static_cast<double>(counts.size());
    return *std::max_element(counts.begin(), counts.end()) / mean - 1;
}

std::int64_t usedExperts(std::span<const double> counts) {
    return std::count_if(counts.begin(), counts.end(), [](double count) { return count > 0; });
}

std::int64_t coverage(std::span<const double> counts, double share) {
    const double wanted = share * total(counts);
    std::vector<double> descending(counts.begin(), counts.end());
    std::sort(descending.begin(), descending.end(), std::greater<>());
    double sum = 0;
    std::int64_t experts = 0;
    // A hair of slack: adding counts up in another order must not ask for one expert more.
    while (experts < std::ssize(descending) && sum < wanted * (1 - 1e-12)) {
        sum += descending[static_cast<std::size_t>(experts++)];
    }
    return experts;
}

UsageSummary summarizeUsage(std::span<const double> counts) {
    return {gini(counts),          entropyBits(counts),   effectiveExperts(counts),
            maxViolation(counts),  usedExperts(counts),   coverage(counts, 0.5),
            coverage(counts, 0.9), coverage(counts, 0.99)};
}

}  // namespace orrery
