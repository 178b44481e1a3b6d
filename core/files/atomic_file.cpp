// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

std::atomic<unsigned> temporary_number{0};

fs::path targetOf(const fs::path& file, Links links) {
    if (links == Links::refused) requireRegularFileIfThere(file);
    std::error_code error;
    if (!fs::is_symlink(file, error)) return file;
    const fs::path target = fs::weakly_canonical(file, error);
    return error ? file : target;
}

void syncPlace(const fs::path& place, const std::string& what, int flags,
               std::initializer_list<int> harmless) {
    const int descriptor = ::open(place.c_str(), O_RDONLY | O_CLOEXEC | flags);
    if (descriptor < 0) {
        throw Error("Cannot open the " + what + " " + place.string() + ": " +
                    systemErrorText(errno) + ".");
    }
    const int result = ::fsync(descriptor);
    const int error = errno;
    ::close(descriptor);
    if (result != 0 && std::ranges::find(harmless, error) == harmless.end()) {
        throw Error("Cannot sync the " + what + " " + place.string() + ": " +
                    systemErrorText(error) + ".");
    }
}

}  // namespace

std::string systemErrorText(int error_number) {
    std::string text = std::generic_category().message(error_number);
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
            return text + "; free some space or choose another folder";
        case EACCES:
        case EPERM:
        case EROFS:
            return text + "; choose a writable folder";
        case EFBIG:
            return text + "; raise the limit of a file's size (ulimit -f)";
        default:
            return text;
    }
}

void makeFolders(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw Error("Cannot create the folder " + folder.string() + ": " +
                    systemErrorText(error.value()) + ".");
}

void syncFolder(const fs::path& folder) {
    // Some network file systems do not sync folders and say EINVAL: the rename is all they offer.
    syncPlace(folder.empty() ? fs::path(".") : folder, "folder", O_DIRECTORY, {EINVAL, ENOTSUP});
}

void syncFile(const fs::path& file) {
    syncPlace(file, "file", 0, {});
}

AtomicFile::AtomicFile(const fs::path& file, Links links) : target_(targetOf(file, links)) {
    const fs::path folder = target_.parent_path();
    if (!folder.empty()) makeFolders(folder);
    temporary_ = folder / ("." + target_.filename().string() + ".tmp-" +
                           std::to_string(::getpid()) + "-" + std::to_string(temporary_number++));
    descriptor_ =
        ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
        const int number = errno;
        temporary_.clear();
        fail("create", number);
    }
    struct stat old {};
    if (::stat(target_.c_str(), &old) == 0 && S_ISREG(old.st_mode)) {
        // Best effort: a replaced file keeps its permissions where the file system allows it.
        [[maybe_unused]] const int ignored = ::fchmod(descriptor_, old.st_mode & 07777);
    }
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write", errno);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

void AtomicFile::commit() {
    if (::fsync(descriptor_) != 0) fail("write", errno);
    const int closing = std::exchange(descriptor_, -1);
    if (::close(closing) != 0) fail("write", errno);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("replace", errno);
    temporary_.clear();
    syncFolder(target_.parent_path());
}

void AtomicFile::fail(const char* action, int error_number) const {
    throw Error(std::string("Cannot ") + action + " " + target_.string() + ": " +
                systemErrorText(error_number) + ".");
}

void writeFileAtomically(const fs::path& file, std::string_view contents, Links links) {
    AtomicFile output(file, links);
    output.write(std::as_bytes(std::span(contents)));
    output.commit();
}

}  // namespace orrery
