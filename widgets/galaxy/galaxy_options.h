// SPDX-License-Identifier: GPL-3.0-or-later
// How a galaxy is looked at, and its memory: with the run, or, for runs that have none, of the
// program. GUI thread.
#pragma once
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
    bool labels = false;  // words beside keys and queries
    bool legend = true;
    bool operator==(const GalaxyOptions&) const = default;
};

struct GalaxyLook {
    GalaxyOptions options;
    OrbitCamera camera;
};

/// views/galaxy.json of a run's folder. Numbers that make no sense are brought within their bounds.
/// False when there is none that can be read; `look` is then as it was.
bool readLook(const std::filesystem::path& run_folder, GalaxyLook& look);
/// Throws Error.
void writeLook(const std::filesystem::path& run_folder, const GalaxyLook& look);

/// The look in words for a command line, "layer=2", "step=600", "method=umap", "neighbors=15",
/// "min-distance=0.1", "perplexity=30", "seed=1", "color=drift", "clusters=4", "one-size",
/// "labels", "no-legend", "camera=YAW:PITCH:DISTANCE:X:Y": what differs from the first one, and
/// always layer and step.
QStringList lookOf(const GalaxyLook& look);
/// What such words mean, of a run of so many layers.
GalaxyLook lookFrom(LookWords& words, int layers);

/// Of the program's settings: without layer and step, which are a run's.
GalaxyLook rememberedLook();
void rememberLook(const GalaxyLook& look);

}  // namespace orrery
