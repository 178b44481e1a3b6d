// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/leading_eigenvectors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr Index kSmall = 32;  // Eigen's solver is quick enough
constexpr double kTiny = 1e-16;
constexpr int kIterations = 3;  // each multiplies what is wanted by some 1e10 beside the rest

/// A symmetric tridiagonal matrix.
struct Tridiagonal {
    VectorXd diagonal;  // [n]
    VectorXd beside;    // [n - 1]
};

/// Solves (T - shift) x = b by elimination, with rows exchanged where that is steadier. Pivots of
/// nothing, as an eigenvalue for a shift gives, count as kTiny; T's largest number is about 1.
VectorXd solveShifted(const Tridiagonal& t, double shift, VectorXd b) {
    const Index n = b.size();
    VectorXd pivot = t.diagonal.array() - shift;
    VectorXd next = VectorXd::Zero(n);    // right of the pivot
    VectorXd second = VectorXd::Zero(n);  // right of that
    next.head(n - 1) = t.beside;
    const auto notZero = [&](double& x) {
        if (std::abs(x) < kTiny) x = kTiny;
    };
    for (Index i = 0; i + 1 < n; ++i) {
        double below = t.beside[i];
        if (std::abs(pivot[i]) < std::abs(below)) {
            std::swap(pivot[i], below);
            std::swap(next[i], pivot[i + 1]);
            std::swap(second[i], next[i + 1]);
            std::swap(b[i], b[i + 1]);
        }
        notZero(pivot[i]);
        const double factor = below / pivot[i];
        pivot[i + 1] -= factor * next[i];
        next[i + 1] -= factor * second[i];
        b[i + 1] -= factor * b[i];
    }
    notZero(pivot[n - 1]);
    for (Index i = n - 1; i >= 0; --i) {
        if (i + 1 < n) b[i] -= next[i] * b[i + 1];
        if (i + 2 < n) b[i] -= second[i] * b[i + 2];
        b[i] /= pivot[i];
    }
    return b;
}

/// Vectors of T by inverse iteration, each orthogonal to those before it.
Eigen::MatrixXd vectorsOf(const Tridiagonal& t, const VectorXd& values) {
    const Index n = t.diagonal.size();
    Eigen::MatrixXd result(n, values.size());
    for (Index c = 0; c < values.size(); ++c) {
        const auto before = result.leftCols(c);
        VectorXd x(n);
        for (Index i = 0; i < n; ++i)
            x[i] = 1 + std::fmod(0.618 * static_cast<double>((i + 1) * (c + 1)), 1.0);
        for (int i = 0; i < kIterations; ++i) {
            x = solveShifted(t, values[c], x.normalized()).normalized();
            for (int again = 0; again < 2; ++again)  // once is not enough for equal values
                x = (x - before * (before.transpose() * x)).normalized();
        }
        result.col(c) = x;
    }
    return result;
}

}  // namespace

LeadingEigenvectors leadingEigenvectors(const Eigen::MatrixXd& symmetric, int count) {
    using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;  // ascending
    if (symmetric.rows() < kSmall) {
        const Solver solver(symmetric);
        return {solver.eigenvalues().tail(count).reverse(),
                solver.eigenvectors().rightCols(count).rowwise().reverse()};
    }
    // Squares of small numbers would vanish.
    const double largest = symmetric.cwiseAbs().maxCoeff();
    const double scale = largest > 0 ? largest : 1;
    const Eigen::Tridiagonalization<Eigen::MatrixXd> reduced(symmetric / scale);
    const Tridiagonal t{reduced.diagonal(), reduced.subDiagonal()};
    Solver solver;
    solver.computeFromTridiagonal(t.diagonal, t.beside, Eigen::EigenvaluesOnly);
    const VectorXd values = solver.eigenvalues().tail(count).reverse();
    return {scale * values, reduced.matrixQ() * vectorsOf(t, values)};
}

}  // namespace orrery
