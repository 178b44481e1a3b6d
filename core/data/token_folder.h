// SPDX-License-Identifier: GPL-3.0-or-later
// Where token caches and trained tokenizers are kept.
#pragma once
#include <filesystem>
#include <string>

namespace orrery {

/// $XDG_CACHE_HOME/orrery/tokens, or ~/.cache/orrery/tokens; empty where neither names a folder.
std::filesystem::path defaultTokenFolder();

/// A folder to write to: the one that is wanted, or where that can't be written one of its own,
/// which is removed with it (what was opened in it stays readable). One thread.
class TokenFolder {
public:
    /// Empty: the default. Throws Error when neither can be written.
    explicit TokenFolder(std::filesystem::path wanted = {});
    ~TokenFolder();
    TokenFolder(const TokenFolder&) = delete;
    TokenFolder& operator=(const TokenFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// What a user should know: that nothing is kept, and why. Empty when all is well.
    const std::string& problem() const { return problem_; }

private:
    std::filesystem::path path_;
    std::string problem_;
};

}  // namespace orrery
