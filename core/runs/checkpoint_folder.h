// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in checkpoints/step-000624, read without tensors: which checkpoints there are, and
// whether their files are whole. Any thread.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

inline constexpr std::array<const char*, 2> kCheckpointTensorFiles = {"model.safetensors",
                                                                      "optimizer.safetensors"};

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

/// The folder of a step's checkpoint; makes nothing.
std::filesystem::path checkpointFolder(const std::filesystem::path& run_folder, std::int64_t step);
/// The text of state.json for a folder whose tensor files are written.
std::string checkpointStateText(const CheckpointState& state, const std::filesystem::path& folder);
/// Checks every file against state.json. Throws Error: missing, damaged.
CheckpointState readCheckpointState(const std::filesystem::path& folder);
/// Of state.json; NaN where it can't be read.
double storedValidationLoss(const std::filesystem::path& folder);

/// Steps that have a folder, whole or not, ascending.
std::vector<std::int64_t> listedCheckpoints(const std::filesystem::path& run_folder);
/// Steps that have a complete checkpoint, ascending.
std::vector<std::int64_t> checkpointSteps(const std::filesystem::path& run_folder);

/// The step of the newest checkpoint, whole or not. Throws Error when there is none.
std::int64_t newestCheckpoint(const std::filesystem::path& run_folder);

struct FoundCheckpoint {
    std::optional<CheckpointState> state;  // of the newest that is whole
    std::vector<std::string> damaged;      // why newer ones are not used
};
/// The newest checkpoint at or below `at_most` whose files are all there, of the right size and
/// checksum.
FoundCheckpoint findCheckpoint(const std::filesystem::path& run_folder,
                               std::int64_t at_most = std::numeric_limits<std::int64_t>::max());
/// The checkpoint of this step and no other, or without a step the newest whole one. Throws Error:
/// missing, damaged; it names the steps that there are.
FoundCheckpoint chooseCheckpoint(const std::filesystem::path& run_folder,
                                 std::optional<std::int64_t> step);
/// For people: why an older checkpoint is used. Empty when it is the newest.
std::string standInText(const FoundCheckpoint& found);

}  // namespace orrery
