// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>

namespace orrery {

/// Moves a run into the folder `.trash` beside it and returns where it lies now. Lists of runs do
/// not look in there. Throws Error: somebody writes the run, it is gone, it can't be moved.
std::filesystem::path moveToTrash(const std::filesystem::path& run_folder);
/// Moves it back. Throws Error when something else has its place by now.
void restoreFromTrash(const std::filesystem::path& trashed, const std::filesystem::path& place);

}  // namespace orrery
