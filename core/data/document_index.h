// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/config.h"
#include "core/data/text_files.h"
#include "core/files/input_file.h"

namespace orrery {

/// Where a document stands: 16 bytes, so that the index of a 10 GB corpus of stories takes 200 MB.
struct DocumentSpan {
    std::uint64_t offset = 0;  // of its first byte in the file's text
    std::uint32_t length = 0;  // bytes in the file
    std::uint32_t file = 0;    // number in DocumentIndex::files
};

struct DocumentIndex {
    std::vector<TextFile> files;
    std::vector<InputFile::Stamp> stamps;  // of each file when it was indexed
    std::vector<DocumentSpan> documents;
    std::string text_column = "text";
};

struct IndexRules {
    DocumentSplit split = DocumentSplit::endoftext;  // of plain text
    std::string text_column = "text";                // of Parquet; the field of JSON lines
    std::size_t limit = 64'000'000;                  // bytes of a document in the file
    std::function<bool()> cancelled = {};
    std::function<void(double)> progress = {};  // 0 to 1, by bytes of the files
};

/// Finds the documents of all files in one pass and checks every byte. Line breaks at both ends of
/// a document do not belong to it; documents of white space alone are left out. Throws Error with
/// "file:line: what", Cancelled.
DocumentIndex indexDocuments(std::vector<TextFile> files, const IndexRules& rules);

/// The text of a document from its bytes in the file: the field `column` of a JSON line, or the
/// bytes with CR LF as LF. Throws Error that begins with `place`.
std::string documentText(std::string_view bytes, bool json_lines, const std::string& place,
                         const std::string& column = "text");

}  // namespace orrery
