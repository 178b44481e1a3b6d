// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/events/events.h"

namespace orrery {

struct RunSummary {
    std::filesystem::path folder;
    std::string name;
    std::string created;  // ISO 8601
    RunState state = RunState::interrupted;
    std::int64_t step = 0;
    std::int64_t total_steps = 0;
    double validation_loss = std::numeric_limits<double>::quiet_NaN();  // the last one, real tokens
    std::int64_t validation_step = -1;  // of that loss and the bits; -1 where it is not known
    double bits_per_byte = std::numeric_limits<double>::quiet_NaN();
    std::string probes;   // those that fire: "padding, idle_delta", "none"; empty before the end
    std::string variant;  // "honest, tiny", or empty
    std::string problem;  // why the folder can't be read; empty when it can
    /// What somebody should know of its files: events that wait beside run.db, a log that a reader
    /// keeps growing. Empty when all is well.
    std::string warning;
};

class RunReader;

/// A folder that holds a run's database or configuration.
bool looksLikeRun(const std::filesystem::path& folder);
/// What one run is, or its `problem`. `more` reads further things from the same open database; an
/// Error that it throws is a problem too.
RunSummary summarizeRun(const std::filesystem::path& folder,
                        const std::function<void(RunReader&)>& more = {});
/// The runs directly under a folder, newest first. A run whose writer is gone shows as interrupted.
std::vector<RunSummary> listRuns(const std::filesystem::path& runs_folder);

}  // namespace orrery
