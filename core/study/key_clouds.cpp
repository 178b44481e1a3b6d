// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/key_clouds.h"

#include <algorithm>

#include "core/analysis/clusters.h"
#include "core/analysis/projection.h"
#include "core/error.h"
#include "core/files/csv.h"
#include "core/runs/run_source.h"
#include "core/study/study_pictures.h"

namespace orrery {
namespace {

constexpr std::size_t kMostClouds = 36;
constexpr int kLeastKeys = 4;  // fewer have no neighborhood to keep

/// "0.01 x 0.005", where names have no room.
std::string cloudName(const StudyTable& table, const StudyCell& cell) {
    std::string name;
    for (const std::string& label : cell.labels)
        name += (name.empty() ? "" : " x ") + label;
    return name.empty() ? table.study.name : name;
}

KeyCloud projected(const Keys& keys, int layer, const std::function<bool()>& cancelled) {
    ProjectionOptions options;
    options.method = ProjectionMethod::umap;
    options.dimensions = 2;
    const auto go_on = [&](const Projection&) { return !cancelled || !cancelled(); };
    return {project(keys.keys, keys.experts, keys.dimensions, options, go_on).points,
            findClusters(keys.keys, keys.experts, keys.dimensions).assignment, layer};
}

std::string captionOf(const StudyTable& table, int layer) {
    std::string axes;
    for (const StudyAxis& axis : table.study.axes)
        axes += (axes.empty() ? "" : " x ") + axis.name;
    return axes + (axes.empty() ? "" : ": ") + "UMAP of the keys of layer " +
           std::to_string(layer) + " at the last snapshot, seed " +
           std::to_string(table.study.seeds.front()) +
           ", colored by cluster (k-means; number of clusters by silhouette); scale " +
           table.scale + "; orrery " + table.version + ".";
}

}  // namespace

std::shared_ptr<const KeyCloud> KeyCloudReader::cloudOf(const std::filesystem::path& run,
                                                        const std::function<bool()>& cancelled) {
    if (const auto found = known_.find(run); found != known_.end()) return found->second;
    if (cancelled && cancelled()) throw Cancelled();
    try {
        const auto source = openStoredRun(run);
        const int layer = static_cast<int>(source->info().config.model.num_layers / 2);
        const auto steps = source->keySteps(layer);
        const auto keys = steps.empty() ? SharedKeys() : source->keysAt(layer, steps.back());
        auto cloud = keys && keys->experts >= kLeastKeys
                         ? std::make_shared<KeyCloud>(projected(*keys, layer, cancelled))
                         : nullptr;
        return known_[run] = std::move(cloud);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error&) {
        return nullptr;  // its run was removed since
    }
}

KeyClouds KeyCloudReader::read(const StudyTable& table, const std::filesystem::path& study_folder,
                               const std::function<bool()>& cancelled) {
    KeyClouds all;
    all.title = table.study.name + ": keys of the middle layer";
    for (const StudyCell& cell : table.cells) {
        if (cell.samples.empty() || all.clouds.size() >= kMostClouds) continue;
        auto cloud = cloudOf(study_folder / "runs" / cell.samples[0].run, cancelled);
        if (cloud) all.clouds.push_back({cloudName(table, cell), std::move(cloud)});
    }
    if (all.clouds.empty()) return all;
    all.caption = captionOf(table, all.clouds.back().cloud->layer);
    all.columns = table.labels.size() >= 2 && table.labels[1].size() < 7
                      ? table.labels[1].size()
                      : std::min<std::size_t>(4, all.clouds.size());
    return all;
}

std::string keyCloudsCsv(const KeyClouds& clouds) {
    std::string csv = "cell,expert,x,y,cluster\n";
    for (const NamedCloud& each : clouds.clouds)
        for (std::size_t e = 0; e < each.cloud->clusters.size(); ++e)
            csv += csvField(each.name) + "," + std::to_string(e) + "," +
                   withDecimals(each.cloud->points[2 * e], 5) + "," +
                   withDecimals(each.cloud->points[2 * e + 1], 5) + "," +
                   std::to_string(each.cloud->clusters[e]) + "\n";
    return csv;
}

}  // namespace orrery
