// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/placement.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/analysis/pca.h"
#include "core/error.h"

namespace orrery {
namespace {

using Doubles = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Floats =
    Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

Floats rowsOf(std::span<const float> values, Eigen::Index columns) {
    return {values.data(), static_cast<Eigen::Index>(values.size()) / columns, columns};
}

/// With X the centered keys and p a column of their places, p = X v / r for a principal direction
/// v, and so v / r = X^T p / (p . p r^2).
Doubles placeLinearly(const Projection& projection, const Floats& keys, const Floats& vectors) {
    const Doubles points = rowsOf(projection.points, projection.dimensions).cast<double>();
    Doubles x = keys.cast<double>();
    const Eigen::RowVectorXd mean = x.colwise().mean();
    x.rowwise() -= mean;
    Doubles directions = x.transpose() * points;  // [D, dimensions]
    for (Eigen::Index c = 0; c < directions.cols(); ++c) {
        const double squared = points.col(c).squaredNorm() * projection.radius * projection.radius;
        directions.col(c) *= squared > 0 ? 1 / squared : 0;
    }
    return (vectors.cast<double>().rowwise() - mean) * directions;
}

Eigen::RowVectorXd placeAmongNearest(const Eigen::RowVectorXd& squared, const Floats& points,
                                     std::vector<Eigen::Index>& order) {
    const auto shown = std::min<std::ptrdiff_t>(kPlacementNeighbors, std::ssize(order));
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + shown, order.end(),
                      [&](Eigen::Index a, Eigen::Index b) {
                          return squared[a] != squared[b] ? squared[a] < squared[b] : a < b;
                      });
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(points.cols());
    if (squared[order.front()] <= 0) return points.row(order.front()).cast<double>();
    double weights = 0;
    for (std::ptrdiff_t i = 0; i < shown; ++i) {
        const Eigen::Index key = order[static_cast<std::size_t>(i)];
        sum += points.row(key).cast<double>() / squared[key];
        weights += 1 / squared[key];
    }
    return sum / weights;
}

/// Of a vector to each key.
Eigen::RowVectorXd squaredDistances(const Floats& keys, const Eigen::RowVectorXf& vector,
                                    DistanceMetric metric) {
    if (metric == DistanceMetric::euclidean)
        return (keys.rowwise() - vector).cast<double>().rowwise().squaredNorm().transpose();
    const Doubles k = keys.cast<double>();
    const Eigen::RowVectorXd v = vector.cast<double>();
    const Eigen::ArrayXd norms = k.rowwise().norm().array() * v.norm();
    const Eigen::ArrayXd cosines =
        (norms > 0).select((k * v.transpose()).array() / norms.max(1e-300), 0.0);
    return (1 - cosines).max(0).square().matrix().transpose();
}

void checkPlacement(const Projection& projection, std::span<const float> keys,
                    std::span<const float> vectors, int dimensions) {
    const auto width = static_cast<std::size_t>(std::max(dimensions, 1));
    const auto shown = static_cast<std::size_t>(std::max(projection.dimensions, 1));
    if (dimensions < 1 || keys.empty() || keys.size() % width != 0 || vectors.size() % width != 0 ||
        projection.points.size() != keys.size() / width * shown)
        throw Error("These vectors do not match the keys of the projection: both need " +
                    std::to_string(dimensions) + " dimensions, and every key a position.");
    const auto finite = [](float value) { return std::isfinite(value); };
    if (!std::ranges::all_of(keys, finite) || !std::ranges::all_of(vectors, finite))
        throw Error("A key or a vector contains a value that is not finite: it has no position.");
}

}  // namespace

bool isLinear(const Projection& projection) {
    return !projection.explained_variance.empty();
}

std::vector<float> placeInProjection(const Projection& projection, std::span<const float> keys,
                                     std::span<const float> vectors, int dimensions,
                                     DistanceMetric metric) {
    checkPlacement(projection, keys, vectors, dimensions);
    const Floats k = rowsOf(keys, dimensions), v = rowsOf(vectors, dimensions);
    Doubles places(v.rows(), projection.dimensions);
    if (isLinear(projection) && metric == DistanceMetric::cosine) {
        const std::vector<float> unit = unitRows(keys, dimensions);
        const std::vector<float> directions = unitRows(vectors, dimensions);
        places =
            placeLinearly(projection, rowsOf(unit, dimensions), rowsOf(directions, dimensions));
    } else if (isLinear(projection)) {
        places = placeLinearly(projection, k, v);
    } else {
        const Floats points = rowsOf(projection.points, projection.dimensions);
        std::vector<Eigen::Index> order(static_cast<std::size_t>(k.rows()));
        for (Eigen::Index i = 0; i < v.rows(); ++i)
            places.row(i) = placeAmongNearest(squaredDistances(k, v.row(i), metric), points, order);
    }
    return {places.data(), places.data() + places.size()};
}

}  // namespace orrery
