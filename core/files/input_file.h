// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "core/files/regular_file.h"

namespace orrery {

/// A regular file open for reading. One thread at a time. Every function throws Error with the
/// file's name.
class InputFile {
public:
    /// Refuses what is missing, unreadable, or not a regular file (a folder, a pipe, a device).
    explicit InputFile(const std::filesystem::path& file, Links links = Links::followed);

    /// What tells a file from a changed one.
    struct Stamp {
        std::uint64_t size = 0;     // bytes
        std::int64_t modified = 0;  // ns
        std::uint64_t inode = 0;
        bool operator==(const Stamp&) const = default;
    };
    Stamp stamp() const;
    /// The next bytes in order, at most as many as fit; 0 at the end.
    std::size_t read(std::span<char> into);
    /// Exactly these bytes. Throws Error when the file has become shorter.
    void readAt(std::uint64_t offset, std::span<char> into) const;
    const std::filesystem::path& path() const { return path_; }

private:
    [[noreturn]] void fail(int error_number) const;

    std::filesystem::path path_;
    RegularFile file_;
};

}  // namespace orrery
