// SPDX-License-Identifier: GPL-3.0-or-later
// Where further vectors of the key space lie in a projection of the keys.
#pragma once
#include <span>
#include <vector>

#include "core/analysis/projection.h"

namespace orrery {

/// Of a vector's nearest keys, that its place is made of where the projection is not linear.
inline constexpr int kPlacementNeighbors = 5;

/// A linear projection (PCA) maps every vector; of the others only the places of the keys are
/// known.
bool isLinear(const Projection& projection);

/// Places [n, projection.dimensions] of vectors [n, dimensions], in the projection's coordinates.
/// PCA: by the same map as the keys (of their directions by cosine). UMAP and t-SNE: the mean of
/// the places of the 5 nearest keys by the metric, each weighing 1 / distance^2; a vector on a key
/// has that key's place. keys [E, dimensions] are those of the projection. Throws Error when sizes
/// do not fit or a value is not finite. Any thread.
std::vector<float> placeInProjection(const Projection& projection, std::span<const float> keys,
                                     std::span<const float> vectors, int dimensions,
                                     DistanceMetric metric = DistanceMetric::euclidean);

}  // namespace orrery
