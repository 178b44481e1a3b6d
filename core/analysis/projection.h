// SPDX-License-Identifier: GPL-3.0-or-later
// Key stores in two or three dimensions: PCA, UMAP, t-SNE. The same seed and keys, the same
// picture.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/neighbors.h"

namespace orrery {

enum class ProjectionMethod { pca, umap, tsne };

struct Projection {
    int dimensions = 3;
    std::vector<float> points;               // [E, dimensions], centered, largest radius 1
    std::vector<double> explained_variance;  // PCA only: share of each axis
    double progress = 1;                     // below 1 for a partial result
    double radius = 1;                       // largest, in the method's own coordinates
};

struct ProjectionOptions {
    ProjectionMethod method = ProjectionMethod::pca;
    int dimensions = 3;  // 2 or 3
    std::uint64_t seed = 1;
    int neighbors = 15;         // UMAP; lowered to experts - 1
    double min_distance = 0.1;  // UMAP
    double perplexity = 30;     // t-SNE; lowered to (experts - 1) / 3
    /// Which keys are neighbors, of UMAP and t-SNE; of PCA, cosine takes the keys' directions alone
    /// (each key with length 1), euclidean the keys as they are, whose dot products it keeps.
    DistanceMetric metric = DistanceMetric::euclidean;
    /// PCA: the principal components that are the axes, from 1, one for each; empty = the first.
    std::vector<int> components = {};
    int epochs = 0;   // 0 = 200 of UMAP, 400 of t-SNE (280 below 1,000 points)
    int threads = 0;  // 0 = one a core; the picture is the same with any number
    /// The picture of the same points a little earlier, or null: UMAP and t-SNE start from it
    /// instead of anew, and every result is turned onto it (PCA only mirrored, so that its axes
    /// stay principal), so that a film of them does not jump.
    std::shared_ptr<const Projection> before;
};

/// points [count, dimensions_in] row-major. `partial` (optional) receives intermediate layouts and
/// returns false to cancel, which throws Cancelled within a second. Throws Error for fewer than 2
/// points, values that are not finite, or components that are not there. Any thread.
Projection project(std::span<const float> points, int count, int dimensions_in,
                   const ProjectionOptions& options,
                   const std::function<bool(const Projection&)>& partial = {});

ProjectionMethod parseProjectionMethod(
    const std::string& name);  // "pca", "umap", "tsne"; throws Error

}  // namespace orrery
