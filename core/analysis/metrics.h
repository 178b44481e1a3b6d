// SPDX-License-Identifier: GPL-3.0-or-later
// Usage metrics (core/README.md, section 8). counts [E] >= 0; all functions: any thread.
#pragma once
#include <cstdint>
#include <span>

namespace orrery {

double gini(std::span<const double> counts);  // 0 equal .. (E-1)/E one expert; 0 when all are 0
double entropyBits(std::span<const double> counts);        // 0 .. log2 E
double effectiveExperts(std::span<const double> counts);   // 2^entropy
double maxViolation(std::span<const double> counts);       // max / mean - 1
std::int64_t usedExperts(std::span<const double> counts);  // with a count above 0
/// The fewest experts that hold `share` (0..1] of all selections.
std::int64_t coverage(std::span<const double> counts, double share);

/// All of the above.
struct UsageSummary {
    double gini = 0, entropy_bits = 0, effective_experts = 0, max_violation = 0;
    std::int64_t used = 0, coverage_50 = 0, coverage_90 = 0, coverage_99 = 0;
};
UsageSummary summarizeUsage(std::span<const double> counts);

}  // namespace orrery
