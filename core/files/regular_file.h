// SPDX-License-Identifier: GPL-3.0-or-later
// How files are opened that may come from a stranger: what a run's or a study's folder holds.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace orrery {

/// What a user named may be a symbolic link. What a folder of ours holds is none: it would lead to
/// a file of somebody else, to be written over.
enum class Links { followed, refused };

/// An open regular file. Opening never waits, as a pipe would make it. A value that moves.
class RegularFile {
public:
    /// `flags` as open(2) takes them. Throws Error that says what stands there instead (a symbolic
    /// link, a folder, a pipe, a device), or why it can't be opened.
    static RegularFile open(const std::filesystem::path& file, int flags,
                            Links links = Links::refused);
    /// The same, and nullopt when nothing is there.
    static std::optional<RegularFile> openIfThere(const std::filesystem::path& file, int flags,
                                                  Links links = Links::refused);
    ~RegularFile();
    RegularFile(RegularFile&& other) noexcept;
    RegularFile& operator=(RegularFile&& other) noexcept;

    int descriptor() const { return descriptor_; }

private:
    explicit RegularFile(int descriptor) : descriptor_(descriptor) {}

    int descriptor_ = -1;
};

/// All of it. Throws Error, also when it is larger than `most` bytes.
std::string readRegularFile(const std::filesystem::path& file, std::uint64_t most,
                            Links links = Links::refused);
/// The same, and nullopt when nothing is there.
std::optional<std::string> readRegularFileIfThere(const std::filesystem::path& file,
                                                  std::uint64_t most, Links links = Links::refused);
/// Its last bytes, at most so many; empty when it can't be read.
std::string endOfRegularFile(const std::filesystem::path& file, std::uint64_t most);

/// Throw Error when something else than a regular file, or than a folder, stands there (a symbolic
/// link among them). Nothing there is fine.
void requireRegularFileIfThere(const std::filesystem::path& file, Links links = Links::refused);
void requireFolderIfThere(const std::filesystem::path& folder);

/// Whether a name stays in the folder where it is put: one word of a path, no control characters.
bool isPlainName(std::string_view name);

/// Whether a regular file, and no link to one, is there. Never throws.
bool isRegularFile(const std::filesystem::path& file) noexcept;

}  // namespace orrery
