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
        const auto text_of = [&](const char* key) { return json.value(key, std::string()); };
        RunNotes notes{json.at("tags").get<std::vector<std::string>>(),
                       json.at("text").get<std::string>(), text_of("short_name"), text_of("group"),
                       json.value("color", -1)};
        if (notes.color < 0 || notes.color >= kRunColors) notes.color = -1;
        return notes;
    } catch (const nlohmann::json::exception&) {
        throw Error(file.string() + " is not a valid file of run notes: fix it or remove it.");
    }
}

void writeRunNotes(const std::filesystem::path& run_folder, const RunNotes& notes) {
    // A file of its own would make the folder anew.
    if (!std::filesystem::is_directory(run_folder))
        throw Error(run_folder.string() + ": there is no such run any more.");
    nlohmann::ordered_json json = {{"tags", notes.tags}, {"text", notes.text}};
    // What is not chosen is not written: older versions read what they know.
    if (!notes.short_name.empty()) json["short_name"] = notes.short_name;
    if (!notes.group.empty()) json["group"] = notes.group;
    if (notes.color >= 0) json["color"] = notes.color;
    writeFileAtomically(
        RunFolder{run_folder}.notesFile(),
        json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n",
        Links::refused);
}

}  // namespace orrery
