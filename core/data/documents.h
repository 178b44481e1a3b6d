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

namespace orrery {

/// One thread at a time.
class DocumentSource {
public:
    virtual ~DocumentSource() = default;
    /// The next document (never empty), or nullopt at the end. Throws Error with file, line and
    /// byte for text that is not UTF-8, holds NUL bytes, or has no end.
    virtual std::optional<std::string> next() = 0;
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

/// Splits as DataConfig says: validation documents are the last of a file, and of other seeds for
/// the embedded corpus, so that they never overlap. Throws Error for empty, binary or unreadable
/// files. `base` anchors a relative data.corpus. `cancelled` is asked often; throws Cancelled.
Corpus openCorpus(const DataConfig& data, const std::filesystem::path& base, std::uint64_t seed,
                  const std::function<bool()>& cancelled = {});

}  // namespace orrery
