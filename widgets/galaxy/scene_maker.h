// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "core/events/events.h"
#include "widgets/galaxy/key_kinds.h"
#include "widgets/galaxy/projection_job.h"
#include "widgets/galaxy/query_cloud.h"
#include "widgets/galaxy/render/galaxy_scene.h"

namespace orrery {

struct SceneOptions {
    GalaxyColoring coloring = GalaxyColoring::usage;
    bool size_by_usage = true;
    bool legend = true;
    bool apart = false;            // title and legend stand beside the keys
    KeyKinds kinds = {};           // for the colorings by part, token and guild
    std::set<int> respawned = {};  // keys that were placed anew up to this step
    std::shared_ptr<const QueryCloud> queries = {};
    /// Keys that have a word beside them, the most important first; of queries all or none.
    std::vector<std::pair<int, QString>> key_labels = {};
    /// The same, of words that stand alone and are left out where they would lie on others.
    std::vector<std::pair<int, QString>> token_labels = {};
    bool query_labels = false;
    std::vector<double> drift = {};  // [E], for GalaxyColoring::drift
    std::int64_t drift_since = 0;
    std::vector<std::shared_ptr<const GalaxyLayout>> trail = {};  // pictures before, oldest first
    std::vector<std::shared_ptr<const GalaxyLayout>> film = {};   // which have one scale of usage
    QString run_name = {};
    QString layer_title = {};
    QString warning = {};
    ChartTheme theme;
};

/// The scene of a layout. Any thread.
GalaxyScene makeScene(const GalaxyLayout& layout, const SceneOptions& options);
/// What hovering over an expert tells: its usage, its cluster and the tokens it serves most.
/// `tokens` may be null.
QString describeKey(const GalaxyLayout& layout, int expert, const ExpertTokens* tokens);
/// run, layer, step, method, expert, x, y, z, usage, cluster (from 1; empty when not asked for),
/// kind (of the coloring), placed_anew (1 = yes), token: a row for each key, then one for each
/// query, which has a token instead of an expert. With a header line.
QString layoutAsCsv(const GalaxyLayout& layout, const SceneOptions& options = {});
/// "PCA", "UMAP", "t-SNE".
QString methodName(ProjectionMethod method);

}  // namespace orrery
