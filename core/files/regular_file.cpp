// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/printable.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;      // less the user's mask
constexpr std::size_t kLongestName = 200;  // bytes; file systems take 255

std::string kindOf(mode_t mode) {
    if (S_ISLNK(mode)) return "a symbolic link";
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return S_ISREG(mode) ? "a file" : "a device";
}

[[noreturn]] void refuseKind(const fs::path& path, const char* wanted, Links links, mode_t mode) {
    const std::string advice = links == Links::followed ? "name another one."
                               : S_ISLNK(mode) ? "put what it leads to there, or remove it."
                                               : "remove it, or put the right one there.";
    throw Error(path.string() + " is not " + wanted + " but " + kindOf(mode) + ": " + advice);
}

[[noreturn]] void refuseOpening(const fs::path& file, int number) {
    throw Error("Cannot open " + file.string() + ": " + systemErrorText(number) + ".");
}

/// False when nothing is there.
bool look(const fs::path& path, Links links, struct stat& found) {
    const int result =
        links == Links::followed ? ::stat(path.c_str(), &found) : ::lstat(path.c_str(), &found);
    if (result == 0) return true;
    if (errno == ENOENT) return false;
    refuseOpening(path, errno);
}

/// -1 when nothing is there and nothing is to be made.
int openRegular(const fs::path& file, int flags, Links links) {
    struct stat found {};
    if (look(file, links, found) && !S_ISREG(found.st_mode))
        refuseKind(file, "a regular file", links, found.st_mode);
    const int link_flag = links == Links::refused ? O_NOFOLLOW : 0;
    const int descriptor =
        ::open(file.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | link_flag, kNewFileMode);
    if (descriptor < 0 && errno == ENOENT && (flags & O_CREAT) == 0) return -1;
    if (descriptor < 0) refuseOpening(file, errno);
    // It may have been exchanged since.
    if (::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode)) return descriptor;
    ::close(descriptor);
    refuseKind(file, "a regular file", links, found.st_mode);
}

std::string readFrom(const fs::path& file, int descriptor, std::uint64_t offset,
                     std::uint64_t most) {
    std::string text;
    constexpr std::size_t part = std::size_t{1} << 16;
    while (text.size() < most) {
        const std::size_t old = text.size();
        text.resize(old + std::min<std::uint64_t>(part, most - old));
        const ssize_t count = ::pread(descriptor, text.data() + old, text.size() - old,
                                      static_cast<off_t>(offset + old));
        if (count < 0 && errno != EINTR) refuseOpening(file, errno);
        text.resize(old + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (count == 0) break;
    }
    return text;
}

std::string readAll(const fs::path& file, const RegularFile& opened, std::uint64_t most) {
    std::string text = readFrom(file, opened.descriptor(), 0, most + 1);
    if (text.size() > most)
        throw Error(file.string() + " is larger than the " + std::to_string(most) +
                    " bytes that such a file can have: it is none of this program's.");
    return text;
}

}  // namespace

RegularFile RegularFile::open(const fs::path& file, int flags, Links links) {
    const int descriptor = openRegular(file, flags, links);
    if (descriptor < 0) refuseOpening(file, ENOENT);
    return RegularFile(descriptor);
}

std::optional<RegularFile> RegularFile::openIfThere(const fs::path& file, int flags, Links links) {
    const int descriptor = openRegular(file, flags, links);
    if (descriptor < 0) return std::nullopt;
    return RegularFile(descriptor);
}

RegularFile::~RegularFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

RegularFile::RegularFile(RegularFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

RegularFile& RegularFile::operator=(RegularFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

std::string readRegularFile(const fs::path& file, std::uint64_t most, Links links) {
    return readAll(file, RegularFile::open(file, O_RDONLY, links), most);
}

std::optional<std::string> readRegularFileIfThere(const fs::path& file, std::uint64_t most,
                                                  Links links) {
    const auto opened = RegularFile::openIfThere(file, O_RDONLY, links);
    if (!opened) return std::nullopt;
    return readAll(file, *opened, most);
}

std::string endOfRegularFile(const fs::path& file, std::uint64_t most) {
    try {
        const auto opened = RegularFile::openIfThere(file, O_RDONLY);
        struct stat status {};
        if (!opened || ::fstat(opened->descriptor(), &status) != 0) return {};
        const auto size = static_cast<std::uint64_t>(status.st_size);
        return readFrom(file, opened->descriptor(), size > most ? size - most : 0, most);
    } catch (const Error&) {
        return {};
    }
}

void requireRegularFileIfThere(const fs::path& file, Links links) {
    struct stat found {};
    if (look(file, links, found) && !S_ISREG(found.st_mode))
        refuseKind(file, "a regular file", links, found.st_mode);
}

void requireFolderIfThere(const fs::path& folder) {
    struct stat found {};
    if (look(folder, Links::refused, found) && !S_ISDIR(found.st_mode))
        refuseKind(folder, "a folder", Links::refused, found.st_mode);
}

bool isPlainName(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.size() <= kLongestName &&
           name.find('/') == std::string_view::npos && printableLine(name) == name;
}

bool isRegularFile(const fs::path& file) noexcept {
    struct stat found {};
    return ::lstat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

}  // namespace orrery
