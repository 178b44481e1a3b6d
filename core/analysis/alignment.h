// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

namespace orrery {

/// The points turned (and mirrored, where that fits better) about the origin so that they lie as
/// near to the reference as they can: orthogonal Procrustes (Schoenemann 1966). Both
/// [count, dimensions], row-major and centered, of the same points in the same order. Distances
/// between points stay as they are. Any thread.
std::vector<float> rotatedOnto(std::span<const float> points, std::span<const float> reference,
                               int dimensions);

/// The points with each axis mirrored where that brings them nearer to the reference, so that axes
/// keep their meaning. Shapes as above.
std::vector<float> mirroredOnto(std::span<const float> points, std::span<const float> reference,
                                int dimensions);

}  // namespace orrery
