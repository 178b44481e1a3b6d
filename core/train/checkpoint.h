// SPDX-License-Identifier: GPL-3.0-or-later
// checkpoints/step-000624/{model.safetensors, optimizer.safetensors, state.json}: a folder that
// appears whole or not at all. One writer (who holds the run's lock), any number of readers.
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/state_file.h"

namespace orrery {

/// state.json
struct CheckpointState {
    std::int64_t step = 0;  // completed
    std::int64_t total_steps = 0;
    std::int64_t epoch = 0;
    std::int64_t seed = 0;
    std::int64_t threads = 0;
    std::int64_t real_tokens = 0;                                       // trained on so far
    double seconds = 0;                                                 // of training so far
    double validation_loss = std::numeric_limits<double>::quiet_NaN();  // of this step
    double best_loss = std::numeric_limits<double>::quiet_NaN();        // so far
    std::string program_version;
    std::string config_hash;
};

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

/// Reads and checks one checkpoint. Throws Error: missing, damaged.
CheckpointContent readCheckpoint(const std::filesystem::path& run_folder, std::int64_t step);

struct FoundCheckpoint {
    std::optional<CheckpointState> state;  // of the newest that is whole
    std::vector<std::string> damaged;      // why newer ones are not used
};
/// The newest checkpoint at or below `at_most` whose files are all there, of the right size and
/// checksum.
FoundCheckpoint findCheckpoint(const std::filesystem::path& run_folder,
                               std::int64_t at_most = std::numeric_limits<std::int64_t>::max());

/// Removes what a process that was killed while saving left behind.
void removeUnfinishedCheckpoints(const std::filesystem::path& run_folder);

}  // namespace orrery
