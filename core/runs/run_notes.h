// SPDX-License-Identifier: GPL-3.0-or-later
// What people write about a run: tags and a note, in notes.json of its folder, apart from what the
// run itself writes.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace orrery {

struct RunNotes {
    std::vector<std::string> tags;  // without spaces around them, each once
    std::string text;
    bool operator==(const RunNotes&) const = default;
};

/// "a, b , a" -> {"a", "b"}
std::vector<std::string> splitTags(const std::string& text);
/// Empty when there are none. Throws Error when the file can't be read as such.
RunNotes readRunNotes(const std::filesystem::path& run_folder);
/// Throws Error; the old file is then whole.
void writeRunNotes(const std::filesystem::path& run_folder, const RunNotes& notes);

}  // namespace orrery
