// SPDX-License-Identifier: GPL-3.0-or-later
// checkpoints/step-000624/{model.safetensors, optimizer.safetensors, state.json}: a folder that
// appears whole or not at all. One writer (who holds the run's lock), any number of readers.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "core/model/state_file.h"
#include "core/runs/checkpoint_folder.h"

namespace orrery {

struct CheckpointContent {
    CheckpointState state;
    NamedTensors model;
    NamedTensors optimizer;
    NamedTensors session;  // what the trainer counts between events; stored beside the optimizer
};

/// Writes the checkpoint of content.state.step, replacing one of the same step, then removes all
/// but the newest `keep` and the one of the best validation loss. Throws Error (disk full ...):
/// older checkpoints are whole.
void writeCheckpoint(const std::filesystem::path& run_folder, const CheckpointContent& content,
                     std::int64_t keep);

/// The line of the log for a checkpoint that was written.
std::string savedText(std::int64_t step);

/// Reads and checks one checkpoint. Throws Error: missing, damaged.
CheckpointContent readCheckpoint(const std::filesystem::path& run_folder, std::int64_t step);

/// Removes what a process that was killed while saving left behind.
void removeUnfinishedCheckpoints(const std::filesystem::path& run_folder);

}  // namespace orrery
