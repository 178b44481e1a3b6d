// SPDX-License-Identifier: GPL-3.0-or-later
// Runs and imported models side by side: their routing of one text (core/README.md, section 8).
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/runs/measured_routing.h"

namespace orrery {

struct MixtureOptions {
    /// A file or folder. Empty: the text whose routing an imported run has recorded, or, where none
    /// has, the validation documents of the first run.
    std::filesystem::path corpus;
    std::int64_t most_bytes = 60'000;   // of the text
    std::int64_t most_checkpoints = 8;  // of a run, the newest among them
    int permutations = 200;             // of the test for guilds
    std::uint64_t seed = 1;
    std::function<bool()> cancelled = {};
    std::function<void(const std::string& what)> progress = {};  // for people
};

struct MeasuredRun {
    std::filesystem::path folder;
    MeasuredRouting routing;
};

/// All of them on the same text: of imported runs as far as each has recorded it. A trained run is
/// measured at its checkpoints; of an imported one with several revisions, what earlier ones would
/// have chosen for the recorded queries gives their saturation. Stores what it finds in each run's
/// folder, once all are measured. Throws Error: a run without checkpoints and without recorded
/// routing, texts that have nothing in common, Cancelled. A pool thread, never the GUI's.
std::vector<MeasuredRun> measureMixtures(const std::vector<std::filesystem::path>& runs,
                                         const MixtureOptions& options);

}  // namespace orrery
