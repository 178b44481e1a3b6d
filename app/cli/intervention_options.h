// SPDX-License-Identifier: GPL-3.0-or-later
// --knock-out 1:3,1:7 and its kin, as the commands take them that run a model.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/events/interventions.h"

namespace orrery::cli {

/// Adds --knock-out, --force, --scale-gate, --swap-keys and --move-key; they fill `interventions`,
/// which outlives the command.
void addInterventionOptions(CLI::App& command, Interventions& interventions);

/// "1:3,1:7" -> layers and experts. Throws CLI::ValidationError.
std::vector<std::pair<int, int>> parseExperts(const std::string& text);

}  // namespace orrery::cli
