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
#include "core/files/time_text.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t name_limit = 60;

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
        if (plain.size() >= name_limit) break;
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

std::string holder(int descriptor) {
    char text[32] = {};
    const ssize_t size = ::pread(descriptor, text, sizeof text - 1, 0);
    return size > 0 ? " (process " + std::string(text, static_cast<std::size_t>(size)) + ")" : "";
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
    writeFileAtomically(folder.configFile(), text + toYaml(config));
}

Config readRunConfig(const RunFolder& folder) {
    if (!fs::is_regular_file(folder.configFile())) {
        throw Error(folder.path.string() + " is not a run folder: it has no config.yaml.");
    }
    return loadConfig(folder.configFile());
}

RunLock::RunLock(const RunFolder& folder) : file_(folder.lockFile()) {
    const fs::path& file = file_;
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
        throw Error("Cannot write in " + folder.path.string() + ": " + systemErrorText(errno) +
                    ".");
    }
    struct flock lock = wholeFile(F_WRLCK);
    if (::fcntl(descriptor_, F_OFD_SETLK, &lock) != 0) {
        const int number = errno;
        const std::string who = holder(descriptor_);
        ::close(descriptor_);
        if (number == EACCES || number == EAGAIN) {
            throw Error("The run " + folder.path.string() + " is in use" + who +
                        ": stop it there, or wait until it ends.");
        }
        throw Error("Cannot lock " + file.string() + ": " + systemErrorText(number) + ".");
    }
    const std::string process = std::to_string(::getpid());
    if (::ftruncate(descriptor_, 0) == 0) {
        // Only a hint for the message above; the lock itself does not need it.
        [[maybe_unused]] const auto ignored =
            ::pwrite(descriptor_, process.data(), process.size(), 0);
    }
}

void RunLock::requireHeld() const {
    struct stat held {};
    struct stat there {};
    if (::fstat(descriptor_, &held) == 0 && ::stat(file_.c_str(), &there) == 0 &&
        held.st_dev == there.st_dev && held.st_ino == there.st_ino)
        return;
    throw Error("The run's folder " + file_.parent_path().string() +
                " was moved or removed during training. Put it back.");
}

RunLock::~RunLock() {
    ::close(descriptor_);
}

bool isRunLocked(const fs::path& run_folder) {
    const int descriptor = ::open(RunFolder{run_folder}.lockFile().c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    struct flock lock = wholeFile(F_WRLCK);
    const bool asked = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0;
    ::close(descriptor);
    return asked && lock.l_type != F_UNLCK;
}

}  // namespace orrery
