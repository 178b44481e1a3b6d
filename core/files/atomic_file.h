// SPDX-License-Identifier: GPL-3.0-or-later
// A file that appears whole or not at all.
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/files/regular_file.h"

namespace orrery {

/// "No space left on device", with advice for the errors that a user can act on.
std::string systemErrorText(int error_number);

/// Creates a folder, and those above it that are missing. Throws Error.
void makeFolders(const std::filesystem::path& folder);

/// Makes a rename or a new file in `folder` durable. Throws Error.
void syncFolder(const std::filesystem::path& folder);

/// Makes what was written into a file durable. Throws Error.
void syncFile(const std::filesystem::path& file);

/// Writes beside the target and replaces it in commit(). Without a commit the temporary file is
/// removed and the target stays as it was. Every function throws Error; one thread.
class AtomicFile {
public:
    /// Creates missing parent folders. Where a symbolic link is followed, its target is replaced,
    /// not the link.
    explicit AtomicFile(const std::filesystem::path& file, Links links = Links::followed);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);
    /// fsync, rename, fsync of the folder.
    void commit();

private:
    [[noreturn]] void fail(const char* action, int error_number) const;

    std::filesystem::path target_;
    std::filesystem::path temporary_;
    int descriptor_ = -1;
};

/// Writes any file beside, syncs and renames, creating parent folders. Throws Error; the old file
/// is then whole.
void writeFileAtomically(const std::filesystem::path& file, std::string_view contents,
                         Links links = Links::followed);

}  // namespace orrery
