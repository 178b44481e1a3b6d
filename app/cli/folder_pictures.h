// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a folder, which the window's views draw (window_program.h).
#pragma once
#include <filesystem>
#include <string>

namespace orrery::cli {

/// Has those of a run's, a study's or a controls' folder drawn into it, as SVG and PDF, in one call
/// of the window's program. False where that is not installed, or not what it needs: then the
/// standard error is told so, and that `later` draws them elsewhere. Throws Error when it fails.
bool drawPictures(const std::filesystem::path& folder, const std::string& later);

/// Scalars and usage of a run as CSV into its folder figures/, and the pictures of both. Throws
/// Error.
void writeRunFigures(const std::filesystem::path& run_folder);

}  // namespace orrery::cli
