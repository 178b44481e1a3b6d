// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <Eigen/Dense>

namespace orrery {

struct LeadingEigenvectors {
    Eigen::VectorXd values;   // [count], descending
    Eigen::MatrixXd vectors;  // [n, count], orthonormal columns
};

/// Of a symmetric matrix [n, n], 1 <= count <= n: to rounding the same as from Eigen's solver,
/// which also makes the other n - count vectors and takes four times as long. Equal eigenvalues
/// have some orthonormal vectors of their space. Any thread.
LeadingEigenvectors leadingEigenvectors(const Eigen::MatrixXd& symmetric, int count);

}  // namespace orrery
