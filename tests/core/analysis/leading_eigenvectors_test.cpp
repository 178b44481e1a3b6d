// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/leading_eigenvectors.h"

#include <gtest/gtest.h>

#include <random>

namespace orrery {
namespace {

using Eigen::MatrixXd;

MatrixXd randomMatrix(int rows, int columns) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

/// A v = value v, orthonormal, with the largest values of the whole solver.
void expectLeading(const MatrixXd& symmetric, int count) {
    const LeadingEigenvectors found = leadingEigenvectors(symmetric, count);
    const Eigen::SelfAdjointEigenSolver<MatrixXd> whole(symmetric);
    const double size = symmetric.norm() + 1e-300;
    ASSERT_EQ(found.vectors.rows(), symmetric.rows());
    ASSERT_EQ(found.vectors.cols(), count);
    EXPECT_LT((found.values - whole.eigenvalues().tail(count).reverse()).norm(), 1e-12 * size);
    EXPECT_LT((symmetric * found.vectors - found.vectors * found.values.asDiagonal()).norm(),
              1e-11 * size);
    EXPECT_LT((found.vectors.transpose() * found.vectors - MatrixXd::Identity(count, count)).norm(),
              1e-12);
}

TEST(LeadingEigenvectors, AreThoseOfTheWholeSolver) {
    for (const int n : {1, 2, 31, 32, 33, 200}) {
        const MatrixXd x = randomMatrix(n, 2 * n);
        expectLeading(x * x.transpose(), std::min(n, 3));
    }
    const MatrixXd x = randomMatrix(60, 60);
    expectLeading(x + x.transpose(), 60);  // all of them, negative ones too
}

TEST(LeadingEigenvectors, OfEqualValuesAreOrthogonal) {
    expectLeading(MatrixXd::Identity(50, 50), 3);
    const MatrixXd x = randomMatrix(40, 80);
    MatrixXd twice = MatrixXd::Zero(80, 80);  // each value twice
    twice.topLeftCorner(40, 40) = x * x.transpose();
    twice.bottomRightCorner(40, 40) = x * x.transpose();
    expectLeading(twice, 4);
}

TEST(LeadingEigenvectors, OfFewRanksAndOfNothing) {
    const MatrixXd x = randomMatrix(64, 2);
    expectLeading(x * x.transpose(), 3);
    expectLeading(1e150 * x * x.transpose(), 3);
    expectLeading(1e-150 * x * x.transpose(), 3);
    expectLeading(MatrixXd::Zero(64, 64), 3);
}

}  // namespace
}  // namespace orrery
