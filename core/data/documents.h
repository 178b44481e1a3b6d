// SPDX-License-Identifier: GPL-3.0-or-later
// Documents, one at a time, from the embedded corpus or the user's files; never all in memory.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/data/tagged_text.h"

namespace orrery {

/// One thread at a time.
class DocumentSource {
public:
    virtual ~DocumentSource() = default;
    /// The next document (never empty), or nullopt at the end. Throws Error with file, line and
    /// byte for text that is not UTF-8, holds NUL bytes, or has no end.
    virtual std::optional<std::string> next() = 0;
    /// next() with the parts of speech that are known, which are none by default.
    virtual std::optional<TaggedText> nextTagged();
    virtual void rewind() = 0;
    /// SHA-256 (hex) of what next() yields, known after construction.
    virtual std::string hash() const = 0;
    virtual std::int64_t size() const = 0;  // documents
};

struct Corpus {
    std::unique_ptr<DocumentSource> train;
    std::unique_ptr<DocumentSource> validation;
    std::string hash;  // of both
    std::string
        description;  // "embedded, 8000 + 400 stories", "tinystories.txt, 1710 + 90 documents"
};

/// Splits as DataConfig says: data.validation is read in order where it is a text of its own. Else
/// validation documents are the last of a file or folder, and of another
/// seed for the embedded corpus (a story told twice counts for training alone), so that they never
/// overlap. 0 documents stand for the defaults of DataConfig.
///
/// Texts are kept to the byte, but for a byte order mark at the start of a file, CR LF in plain
/// text (read as LF), and line breaks at both ends of a document. Documents of white space alone
/// are left out. A folder is read with its subfolders, files sorted by path; other files than .txt,
/// .jsonl and .parquet are counted in the description, names that begin with a dot passed over.
///
/// Reads the text twice (once to find and check documents, once for the hash), holding one document
/// (at most 64 MB in the file) and 16 bytes for each.
///
/// Throws Error for empty, binary or unreadable files and for documents without end, with
/// "file:line:" where there is one. `base` anchors relative paths. `cancelled` is asked
/// often, by the calling thread; throws Cancelled. `progress` is told how much of the corpus was
/// read, 0 to 1.
Corpus openCorpus(const DataConfig& data, const std::filesystem::path& base, std::uint64_t seed,
                  const std::function<bool()>& cancelled = {},
                  const std::function<void(double)>& progress = {});

/// Documents that are in memory already. Throws Error when one is empty.
std::unique_ptr<DocumentSource> givenDocuments(std::vector<TaggedText> documents);

/// All documents of a file or folder in one, read as openCorpus() reads them: split and text_column
/// are `data`'s. Throws as it does.
std::unique_ptr<DocumentSource> openDocuments(const std::filesystem::path& corpus,
                                              const DataConfig& data,
                                              const std::function<bool()>& cancelled = {});

}  // namespace orrery
