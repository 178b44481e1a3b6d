// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a token cache. Little-endian; offsets count from the start of the file:
//   0    "ORRTOKEN", then the version (8 bytes)
//   16   tokens of all documents, one after the other, int32, padded to 8 bytes
//        token offsets: documents + 1 numbers (int64), the first token of each document and the end
//        byte offsets:  documents + 1 numbers (int64), the same for the UTF-8 bytes of the texts
//   end - 104   footer: documents, tokens, bytes (int64 each), key (64 hex digits), checksum of all
//   before it,
//        checksum of the footer
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/atomic_file.h"

namespace orrery {

/// A running 64-bit sum that notices any changed, missing or moved byte (no protection against
/// intent).
class TokenChecksum {
public:
    void update(std::span<const std::byte> bytes);  // sizes that are multiples of 8
    std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0x9E3779B97F4A7C15ULL;
};

/// Writes a token file document by document; it appears with finish(). Throws Error.
class TokenFileWriter {
public:
    explicit TokenFileWriter(const std::filesystem::path& file);
    void add(std::span<const std::int32_t> tokens, std::int64_t text_bytes);
    void finish(std::string_view key);  // 64 characters

private:
    void flush();
    void write(std::span<const std::byte> bytes);

    AtomicFile file_;
    TokenChecksum checksum_;
    std::vector<std::int32_t> pending_;
    std::vector<std::int64_t> token_offsets_ = {0};
    std::vector<std::int64_t> byte_offsets_ = {0};
};

/// A token file mapped into memory. Immutable; any thread.
class MappedTokens {
public:
    /// Null when there is no such file, or it is damaged, cut off, of another version or of another
    /// key. Reads it through once, for the checksum. Throws Cancelled.
    static std::shared_ptr<const MappedTokens> open(const std::filesystem::path& file,
                                                    std::string_view key,
                                                    const std::function<bool()>& cancelled);
    ~MappedTokens();
    MappedTokens(const MappedTokens&) = delete;
    MappedTokens& operator=(const MappedTokens&) = delete;

    std::int64_t documents() const { return static_cast<std::int64_t>(token_offsets_.size()) - 1; }
    std::span<const std::int32_t> tokens() const { return tokens_; }
    std::span<const std::int64_t> tokenOffsets() const {
        return token_offsets_;
    }                                                                            // [documents + 1]
    std::span<const std::int64_t> byteOffsets() const { return byte_offsets_; }  // [documents + 1]

private:
    MappedTokens(void* memory, std::size_t size) : memory_(memory), size_(size) {}
    bool read(std::string_view key, const std::function<bool()>& cancelled);

    void* memory_;
    std::size_t size_;
    std::span<const std::int32_t> tokens_;
    std::span<const std::int64_t> token_offsets_;
    std::span<const std::int64_t> byte_offsets_;
};

}  // namespace orrery
