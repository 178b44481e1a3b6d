// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace orrery {

/// cosine: 1 - cosine similarity, 0..2; of a point of zeros to any other 1.
enum class DistanceMetric { euclidean, cosine };

/// [count][neighbors] (index, distance), nearest first, a point not among its own.
using NeighborLists = std::vector<std::vector<std::pair<int, double>>>;

/// Exact search by blocks of matrix products. points [count, dimensions] row-major, 1 <= neighbors
/// < count. `keep_going` is asked between blocks; Cancelled when it says no. Ties go to the lower
/// index. The same at any number of threads (their number is at least 1). Any thread.
/// Cosines of float rows of length 1: right to some 1e-7.
NeighborLists nearestNeighbors(std::span<const float> points, int count, int dimensions,
                               int neighbors, int threads = 1,
                               const std::function<bool()>& keep_going = {},
                               DistanceMetric metric = DistanceMetric::euclidean);

}  // namespace orrery
