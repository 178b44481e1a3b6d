// SPDX-License-Identifier: GPL-3.0-or-later
// A run's folder: its names, how it is made, and the lock of the one process that writes it.
#pragma once
#include <filesystem>
#include <string>

#include "core/config/config.h"

namespace orrery {

/// The program's version, such as "0.1.0".
std::string programVersion();

/// Where things lie in a run's folder. A value; makes nothing.
struct RunFolder {
    std::filesystem::path path;

    std::filesystem::path configFile() const { return path / "config.yaml"; }
    std::filesystem::path databaseFile() const { return path / "run.db"; }
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

/// Held by the process that writes a run; released with it, also when it is killed.
class RunLock {
public:
    /// Throws Error when another process, or another session of this one, holds it.
    explicit RunLock(const RunFolder& folder);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;
    /// Throws Error when the folder was moved, removed or replaced since: what would be written
    /// there now would be lost.
    void requireHeld() const;

private:
    std::filesystem::path file_;
    int descriptor_ = -1;
};

/// Whether somebody writes the run now. False when there is no such folder.
bool isRunLocked(const std::filesystem::path& run_folder);

}  // namespace orrery
