// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/clusters.h"

#include <Eigen/Dense>
#include <algorithm>
#include <kmeans/kmeans.hpp>
#include <limits>
#include <numeric>
#include <set>

namespace orrery {
namespace {

/// Euclidean distances of all pairs [count, count], made once for every clustering that is tried.
std::vector<float> pairwiseDistances(std::span<const float> points, int count, int dimensions) {
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Matrix> x(points.data(), count, dimensions);
    std::vector<float> distances(static_cast<std::size_t>(count) * static_cast<std::size_t>(count));
    Eigen::Map<Matrix> d(distances.data(), count, count);
    for (int i = 0; i < count; ++i) {
        d.row(i) = (x.rowwise() - x.row(i)).rowwise().norm().transpose();
    }
    return distances;
}

/// Mean silhouette, given the distances [count, count].
double silhouetteOf(std::span<const float> distances, int count, std::span<const int> assignment) {
    if (count < 2) return 0;
    const auto clusters =
        static_cast<std::size_t>(1 + *std::max_element(assignment.begin(), assignment.end()));
    std::vector<int> sizes(clusters, 0);
    for (const int a : assignment)
        ++sizes[static_cast<std::size_t>(a)];
    if (std::count_if(sizes.begin(), sizes.end(), [](int size) { return size > 0; }) < 2) return 0;
    const auto n = static_cast<std::size_t>(count);
    double total = 0;
    std::vector<double> sums(clusters);  // of the distances to each cluster
    for (std::size_t i = 0; i < n; ++i) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t j = 0; j < n; ++j) {
            sums[static_cast<std::size_t>(assignment[j])] += distances[i * n + j];
        }
        const auto own = static_cast<std::size_t>(assignment[i]);
        if (sizes[own] < 2) continue;  // a cluster of one scores 0
        const double within = sums[own] / (sizes[own] - 1);
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t c = 0; c < clusters; ++c) {
            if (c != own && sizes[c] > 0) nearest = std::min(nearest, sums[c] / sizes[c]);
        }
        const double widest = std::max(within, nearest);
        if (widest > 0) total += (nearest - within) / widest;
    }
    return total / count;
}

std::vector<int> kmeansOnce(std::span<const float> points, int count, int dimensions, int clusters,
                            std::uint64_t seed) {
    const std::vector<double> doubles(points.begin(), points.end());
    const kmeans::SimpleMatrix<int, double> data(static_cast<std::size_t>(dimensions), count,
                                                 doubles.data());
    kmeans::InitializeKmeansppOptions options;
    options.seed = seed;
    const kmeans::InitializeKmeanspp<int, double, int, double> initialize(options);
    const kmeans::RefineLloyd<int, double, int, double> refine;
    return kmeans::compute<int, double, int, double>(data, initialize, refine, clusters).clusters;
}

/// Renumbers so that cluster 0 is the largest; ties keep the order of their first point.
int orderBySize(std::vector<int>& assignment) {
    const int numbers = 1 + *std::max_element(assignment.begin(), assignment.end());
    std::vector<int> sizes(static_cast<std::size_t>(numbers), 0);
    std::vector<int> order(sizes.size());
    for (const int a : assignment)
        ++sizes[static_cast<std::size_t>(a)];
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return sizes[static_cast<std::size_t>(a)] > sizes[static_cast<std::size_t>(b)];
    });
    std::vector<int> rank(sizes.size());
    for (std::size_t r = 0; r < order.size(); ++r) {
        rank[static_cast<std::size_t>(order[r])] = static_cast<int>(r);
    }
    for (int& a : assignment)
        a = rank[static_cast<std::size_t>(a)];
    return static_cast<int>(std::set<int>(assignment.begin(), assignment.end()).size());
}

Clusters clustersOf(std::span<const float> points, std::span<const float> distances, int count,
                    int dimensions, int clusters, std::uint64_t seed) {
    Clusters result;
    result.assignment = kmeansOnce(points, count, dimensions, clusters, seed);
    result.count = orderBySize(result.assignment);
    result.silhouette = silhouetteOf(distances, count, result.assignment);
    return result;
}

}  // namespace

double silhouette(std::span<const float> points, int count, int dimensions,
                  std::span<const int> assignment) {
    return silhouetteOf(pairwiseDistances(points, count, dimensions), count, assignment);
}

Clusters findClusters(std::span<const float> points, int count, int dimensions, int clusters,
                      std::uint64_t seed) {
    if (count < 1) return {};
    const std::vector<float> distances = pairwiseDistances(points, count, dimensions);
    if (clusters > 0) {
        return clustersOf(points, distances, count, dimensions, std::min(clusters, count), seed);
    }
    Clusters best;
    best.count = 1;
    best.assignment.assign(static_cast<std::size_t>(count), 0);
    for (int k = 2; k <= std::min(12, count - 1); ++k) {
        Clusters candidate = clustersOf(points, distances, count, dimensions, k, seed);
        if (candidate.silhouette > best.silhouette) best = std::move(candidate);
    }
    return best;
}

}  // namespace orrery
