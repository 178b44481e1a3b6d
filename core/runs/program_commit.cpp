// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program_commit.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace orrery {
namespace {

constexpr std::size_t kLongest = 65;  // a SHA-256 and the sign

}  // namespace

std::string programCommit() {
    std::error_code none;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
    if (none) return {};
    std::ifstream file(program.parent_path() / "git-commit");
    std::string commit;
    std::getline(file, commit);
    const bool valid =
        commit.size() <= kLongest && std::ranges::all_of(commit, [](char sign) {
            return std::string_view("0123456789abcdef+").find(sign) != std::string_view::npos;
        });
    return valid ? commit : std::string();
}

}  // namespace orrery
