// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "core/config/yaml.h"
#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/printable.h"
#include "core/files/time_text.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameLimit = 60;

/// Letters, digits, dot, dash and underscore: names that every file system and shell takes.
std::string folderName(const std::string& name) {
    std::string plain;
    for (const char c : name) {
        const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '_' || (c == '.' && !plain.empty());
        if (kept) {
            plain += c;
        } else if (!plain.empty() && plain.back() != '-') {
            plain += '-';
        }
        if (plain.size() >= kNameLimit) break;
    }
    while (!plain.empty() && plain.back() == '-')
        plain.pop_back();
    return plain.empty() ? "run" : plain;
}

/// A lock of the open file, not of the process: two sessions of one process exclude each other as
/// well.
struct flock wholeFile(short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

/// What is written into a folder that leads elsewhere, or removed from it, is somebody else's.
void requireOwnFolders(const RunFolder& folder) {
    for (const fs::path& inside :
         {folder.checkpointsFolder(), folder.mailboxFolder(), folder.viewsFolder()})
        requireFolderIfThere(inside);
}

std::string holder(int descriptor) {
    char text[32] = {};
    const ssize_t size = ::pread(descriptor, text, sizeof text - 1, 0);
    return size > 0 ? " (process " + printableLine({text, static_cast<std::size_t>(size)}) + ")"
                    : "";
}

bool isSame(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// The lock of a run's folder, held.
RegularFile takeLock(const fs::path& folder) {
    const fs::path file = RunFolder{folder}.lockFile();
    RegularFile opened = RegularFile::open(file, O_RDWR | O_CREAT);
    const int descriptor = opened.descriptor();
    struct flock lock = wholeFile(F_WRLCK);
    if (::fcntl(descriptor, F_OFD_SETLK, &lock) != 0) {
        const int number = errno;
        if (number == EACCES || number == EAGAIN) {
            throw Error("The run " + folder.string() + " is in use" + holder(descriptor) +
                        ": stop it there, or wait until it has ended.");
        }
        throw Error("Cannot lock " + file.string() + ": " + systemErrorText(number) + ".");
    }
    const std::string process = std::to_string(::getpid());
    if (::ftruncate(descriptor, 0) == 0) {
        // Only a hint for the message above; the lock itself does not need it.
        [[maybe_unused]] const auto ignored =
            ::pwrite(descriptor, process.data(), process.size(), 0);
    }
    return opened;
}

}  // namespace

std::string programVersion() {
    return ORRERY_VERSION;
}

RunFolder createRunFolder(const fs::path& runs_folder, const std::string& name) {
    std::error_code error;
    fs::create_directories(runs_folder, error);
    if (error) {
        throw Error("Cannot create the runs folder " + runs_folder.string() + ": " +
                    systemErrorText(error.value()) + ".");
    }
    const fs::path runs = fs::absolute(runs_folder).lexically_normal();
    const std::string base = formatTime("%Y-%m-%d-%H%M-") + folderName(name);
    for (int number = 1; number < 10'000; ++number) {
        const fs::path path = runs / (number == 1 ? base : base + "-" + std::to_string(number));
        if (fs::create_directory(path, error)) {
            syncFolder(runs);
            return {path};
        }
        if (error && !fs::exists(path)) break;
    }
    throw Error("Cannot create a run in " + runs.string() + ": " +
                (error ? systemErrorText(error.value()) : "too many runs of this name and minute") +
                ".");
}

void writeRunConfig(const RunFolder& folder, const Config& config, const RunRecord& record) {
    std::string text =
        "# Orrery " + programVersion() + ", the complete configuration of this run\n";
    text += "# created: " + record.created + "\n";
    text += "# device: " + record.device + "\n";
    if (!record.variant.empty())
        text += "# variant: " + record.variant + " (not the run that it was made of)\n";
    text += "# seed: " + std::to_string(config.train.seed) + "\n";
    text += "# corpus: " +
            (record.corpus_hash.empty() ? "not read yet" : "sha256 " + record.corpus_hash) + "\n";
    writeFileAtomically(folder.configFile(), text + toYaml(config), Links::refused);
}

Config readRunConfig(const RunFolder& folder) {
    requireRegularFileIfThere(folder.configFile());
    if (!isRegularFile(folder.configFile())) {
        throw Error(folder.path.string() + " is not a run folder: it has no config.yaml.");
    }
    return loadConfig(folder.configFile());
}

std::vector<std::string> restoreRunFiles(const RunFolder& folder, const Config& config,
                                         const RunRecord& record,
                                         const std::string& tokenizer_model) {
    std::vector<std::string> restored;
    std::error_code ignored;
    if (!fs::exists(folder.configFile(), ignored)) {
        writeRunConfig(folder, config, record);
        restored.push_back(folder.configFile().filename().string());
    }
    if (!fs::exists(folder.tokenizerFile(), ignored)) {
        writeFileAtomically(folder.tokenizerFile(), tokenizer_model);
        restored.push_back(folder.tokenizerFile().filename().string());
    }
    return restored;
}

RunLock::RunLock(const RunFolder& folder) : path_(folder.path) {
    folder_ = ::open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder_ < 0)
        throw Error("Cannot open the folder " + path_.string() + ": " + systemErrorText(errno) +
                    ".");
    try {
        file_ = takeLock(folder.path);
        requireOwnFolders(folder);
    } catch (...) {
        ::close(folder_);
        throw;
    }
}

fs::path RunLock::place() const {
    struct stat held {};
    const bool open = ::fstat(folder_, &held) == 0;
    const auto leads_there = [&](const fs::path& path) {
        struct stat there {};
        return open && ::stat(path.c_str(), &there) == 0 && isSame(held, there);
    };
    if (leads_there(path_)) return path_;
    std::error_code error;
    const fs::path now = fs::read_symlink("/proc/self/fd/" + std::to_string(folder_), error);
    // The name of a removed folder ends in " (deleted)"; another may have that name.
    if (!error && leads_there(now)) return now;
    throw Error("The run's folder " + path_.string() +
                " was removed, or moved to another disk, while the run trains. What was trained "
                "since the last save can't be kept.");
}

void RunLock::requireHeld() {
    const fs::path now = place();
    struct stat held {};
    struct stat there {};
    if (::fstat(file_->descriptor(), &held) == 0 &&
        ::lstat(RunFolder{now}.lockFile().c_str(), &there) == 0 && isSame(held, there))
        return;
    file_ = takeLock(now);
}

RunLock::~RunLock() {
    ::close(folder_);
}

bool isRunLocked(const fs::path& run_folder) {
    try {
        const auto opened = RegularFile::openIfThere(RunFolder{run_folder}.lockFile(), O_RDONLY);
        if (!opened) return false;
        struct flock lock = wholeFile(F_WRLCK);
        return ::fcntl(opened->descriptor(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    } catch (const Error&) {
        return false;  // nobody can hold what is no file
    }
}

}  // namespace orrery
