// SPDX-License-Identifier: GPL-3.0-or-later
// How a galaxy is looked at, and its memory: with the run, or, for runs that have none, of the
// program. GUI thread.
#pragma once
#include <QJsonObject>
#include <QStringList>
#include <filesystem>

#include "widgets/galaxy/key_kinds.h"
#include "widgets/galaxy/projection_job.h"
#include "widgets/galaxy/render/camera.h"

namespace orrery {

class LookWords;

struct GalaxyOptions {
    int layer = 0;
    std::int64_t step = -1;  // of the snapshot, -1 = follow the newest
    GalaxyRequest request;
    GalaxyColoring coloring = GalaxyColoring::usage;
    bool size_by_usage = true;
    bool labels = false;        // number and token beside the selected or the most used keys
    bool token_labels = false;  // the token alone, beside as many keys as have room for it
    bool query_labels = true;   // of what queries there are
    bool legend = true;
    bool operator==(const GalaxyOptions&) const = default;
};

struct GalaxyLook {
    GalaxyOptions options;
    OrbitCamera camera;
};

/// "yaw", "pitch", "distance", "pan_x", "pan_y"; numbers that make no sense are brought within
/// their bounds.
QJsonObject cameraToJson(const OrbitCamera& camera);
OrbitCamera cameraFromJson(const QJsonObject& json);

/// views/galaxy.json of a run's folder. Numbers that make no sense are brought within their bounds.
/// False when there is none that can be read; `look` is then as it was.
bool readLook(const std::filesystem::path& run_folder, GalaxyLook& look);
/// Throws Error.
void writeLook(const std::filesystem::path& run_folder, const GalaxyLook& look);

/// The look in words for a command line, "layer=2", "step=600", "method=umap", "neighbors=15",
/// "min-distance=0.1", "perplexity=30", "seed=1", "color=drift", "clusters=4", "one-size",
/// "labels", "token-labels", "no-query-labels", "no-legend", "flat", "components=1:3",
/// "metric=cosine", "camera=YAW:PITCH:DISTANCE:X:Y": what differs from the first one, and always
/// layer and step.
QStringList lookOf(const GalaxyLook& look);
/// What such words mean, of a run of so many layers.
GalaxyLook lookFrom(LookWords& words, int layers);

/// Of the program's settings: without layer and step, which are a run's.
GalaxyLook rememberedLook();
void rememberLook(const GalaxyLook& look);

}  // namespace orrery
