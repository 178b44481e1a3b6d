// SPDX-License-Identifier: GPL-3.0-or-later
// Which experts a layer chose for the tokens of a text (core/README.md, section 8). Plain values;
// all functions: any thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

/// A view. The experts of one token are different, each in 0 .. experts - 1.
struct Selections {
    std::span<const std::int32_t> chosen;  // [N, top_k], rank 0 the best
    int top_k = 1;
    int experts = 0;

    std::size_t tokens() const { return chosen.size() / static_cast<std::size_t>(top_k); }
    std::span<const std::int32_t> of(std::size_t token) const {
        const auto k = static_cast<std::size_t>(top_k);
        return chosen.subspan(token * k, k);
    }
};

/// Throws Error when the shape or a number does not fit.
void checkSelections(const Selections& selections);
/// [experts], all ranks together; the sum is N * top_k.
std::vector<double> selectionCounts(const Selections& selections);
/// Mean over tokens, nats, 0 .. ln top_k; gates [N, top_k] with sums of 1. 0 without tokens.
double gateEntropy(std::span<const float> gates, int top_k);
/// 1 - |experts in common| / top_k, mean over the tokens of two choices for the same text; 0 .. 1.
/// Throws Error when they are not of the same shape.
double churn(const Selections& before, const Selections& after);

}  // namespace orrery
