// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/events/event_queue.h"
#include "core/events/events.h"
#include "core/runs/log_file.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "core/train/loop/run_files.h"

namespace orrery {

/// What a session holds of the run that it trains: lock, log and database.
class SessionRecords {
public:
    /// rewind_to as in RunDatabaseOptions. What goes wrong with the database is told to the queue
    /// and to the log. Throws Error when a file can't be opened.
    SessionRecords(const RunFolder& folder, std::unique_ptr<RunLock> lock,
                   std::optional<std::int64_t> rewind_to, std::shared_ptr<EventQueue> queue);

    /// Not after close().
    RunDatabase& database() { return *database_; }
    LogFile& log() { return *log_; }
    /// Where the folder is now. Throws Error when it was removed. Any thread; not after close().
    std::filesystem::path locate();
    /// Where it was when locate() looked last. Any thread.
    std::filesystem::path folder() const;
    /// As RunDatabase::keep, and throws Error when another process took the run. The training
    /// thread.
    Kept keep();
    /// For people: why the history is not in the database, and where it waits. Any thread.
    std::string pendingText() const;
    /// Lives no longer than this.
    RunStorage storage();
    /// Writes what waits, and lets go of the run.
    void close();

private:
    void reportProblem(const std::string& problem);

    std::shared_ptr<EventQueue> queue_;
    mutable std::mutex folder_mutex_;
    std::filesystem::path folder_;
    std::unique_ptr<RunLock> lock_;
    std::unique_ptr<LogFile> log_;
    std::unique_ptr<RunDatabase> database_;
};

}  // namespace orrery
