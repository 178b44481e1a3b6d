// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>

#include "core/train/events.h"
#include "widgets/galaxy/galaxy_scene.h"
#include "widgets/galaxy/projection_job.h"

namespace orrery {

enum class GalaxyColoring { usage, cluster, drift };

struct SceneOptions {
    GalaxyColoring coloring = GalaxyColoring::usage;
    bool size_by_usage = true;
    std::vector<double> drift = {};  // [E], for GalaxyColoring::drift
    std::int64_t drift_since = 0;
    std::vector<std::shared_ptr<const GalaxyLayout>> trail = {};  // pictures before, oldest first
    QString layer_title;
    QString warning;
    ChartTheme theme;
};

/// The scene of a layout. Any thread.
GalaxyScene makeScene(const GalaxyLayout& layout, const SceneOptions& options);
/// What hovering over an expert tells: its usage, its cluster and the tokens it serves most.
/// `tokens` may be null.
QString describeKey(const GalaxyLayout& layout, int expert, const ExpertTokens* tokens);
/// layer, step, method, expert, x, y, z, usage, cluster (from 1; empty when not asked for), with a
/// header line.
QString layoutAsCsv(const GalaxyLayout& layout);
/// "PCA", "UMAP", "t-SNE".
QString methodName(ProjectionMethod method);

}  // namespace orrery
