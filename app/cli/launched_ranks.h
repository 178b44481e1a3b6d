// SPDX-License-Identifier: GPL-3.0-or-later
// What commands that train have in common when several processes do it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/cli/exit_code.h"
#include "core/config/config.h"
#include "core/ranks/rank_place.h"

namespace CLI {
class App;
}

namespace orrery::cli {

/// --processes
void addProcesses(CLI::App& command, std::int64_t& processes);

/// This process trains along as `place` says; `config` must be rank 0's, where there is one.
/// Signals are for rank 0, which ends all. Throws Error when this rank can't go on; what another
/// rank did is told there.
ExitCode followLaunched(const RankPlace& place, const std::optional<Config>& config,
                        const std::filesystem::path& token_folder = {});

}  // namespace orrery::cli
