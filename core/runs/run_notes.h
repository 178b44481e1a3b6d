// SPDX-License-Identifier: GPL-3.0-or-later
// What people write about a run: tags, a note, how it is called and drawn, in notes.json of its
// folder, apart from what the run itself writes.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace orrery {

/// Colors of curves that a run may be given.
constexpr int kRunColors = 8;

struct RunNotes {
    std::vector<std::string> tags;  // without spaces around them, each once
    std::string text;
    std::string short_name = {};  // in legends and tables; empty = the folder's name
    std::string group = {};       // that it is averaged with; empty = none
    int color = -1;               // of the eight of curves; -1 = whichever is free
    bool operator==(const RunNotes&) const = default;
};

/// "a, b , a" -> {"a", "b"}
std::vector<std::string> splitTags(const std::string& text);
/// Empty when there are none. Throws Error when the file can't be read as such.
RunNotes readRunNotes(const std::filesystem::path& run_folder);
/// Throws Error; the old file is then whole.
void writeRunNotes(const std::filesystem::path& run_folder, const RunNotes& notes);

}  // namespace orrery
