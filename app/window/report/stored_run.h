// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>

namespace orrery {

class RunData;

/// Reads all of a stored run into `model`, and waits for it. Throws Error. GUI thread.
void readWholeRun(RunData& data, const std::filesystem::path& folder);

}  // namespace orrery
