// SPDX-License-Identifier: GPL-3.0-or-later
// By how much the loss grows when one expert is knocked out, as an ablation found it: kept with the
// run, in views/loss_effects.json. Any thread, one at a time for a folder.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace orrery {

struct LossEffect {
    int layer = 0;
    int expert = 0;
    double change = 0;  // of the mean loss over the text, nats per token
};

struct LossEffects {
    std::int64_t step = 0;            // of the checkpoint
    std::int64_t tokens = 0;          // of validation text
    std::vector<LossEffect> effects;  // by layer, then expert, each once
};

std::filesystem::path lossEffectsFile(const std::filesystem::path& run_folder);
/// Those of experts that are stored for the same step and tokens stay beside them; all others go.
/// Throws Error.
void storeLossEffects(const std::filesystem::path& run_folder, LossEffects found);
/// nullopt where there are none that can be read.
std::optional<LossEffects> storedLossEffects(const std::filesystem::path& run_folder);

}  // namespace orrery
