// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/pca.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/analysis/leading_eigenvectors.h"

namespace orrery {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

RowMatrix centered(std::span<const float> points, int count, int dimensions) {
    using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    RowMatrix x =
        Eigen::Map<const FloatMatrix>(points.data(), count, dimensions).template cast<double>();
    const Eigen::RowVectorXd mean = x.colwise().mean();
    x.rowwise() -= mean;
    return x;
}

/// Column `c` of the scores, with the sign that makes its largest entry positive.
Eigen::VectorXd fixSign(Eigen::VectorXd column) {
    Eigen::Index largest = 0;
    column.cwiseAbs().maxCoeff(&largest);
    return column[largest] < 0 ? Eigen::VectorXd(-column) : column;
}

}  // namespace

PrincipalComponents principalComponents(std::span<const float> points, int count, int dimensions,
                                        int components) {
    const RowMatrix x = centered(points, count, dimensions);
    const bool gram = count < dimensions;
    const Eigen::MatrixXd symmetric =
        gram ? Eigen::MatrixXd(x * x.transpose()) : Eigen::MatrixXd(x.transpose() * x);
    const int made = std::min(components, static_cast<int>(symmetric.rows()));
    const LeadingEigenvectors leading = leadingEigenvectors(symmetric, made);
    const double total = std::max(symmetric.trace(), 1e-300);
    PrincipalComponents result;
    RowMatrix scores = RowMatrix::Zero(count, components);
    for (int c = 0; c < components; ++c) {
        const double value = c < made ? std::max(0.0, leading.values[c]) : 0.0;
        result.explained_variance.push_back(value / total);
        if (value <= 1e-12 * total) continue;
        const Eigen::VectorXd vector = leading.vectors.col(c);
        scores.col(c) = fixSign(gram ? Eigen::VectorXd(vector * std::sqrt(value))
                                     : Eigen::VectorXd(x * vector));
    }
    result.scores.assign(scores.data(), scores.data() + scores.size());
    return result;
}

std::vector<float> unitRows(std::span<const float> rows, int dimensions) {
    std::vector<float> unit(rows.begin(), rows.end());
    const auto width = static_cast<std::size_t>(dimensions);
    for (std::size_t row = 0; row + width <= unit.size(); row += width) {
        double squared = 0;
        for (std::size_t d = 0; d < width; ++d)
            squared += static_cast<double>(unit[row + d]) * static_cast<double>(unit[row + d]);
        const double scale = squared > 0 ? 1 / std::sqrt(squared) : 0;
        for (std::size_t d = 0; d < width; ++d)
            unit[row + d] = static_cast<float>(static_cast<double>(unit[row + d]) * scale);
    }
    return unit;
}

}  // namespace orrery
