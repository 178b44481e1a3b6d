// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "core/data/documents.h"
#include "core/data/tokenizer.h"

namespace orrery {

/// Tokens of every document in a memory-mapped file. Immutable; any thread.
class TokenCache {
public:
    /// Maps the file under `folder` keyed by the hashes of text, tokenizer and settings; makes it
    /// first when absent (temp + fsync + rename), damaged, or when its tokens stand for another
    /// number of bytes than its texts have. `progress` gets 0..1. Throws Error (also for a
    /// tokenizer that does not give back a text), Cancelled.
    static TokenCache open(DocumentSource& documents, const Tokenizer& tokenizer,
                           const std::filesystem::path& folder,
                           const std::function<void(double)>& progress = {},
                           const std::function<bool()>& cancelled = {});

    std::int64_t documents() const;
    std::span<const std::int32_t> document(std::int64_t index) const;  // without bos and eos
    std::int64_t documentBytes(std::int64_t index) const;              // UTF-8 bytes of its text
    /// UTF-8 bytes of text that `count` tokens of a document stand for, from token `first` on:
    /// exact, those of byte tokens too. All tokens of a document sum to documentBytes().
    std::int64_t documentBytes(std::int64_t index, std::int64_t first, std::int64_t count) const;
    std::int64_t tokens() const;
    std::int64_t bytes() const;

private:
    struct Impl;
    explicit TokenCache(std::shared_ptr<const Impl> impl);
    std::shared_ptr<const Impl> impl_;
};

}  // namespace orrery
