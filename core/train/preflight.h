// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <vector>

#include "core/config/config.h"
#include "core/config/yaml.h"

namespace orrery {

/// Paths that would stop a run before it began, each fault with its field; empty when there is
/// none. (Memory and disk are checked by the Session.) Looks at the file system; any thread.
std::vector<Diagnostic> preflight(const Config& config, const std::filesystem::path& runs_folder);

}  // namespace orrery
