// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

struct Clusters {
    int count = 0;
    std::vector<int> assignment;  // [points], 0 .. count-1, clusters ordered by size, largest first
    double silhouette = 0;        // mean over points, -1..1; 0 when count < 2
};

/// k-means of points [count, dimensions]; clusters = 0 takes the number in 2..12 with the best
/// silhouette. Deterministic for a seed. Any thread.
Clusters findClusters(std::span<const float> points, int count, int dimensions, int clusters = 0,
                      std::uint64_t seed = 1);
/// Mean silhouette of a given assignment (Rousseeuw 1987), Euclidean.
double silhouette(std::span<const float> points, int count, int dimensions,
                  std::span<const int> assignment);

}  // namespace orrery
