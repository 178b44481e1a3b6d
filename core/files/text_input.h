// SPDX-License-Identifier: GPL-3.0-or-later
// A text file as its text: one that is compressed is decompressed while it is read, without a copy.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "core/files/input_file.h"

namespace orrery {

enum class Compression { none, gzip, zstd };

/// By the end of a name: .gz, .zst, in any case.
Compression compressionOf(const std::filesystem::path& file);

/// One thread at a time. Every function throws Error with the file's name: also for compressed text
/// that is cut off or damaged.
class TextInput {
public:
    static std::unique_ptr<TextInput> open(const std::filesystem::path& file);
    virtual ~TextInput() = default;

    /// Of the file on the disk.
    virtual InputFile::Stamp stamp() const = 0;
    virtual const std::filesystem::path& path() const = 0;
    /// How much of it read() has read, 0 to 1.
    virtual double share() const = 0;
    /// The next bytes of the text in order, at most as many as fit; 0 at the end.
    virtual std::size_t read(std::span<char> into) = 0;
    /// Exactly these bytes of the text. Behind what was read last it costs no more than read();
    /// before it, compressed text is read from its beginning again.
    virtual void readAt(std::uint64_t offset, std::span<char> into) = 0;
};

}  // namespace orrery
