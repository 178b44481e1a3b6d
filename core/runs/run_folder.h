// SPDX-License-Identifier: GPL-3.0-or-later
// A run's folder: its names, how it is made, and the lock of the one process that writes it.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/files/regular_file.h"

namespace orrery {

/// The program's version, such as "0.1.0".
std::string programVersion();

/// Where things lie in a run's folder. A value; makes nothing.
struct RunFolder {
    std::filesystem::path path;

    std::filesystem::path configFile() const { return path / "config.yaml"; }
    std::filesystem::path databaseFile() const { return path / "run.db"; }
    /// What could not be written into run.db (pending_events.h); rarely there.
    std::filesystem::path pendingEventsFile() const { return path / "events-pending"; }
    std::filesystem::path checkpointsFolder() const { return path / "checkpoints"; }
    std::filesystem::path tokenizerFile() const { return path / "tokenizer.model"; }
    std::filesystem::path initialStateFile() const { return path / "init.safetensors"; }
    std::filesystem::path logFile() const { return path / "log.txt"; }
    std::filesystem::path notesFile() const { return path / "notes.json"; }
    std::filesystem::path viewsFolder() const { return path / "views"; }
    std::filesystem::path mailboxFolder() const { return path / "mailbox"; }
    std::filesystem::path lockFile() const { return path / ".lock"; }
};

/// What stands above the keys of config.yaml, as comments.
struct RunRecord {
    std::string created;  // ISO 8601
    std::string device;
    std::string corpus_hash;   // empty while unknown
    std::string variant = {};  // "honest, tiny": what the configuration was made into, or empty
};

/// Makes runs/2026-11-27-1405-name, with -2, -3 ... behind when that exists. Throws Error when it
/// can't.
RunFolder createRunFolder(const std::filesystem::path& runs_folder, const std::string& name);
/// Writes config.yaml: complete and resolved. Throws Error.
void writeRunConfig(const RunFolder& folder, const Config& config, const RunRecord& record);
/// Reads it back. Throws Error: no run, damaged.
Config readRunConfig(const RunFolder& folder);

/// Writes config.yaml and tokenizer.model anew where they are not in the folder any more; returns
/// the names of those that it wrote. A file that is there stays as it is. Throws Error.
std::vector<std::string> restoreRunFiles(const RunFolder& folder, const Config& config,
                                         const RunRecord& record,
                                         const std::string& tokenizer_model);

/// Held by the process that writes a run; released with it, also when it is killed.
class RunLock {
public:
    /// Throws Error when another process, or another session of this one, holds it, and where the
    /// folder holds links or pipes in place of its own files and folders.
    explicit RunLock(const RunFolder& folder);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;
    /// Where the folder is now: it, or one above it, may have been renamed. Throws Error when it
    /// was removed. Any thread.
    std::filesystem::path place() const;
    /// Writes the lock's file anew where that was removed. Throws Error when another process took
    /// the run meanwhile, and as place() does.
    void requireHeld();

private:
    std::filesystem::path path_;  // as it was named at first
    int folder_ = -1;             // descriptor
    std::optional<RegularFile> file_;
};

/// Whether somebody writes the run now. False when there is no such folder.
bool isRunLocked(const std::filesystem::path& run_folder);

}  // namespace orrery
