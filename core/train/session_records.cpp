// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/session_records.h"

#include <utility>

#include "core/error.h"

namespace orrery {

SessionRecords::SessionRecords(const RunFolder& folder, std::unique_ptr<RunLock> lock,
                               std::optional<std::int64_t> rewind_to,
                               std::shared_ptr<EventQueue> queue)
    : queue_(std::move(queue)), folder_(folder.path), lock_(std::move(lock)) {
    log_ = std::make_unique<LogFile>(folder.logFile());
    RunDatabaseOptions options;
    options.file = folder.databaseFile();
    options.rewind_to = rewind_to;
    options.on_problem = [this](const std::string& problem) { reportProblem(problem); };
    options.locate = [this] { return locate(); };
    options.on_notice = [this](const Message& message) {
        queue_->publish(message);
        log_->publish(message);
    };
    database_ = std::make_unique<RunDatabase>(std::move(options));
}

std::filesystem::path SessionRecords::locate() {
    const std::filesystem::path now = lock_->place();
    std::lock_guard guard(folder_mutex_);
    return folder_ = now;
}

std::filesystem::path SessionRecords::folder() const {
    std::lock_guard guard(folder_mutex_);
    return folder_;
}

Kept SessionRecords::keep() {
    lock_->requireHeld();
    return database_->keep();
}

std::string SessionRecords::pendingText() const {
    return database_->problem() + " The last part of the run's history waits in " +
           RunFolder{folder()}.pendingEventsFile().string() +
           ". End what keeps run.db from being written, then resume the run: that takes it in.";
}

RunStorage SessionRecords::storage() {
    return {[this] { return locate(); }, [this] { keep(); },
            [this] {
                if (keep() == Kept::pending) throw Error(pendingText());
            }};
}

void SessionRecords::close() {
    database_.reset();
    log_.reset();
    lock_.reset();
}

/// On the database thread. The queue and the log take events from any thread.
void SessionRecords::reportProblem(const std::string& problem) {
    Message message;
    message.kind = "log";
    message.severity = problem.empty() ? Severity::info : Severity::error;
    message.text = problem.empty()
                       ? "The run database is writable again; nothing was lost."
                       : problem +
                             " Events are kept in memory, from the next save on also in "
                             "events-pending, and are written when the problem is solved.";
    queue_->publish(message);
    log_->publish(message);
}

}  // namespace orrery
