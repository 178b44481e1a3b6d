// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the command line as files.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace orrery::cli {

/// Writes an SVG picture and, where rsvg-convert is installed, the same as PDF beside it. Gives the
/// files that are there now. Throws Error when one can't be written, or a link stands in its place.
std::vector<std::filesystem::path> writePicture(const std::filesystem::path& svg_file,
                                                const std::string& svg);

}  // namespace orrery::cli
