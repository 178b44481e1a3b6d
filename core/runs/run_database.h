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
    /// and an event says so. Messages of kind `set` stay: they are applied again at their step.
    std::optional<std::int64_t> rewind_to;
    /// Called on the database thread: what is wrong, or an empty text when writing works again.
    std::function<void(const std::string& problem)> on_problem;
};

/// A transaction at least each second, write-ahead log, synchronous NORMAL. Whatever can't be
/// written (disk full) stays in memory and is tried again; of key snapshots that wait then, only
/// the newest are kept when they take too much memory.
class RunDatabase : public EventSink {
public:
    /// Creates the file or opens an existing one. Throws Error: foreign, damaged, unwritable.
    explicit RunDatabase(RunDatabaseOptions options);
    /// Writes what waits.
    ~RunDatabase() override;
    RunDatabase(const RunDatabase&) = delete;
    RunDatabase& operator=(const RunDatabase&) = delete;

    void publish(const Event& event) override;  // any thread; never waits for the disk
    void setMeta(const std::string& key, const std::string& value);  // any thread
    /// Waits until everything published so far is committed. False when it could not be written.
    /// Any thread.
    bool flush();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace orrery
