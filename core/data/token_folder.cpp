// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/token_folder.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/files/atomic_file.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// Makes the folder when it is missing; why it can't be written, or empty.
std::string obstacle(const fs::path& folder) {
    if (folder.empty()) return "neither HOME nor XDG_CACHE_HOME names a folder";
    try {
        makeFolders(folder);
    } catch (const Error& error) {
        return error.what();
    }
    if (::access(folder.c_str(), W_OK | X_OK) == 0) return {};
    return folder.string() + " can't be written: " + systemErrorText(errno) + ".";
}

fs::path ownFolder(const std::string& problem) {
    std::error_code error;
    const fs::path place = fs::temp_directory_path(error);
    std::string name = ((error ? fs::path("/tmp") : place) / "orrery-tokens-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw Error(problem + " Nor can a folder be made for it as " + name + ": " +
                    systemErrorText(errno) + ".");
    return name;
}

}  // namespace

fs::path defaultTokenFolder() {
    const char* cache = std::getenv("XDG_CACHE_HOME");  // a relative one is to be ignored
    if (cache != nullptr && *cache == '/') return fs::path(cache) / "orrery" / "tokens";
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    return fs::path(home) / ".cache" / "orrery" / "tokens";
}

TokenFolder::TokenFolder(fs::path wanted)
    : path_(wanted.empty() ? defaultTokenFolder() : std::move(wanted)) {
    const std::string found = obstacle(path_);
    if (found.empty()) return;
    problem_ = "Tokens can't be kept for later runs: " + found +
               " Set XDG_CACHE_HOME to a folder of yours.";
    path_ = ownFolder(problem_);
}

TokenFolder::~TokenFolder() {
    std::error_code ignored;
    if (!problem_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace orrery
