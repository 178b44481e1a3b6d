// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a run's events into run.db on a thread of its own.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/events/events.h"

namespace orrery {

struct RunDatabaseOptions {
    std::filesystem::path file;
    /// A resumed run: what a killed process wrote beyond this step is removed, in one transaction,
    /// and an event says so. Changed settings stay: they are applied again at their step.
    std::optional<std::int64_t> rewind_to;
    /// Called on the database thread: what is wrong, or an empty text when writing works again.
    std::function<void(const std::string& problem)> on_problem;
    /// The folder that the file is in now; asked on the database thread before each transaction.
    /// Throws Error when it is gone. Without it the folder stays where it is.
    std::function<std::filesystem::path()> locate = {};
    /// Called on the database thread with what somebody should know; it is stored already.
    std::function<void(const Message& notice)> on_notice = {};
};

/// Where events are safe.
enum class Kept {
    stored,   // in run.db
    pending,  // beside it (pending_events.h), since run.db can't be written
};

/// A transaction at least each second, write-ahead log, synchronous NORMAL. Whatever can't be
/// written (disk full) stays in memory and is tried again; of key snapshots that wait then, only
/// the newest are kept when they take too much memory. A file that was removed meanwhile is written
/// anew; one whose folder was renamed is followed.
class RunDatabase : public EventSink {
public:
    /// Creates the file or opens an existing one, and takes in what waits beside it. Throws Error:
    /// foreign, damaged, unwritable.
    explicit RunDatabase(RunDatabaseOptions options);
    /// Writes what waits, beside the file where that can't be written.
    ~RunDatabase() override;
    RunDatabase(const RunDatabase&) = delete;
    RunDatabase& operator=(const RunDatabase&) = delete;

    void publish(const Event& event) override;  // any thread; never waits for the disk
    void setMeta(const std::string& key, const std::string& value);  // any thread
    /// Waits until everything published so far is committed. False when it could not be written.
    /// Any thread.
    bool flush();
    /// Waits until everything published so far is on the disk. Throws Error when it can be written
    /// neither into run.db nor beside it. Any thread.
    Kept keep();
    /// Why nothing can be written now; empty when it can. Any thread.
    std::string problem() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace orrery
