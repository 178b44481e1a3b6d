// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace orrery {

struct OutputFile {
    std::filesystem::path path;
    std::string contents;
};

/// Throws Error that names the files which exist, unless `overwrite`. A caller that works long asks
/// before it starts.
void requireNoFiles(std::span<const std::filesystem::path> paths, bool overwrite);

/// Writes all of them, or none and leaves what was there. Creates folders. Throws Error, also as
/// requireNoFiles() does. Any thread.
void writeOutputFiles(const std::vector<OutputFile>& files, bool overwrite);

}  // namespace orrery
