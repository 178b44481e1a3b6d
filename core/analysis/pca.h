// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

namespace orrery {

struct PrincipalComponents {
    std::vector<double> scores;              // [count, components], row-major
    std::vector<double> explained_variance;  // [components], share of the total
};

/// Each row of so many dimensions with length 1; a row of zeros stays so. Any thread.
std::vector<float> unitRows(std::span<const float> rows, int dimensions);

/// Exact, by the eigenvectors of the smaller of the covariance and Gram matrices. The sign of a
/// component is fixed: its score of largest size is positive. Components beyond the rank are zero.
/// Any thread.
PrincipalComponents principalComponents(std::span<const float> points, int count, int dimensions,
                                        int components);

}  // namespace orrery
