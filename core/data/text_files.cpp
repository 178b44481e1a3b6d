// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_files.h"

#include <algorithm>
#include <string>
#include <system_error>

#include "core/error.h"
#include "core/files/atomic_file.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

std::string lowerExtension(const fs::path& file) {
    std::string extension = file.extension().string();
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return extension;
}

[[noreturn]] void failRead(const fs::path& path, const std::error_code& error) {
    throw Error("Cannot read " + path.string() + ": " + systemErrorText(error.value()) + ".");
}

TextFiles namedFile(const fs::path& file) {
    const std::string extension = lowerExtension(file);
    if (extension == ".json")
        throw Error(file.string() +
                    ": a .json file is one value, not documents. Write one object with a \"text\" "
                    "field a line and name the file .jsonl.");
    return {{{file, extension == ".jsonl" || extension == ".ndjson"}}, 0};
}

TextFiles filesOfFolder(const fs::path& folder) {
    TextFiles found;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        const fs::path& path = entry->path();
        const bool hidden = path.filename().string().starts_with('.');
        std::error_code unknown;
        if (entry->is_directory(unknown)) {
            if (hidden) entry.disable_recursion_pending();
            continue;
        }
        const std::string extension = lowerExtension(path);
        const bool json = extension == ".jsonl" || extension == ".ndjson";
        if (!hidden && (extension == ".txt" || json))
            found.files.push_back({path, json});
        else
            ++found.ignored;
    }
    if (error) failRead(folder, error);
    std::sort(found.files.begin(), found.files.end(), [](const TextFile& a, const TextFile& b) {
        return a.path.native() < b.path.native();
    });
    if (found.files.empty())
        throw Error("The folder " + folder.string() + " contains no .txt or .jsonl file (" +
                    std::to_string(found.ignored) + " others). Set data.corpus to text.");
    return found;
}

}  // namespace

TextFiles findTextFiles(const fs::path& corpus) {
    std::error_code error;
    const fs::file_status status = fs::status(corpus, error);
    if (status.type() == fs::file_type::not_found)
        throw Error("The corpus " + corpus.string() + " does not exist. Correct data.corpus.");
    if (status.type() == fs::file_type::none) failRead(corpus, error);
    return fs::is_directory(status) ? filesOfFolder(corpus) : namedFile(corpus);
}

}  // namespace orrery
