// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

/// What a file or folder holds, for who chooses one.
struct CorpusPreview {
    std::int64_t documents = 0;
    std::size_t files = 0;
    std::vector<std::string>
        lines;  // the first of the first document, at most as many as asked for
};

/// Reads the whole text once, by split and text_column of `data`. Throws as openDocuments() does:
/// no text, not UTF-8, unreadable, Cancelled. Any thread.
CorpusPreview previewCorpus(const std::filesystem::path& corpus, const DataConfig& data,
                            std::size_t lines, const std::function<bool()>& cancelled = {});

}  // namespace orrery
