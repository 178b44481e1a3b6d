// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of a run without Qt: for machines that have no window.
#pragma once
#include <filesystem>

namespace orrery::cli {

/// Writes loss and usage as SVG (PDF too where rsvg-convert is) and CSV of scalars and usage into
/// the run's folder figures/. Throws Error.
void writeFigures(const std::filesystem::path& run_folder);

}  // namespace orrery::cli
