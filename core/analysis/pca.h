// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

namespace orrery {

struct PrincipalComponents {
    std::vector<double> scores;              // [count, components], row-major
    std::vector<double> explained_variance;  // [components], share of the total
};

/// Exact, by the eigenvectors of the smaller of the covariance and Gram matrices. The sign of a
/// component is fixed: its score of largest size is positive. Components beyond the rank are zero.
/// Any thread.
PrincipalComponents principalComponents(std::span<const float> points, int count, int dimensions,
                                        int components);

}  // namespace orrery
