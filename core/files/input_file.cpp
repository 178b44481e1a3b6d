// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/error.h"
#include "core/files/atomic_file.h"

namespace orrery {

InputFile::InputFile(const std::filesystem::path& file, Links links)
    : path_(file), file_(RegularFile::open(file, O_RDONLY, links)) {}

void InputFile::fail(int error_number) const {
    throw Error("Cannot read " + path_.string() + ": " + systemErrorText(error_number) + ".");
}

InputFile::Stamp InputFile::stamp() const {
    struct stat status {};
    if (::fstat(file_.descriptor(), &status) != 0) fail(errno);
    return {static_cast<std::uint64_t>(status.st_size),
            status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec, status.st_ino};
}

std::size_t InputFile::read(std::span<char> into) {
    while (true) {
        const ssize_t count = ::read(file_.descriptor(), into.data(), into.size());
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) fail(errno);
    }
}

void InputFile::readAt(std::uint64_t offset, std::span<char> into) const {
    while (!into.empty()) {
        const ssize_t count =
            ::pread(file_.descriptor(), into.data(), into.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(errno);
        if (count == 0)
            throw Error(path_.string() + " became shorter while it was read. Start again.");
        offset += static_cast<std::uint64_t>(count);
        into = into.subspan(static_cast<std::size_t>(count));
    }
}

}  // namespace orrery
