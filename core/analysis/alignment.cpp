// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/alignment.h"

#include <Eigen/Dense>

namespace orrery {
namespace {

using PointRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::MatrixXd matrixOf(std::span<const float> points, int dimensions) {
    const auto count = static_cast<Eigen::Index>(points.size()) / dimensions;
    return Eigen::Map<const PointRows>(points.data(), count, dimensions).cast<double>();
}

std::vector<float> transformed(const Eigen::MatrixXd& points, const Eigen::MatrixXd& by) {
    const PointRows moved = (points * by).cast<float>();
    return {moved.data(), moved.data() + moved.size()};
}

}  // namespace

std::vector<float> rotatedOnto(std::span<const float> points, std::span<const float> reference,
                               int dimensions) {
    const Eigen::MatrixXd x = matrixOf(points, dimensions);
    const Eigen::MatrixXd y = matrixOf(reference, dimensions);
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(x.transpose() * y,
                                                Eigen::ComputeFullU | Eigen::ComputeFullV);
    return transformed(x, svd.matrixU() * svd.matrixV().transpose());
}

std::vector<float> mirroredOnto(std::span<const float> points, std::span<const float> reference,
                                int dimensions) {
    const Eigen::MatrixXd x = matrixOf(points, dimensions);
    const Eigen::VectorXd fit = (x.transpose() * matrixOf(reference, dimensions)).diagonal();
    const Eigen::VectorXd signs =
        fit.unaryExpr([](double value) { return value < 0 ? -1.0 : 1.0; });
    return transformed(x, Eigen::MatrixXd(signs.asDiagonal()));
}

}  // namespace orrery
