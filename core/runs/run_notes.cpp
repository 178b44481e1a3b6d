// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_notes.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

constexpr std::uint64_t kMostNotes = 16'000'000;  // bytes

}  // namespace

std::vector<std::string> splitTags(const std::string& text) {
    std::vector<std::string> tags;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        const auto first = word.find_first_not_of(" \t\n");
        if (first == std::string::npos) continue;
        word = word.substr(first, word.find_last_not_of(" \t\n") - first + 1);
        if (std::ranges::find(tags, word) == tags.end()) tags.push_back(word);
    }
    return tags;
}

RunNotes readRunNotes(const std::filesystem::path& run_folder) {
    const std::filesystem::path file = RunFolder{run_folder}.notesFile();
    const std::optional<std::string> text = readRegularFileIfThere(file, kMostNotes);
    if (!text) return {};
    try {
        const auto json = nlohmann::json::parse(*text);
        return {json.at("tags").get<std::vector<std::string>>(),
                json.at("text").get<std::string>()};
    } catch (const nlohmann::json::exception&) {
        throw Error(file.string() + " is not a valid file of run notes: fix it or remove it.");
    }
}

void writeRunNotes(const std::filesystem::path& run_folder, const RunNotes& notes) {
    // A file of its own would make the folder anew.
    if (!std::filesystem::is_directory(run_folder))
        throw Error(run_folder.string() + ": there is no such run any more.");
    const nlohmann::ordered_json json = {{"tags", notes.tags}, {"text", notes.text}};
    writeFileAtomically(
        RunFolder{run_folder}.notesFile(),
        json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n",
        Links::refused);
}

}  // namespace orrery
