// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will need, and whether it is there: asked before the start. No torch.
#pragma once
#include <cstdint>
#include <filesystem>

#include "core/config/config.h"

namespace orrery {

struct ResourceNeed {
    double model_bytes = 0;       // weights, keys and the expert library
    double training_bytes = 0;    // gradients, optimizer, activations of one batch
    double checkpoint_bytes = 0;  // one checkpoint
    double disk_bytes = 0;        // all that are kept, one being written, and the snapshots to come
};

/// What a run that goes on has written already. Checkpoints are replaced by newer ones, and key
/// snapshots beyond the step make room again.
struct StoredPart {
    double checkpoint_bytes = 0;
    std::int64_t step = 0;
};
/// What stands in a run's folder of checkpoints; the run goes on from `step`.
StoredPart storedPart(const std::filesystem::path& checkpoints_folder, std::int64_t step);

/// Memory as memory_need.h counts it; `disk_bytes` is what is added to what is stored, at least a
/// checkpoint.
ResourceNeed estimateNeed(const Config& config, const StoredPart& stored = {});
/// Memory that processes may still take; infinite where the system does not say.
double availableMemory();
/// Throws Error with the need, the bytes that are there, and the settings that lower it.
void requireMemory(const Config& config, double there);
/// Throws Error as requireMemory does, and for a disk that is too full. `folder` may not exist yet.
void requireResources(const Config& config, const std::filesystem::path& folder,
                      const StoredPart& stored = {});

}  // namespace orrery
