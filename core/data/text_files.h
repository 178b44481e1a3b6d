// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/files/text_input.h"

namespace orrery {

struct TextFile {
    std::filesystem::path path;
    bool json_lines = false;  // else plain text
    bool parquet = false;     // its rows are read as JSON lines
};

struct TextFiles {
    std::vector<TextFile> files;
    std::int64_t ignored =
        0;  // of a folder: other files, and links to folders that are read already
    std::vector<std::string> ignored_names;  // the first few of them
};

/// "3 others ignored: a.pdf, b.md, c.png"; empty when there are none.
std::string ignoredText(const TextFiles& found);

/// Opens it for reading, from its beginning. `column` is that of a Parquet file. Throws Error.
std::unique_ptr<TextInput> openTextFile(const TextFile& file, const std::string& column);

/// The files of a corpus. A folder gives its .txt, .jsonl and .parquet files, compressed ones
/// (.txt.gz, .jsonl.zst ...) too, those of its subfolders and of folders that links lead to
/// included, each folder once, sorted by path; names that begin with a dot are passed over. A file
/// that was named itself is read as text whatever its extension, but .jsonl, .ndjson and .parquet.
/// Throws Error: missing, unreadable, no such file in the folder.
TextFiles findTextFiles(const std::filesystem::path& corpus);

}  // namespace orrery
