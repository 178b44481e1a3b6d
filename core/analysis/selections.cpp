// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/selections.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace orrery {

void checkSelections(const Selections& selections) {
    const auto k = static_cast<std::size_t>(std::max(selections.top_k, 0));
    if (k == 0 || selections.chosen.size() % k != 0)
        throw Error("The selections are not a whole number of tokens with " + std::to_string(k) +
                    " experts each.");
    for (const std::int32_t expert : selections.chosen)
        if (expert < 0 || expert >= selections.experts)
            throw Error("The selections contain expert " + std::to_string(expert) +
                        ", but there are " + std::to_string(selections.experts) + ".");
}

std::vector<double> selectionCounts(const Selections& selections) {
    std::vector<double> counts(static_cast<std::size_t>(selections.experts), 0.0);
    for (const std::int32_t expert : selections.chosen)
        ++counts[static_cast<std::size_t>(expert)];
    return counts;
}

double gateEntropy(std::span<const float> gates, int top_k) {
    if (gates.empty()) return 0;
    double nats = 0;
    for (const double gate : gates)
        if (gate > 0) nats -= gate * std::log(gate);
    return nats / (static_cast<double>(gates.size()) / top_k);
}

double churn(const Selections& before, const Selections& after) {
    if (before.top_k != after.top_k || before.chosen.size() != after.chosen.size())
        throw Error("Churn needs two selections of equal size for the same tokens.");
    if (before.tokens() == 0) return 0;
    std::size_t common = 0;
    for (std::size_t token = 0; token < before.tokens(); ++token)
        for (const std::int32_t expert : before.of(token))
            common += static_cast<std::size_t>(std::ranges::count(after.of(token), expert));
    return 1 - static_cast<double>(common) / static_cast<double>(before.chosen.size());
}

}  // namespace orrery
