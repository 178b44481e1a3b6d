// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/run_database.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/database/pending_events.h"
#include "core/runs/database/run_writer.h"

namespace orrery {
namespace {

using namespace std::chrono_literals;

constexpr auto kWriteInterval = 400ms;
constexpr auto kRetryInterval = 1s;
constexpr std::size_t kWaitingSnapshotBytes = 256U << 20U;
// For another program's transaction; less once one was waited for in vain, so that a run whose
// database is locked for long does not stand still at each save.
constexpr auto kPatience = 3000ms, kLittlePatience = 200ms;
constexpr std::int64_t kHeldLogLimit = 16 << 20;  // bytes; the usual log has 4 MB

std::size_t snapshotBytes(const WriteItem& item) {
    const auto* event = std::get_if<Event>(&item.content);
    const auto* keys = event != nullptr ? std::get_if<SharedKeys>(event) : nullptr;
    return keys != nullptr ? (*keys)->keys.size() * sizeof(float) : 0;
}

/// Keeps the newest snapshot of each layer when those that wait take too much memory.
void dropOldSnapshots(std::vector<WriteItem>& items) {
    std::size_t bytes = 0;
    for (const WriteItem& item : items)
        bytes += snapshotBytes(item);
    if (bytes <= kWaitingSnapshotBytes) return;
    std::set<int> seen;
    std::vector<WriteItem> kept;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        if (snapshotBytes(*item) > 0) {
            const int layer = std::get<SharedKeys>(std::get<Event>(item->content))->layer;
            if (!seen.insert(layer).second) continue;
        }
        kept.push_back(std::move(*item));
    }
    items.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

}  // namespace

struct RunDatabase::Impl {
    explicit Impl(RunDatabaseOptions given);

    void work(const std::stop_token& stop);
    bool writeWaiting(std::unique_lock<std::mutex>& lock);
    void store(const std::vector<WriteItem>& items, std::int64_t next);
    void requireInPlace();
    void writeAnew(const std::filesystem::path& file);
    void keepBeside(std::unique_lock<std::mutex>& lock);
    void takeBack(std::vector<WriteItem> items);
    void watchLog();
    void add(std::int64_t event, std::variant<Event, MetaEntry> content);
    void waitForAttempt(std::unique_lock<std::mutex>& lock);
    void report(const std::string& problem);
    void notice(Severity severity, const std::string& text);

    RunDatabaseOptions options;
    // The database thread's, once that runs:
    std::unique_ptr<RunWriter> writer;
    bool wrote_beside = false;
    bool log_is_held = false;

    mutable std::mutex mutex;
    std::condition_variable_any wake;     // for the database thread
    std::condition_variable_any written;  // for flush() and keep()
    std::vector<WriteItem> waiting;
    std::int64_t next_event = 1;
    std::int64_t added = 0;      // items since the start
    std::int64_t committed = 0;  // of those
    std::int64_t beside = 0;     // of those, in the file or beside it
    std::int64_t attempts = 0;
    int keepers = 0;             // wait in keep()
    bool urgent = false;         // somebody waits in flush() or keep()
    std::int64_t last_step = 0;  // of the run, as far as it was told
    std::string last_problem;
    std::string beside_problem;

    std::jthread thread;  // last: joined before the rest goes
};

RunDatabase::Impl::Impl(RunDatabaseOptions given)
    : options(std::move(given)), writer(std::make_unique<RunWriter>(options.file)) {
    takeInPendingEvents(RunFolder{options.file.parent_path()}, *writer);
    if (options.rewind_to) writer->rewind(*options.rewind_to);
    next_event = writer->nextEvent();
    writer->write({{0, MetaEntry{"live_from", std::to_string(next_event)}},
                   {0, MetaEntry{"log_is_held", "0"}}},
                  next_event);
    thread = std::jthread([this](std::stop_token stop) { work(stop); });
}

void RunDatabase::Impl::work(const std::stop_token& stop) {
    auto interval = std::chrono::milliseconds(kWriteInterval);
    std::unique_lock lock(mutex);
    while (true) {
        wake.wait_for(lock, stop, interval, [&] { return urgent; });
        urgent = false;
        const bool ending = stop.stop_requested();
        const bool fine = waiting.empty() || writeWaiting(lock);
        if (!fine && (keepers > 0 || ending)) keepBeside(lock);
        ++attempts;
        written.notify_all();
        interval = fine ? std::chrono::milliseconds(kWriteInterval) : kRetryInterval;
        if (ending && (waiting.empty() || !fine)) return;
    }
}

/// Writes without holding the lock: publish() never waits for the disk.
bool RunDatabase::Impl::writeWaiting(std::unique_lock<std::mutex>& lock) {
    std::vector<WriteItem> items;
    items.swap(waiting);
    const std::int64_t next = next_event;
    const std::int64_t count = added;
    lock.unlock();
    std::string problem;
    try {
        store(items, next);
    } catch (const std::exception& error) {
        problem = error.what();
    }
    report(problem);
    lock.lock();
    if (problem.empty()) {
        committed = beside = count;
        return true;
    }
    takeBack(std::move(items));
    return false;
}

void RunDatabase::Impl::takeBack(std::vector<WriteItem> items) {
    items.insert(items.end(), std::make_move_iterator(waiting.begin()),
                 std::make_move_iterator(waiting.end()));
    waiting = std::move(items);
    dropOldSnapshots(waiting);
}

void RunDatabase::Impl::store(const std::vector<WriteItem>& items, std::int64_t next) {
    requireInPlace();
    writer->setPatience(last_problem.empty() ? kPatience : kLittlePatience);
    writer->write(items, next);
    if (wrote_beside) {
        std::error_code ignored;  // what is stored already is not taken in again
        std::filesystem::remove(RunFolder{writer->file().parent_path()}.pendingEventsFile(),
                                ignored);
        wrote_beside = false;
    }
    watchLog();
}

/// Follows a folder that was renamed, and writes a file that was removed anew.
void RunDatabase::Impl::requireInPlace() {
    const std::filesystem::path file =
        options.locate ? options.locate() / options.file.filename() : options.file;
    if (writer && writer->isAt(file) && writer->file() == file) return;
    std::error_code ignored;
    const bool there = std::filesystem::exists(file, ignored);
    if (writer && !there) return writeAnew(file);
    if (writer && !writer->isAt(file))
        throw Error(file.string() +
                    " was replaced by another file while the run trains: move that file away, and "
                    "the run writes its own anew.");
    if (!there)
        throw Error(file.string() +
                    " was removed while the run trains, and can't be written anew.");
    if (writer) writer->leaveLog();
    writer.reset();
    writer = std::make_unique<RunWriter>(file);
}

void RunDatabase::Impl::writeAnew(const std::filesystem::path& file) {
    std::filesystem::path fresh = file;
    fresh += ".unfinished";
    std::filesystem::remove(fresh);
    writer->copyTo(fresh);
    syncFile(fresh);
    // The log of the removed file would be taken for that of the new one.
    for (const char* end : {"-wal", "-shm"}) {
        std::filesystem::path left = file;
        left += end;
        std::filesystem::remove(left);
    }
    writer->leaveLog();
    std::filesystem::rename(fresh, file);
    syncFolder(file.parent_path());
    writer.reset();
    writer = std::make_unique<RunWriter>(file);
    notice(Severity::warning, file.string() +
                                  " was removed while the run trains. It was written anew, "
                                  "complete, out of what was still open.");
}

/// What waits becomes safe from a kill, too.
void RunDatabase::Impl::keepBeside(std::unique_lock<std::mutex>& lock) {
    std::vector<WriteItem> items;
    items.swap(waiting);
    const std::int64_t next = next_event;
    const std::int64_t count = added;
    lock.unlock();
    std::string problem;
    try {
        const auto folder = options.locate ? options.locate() : options.file.parent_path();
        writePendingEvents(RunFolder{folder}, items, next);
        wrote_beside = true;
    } catch (const std::exception& error) {
        problem = error.what();
    }
    lock.lock();
    takeBack(std::move(items));
    beside_problem = problem;
    if (problem.empty()) beside = count;
}

/// A log that a reader holds grows until the disk is full: said once.
void RunDatabase::Impl::watchLog() {
    const std::int64_t held = writer->heldLogBytes();
    const bool now = log_is_held ? held > 0 : held > kHeldLogLimit;
    if (now == log_is_held) return;
    log_is_held = now;
    {
        std::lock_guard lock(mutex);
        add(0, MetaEntry{"log_is_held", log_is_held ? "1" : "0"});
    }
    if (log_is_held)
        notice(Severity::warning,
               "A program reads " + writer->file().string() +
                   " and does not end its transaction: run.db-wal beside it can't be emptied and "
                   "grows (" +
                   std::to_string(held >> 20) + " MB now). Close that program.");
}

void RunDatabase::Impl::add(std::int64_t event, std::variant<Event, MetaEntry> content) {
    waiting.push_back({event, std::move(content)});
    ++added;
}

/// Once for as long as it lasts: the words of one fault may differ from try to try.
void RunDatabase::Impl::report(const std::string& problem) {
    {
        std::lock_guard lock(mutex);
        const bool known = problem.empty() == last_problem.empty();
        last_problem = problem;
        if (known) return;
    }
    if (options.on_problem) options.on_problem(problem);
}

/// Not while the lock is held.
void RunDatabase::Impl::notice(Severity severity, const std::string& text) {
    Message message{0, 0, severity, "log", text};
    {
        std::lock_guard lock(mutex);
        message.step = last_step;
        add(next_event++, message);
    }
    if (options.on_notice) options.on_notice(message);
}

/// Returns after an attempt, or when there is nothing to write.
void RunDatabase::Impl::waitForAttempt(std::unique_lock<std::mutex>& lock) {
    urgent = true;
    wake.notify_all();
    written.wait(lock);
}

RunDatabase::RunDatabase(RunDatabaseOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}

RunDatabase::~RunDatabase() {
    impl_->thread.request_stop();
    impl_->thread.join();
}

void RunDatabase::publish(const Event& event) {
    std::lock_guard lock(impl_->mutex);
    if (const auto* progress = std::get_if<Progress>(&event)) impl_->last_step = progress->step;
    impl_->add(impl_->next_event++, event);
}

void RunDatabase::setMeta(const std::string& key, const std::string& value) {
    std::lock_guard lock(impl_->mutex);
    // A number of its own, so that what waits beside the file is newer by it.
    impl_->add(impl_->next_event++, MetaEntry{key, value});
}

bool RunDatabase::flush() {
    std::unique_lock lock(impl_->mutex);
    const std::int64_t goal = impl_->added;
    // The attempt that runs now may have begun before the last event came: the next one counts,
    // too.
    const std::int64_t enough = impl_->attempts + 2;
    while (impl_->committed < goal && impl_->attempts < enough)
        impl_->waitForAttempt(lock);
    return impl_->committed >= goal;
}

Kept RunDatabase::keep() {
    std::unique_lock lock(impl_->mutex);
    const std::int64_t goal = impl_->added;
    const std::int64_t enough = impl_->attempts + 2;
    ++impl_->keepers;
    for (bool tried = false;
         impl_->committed < goal && !(tried && impl_->beside >= goal) && impl_->attempts < enough;
         tried = true)
        impl_->waitForAttempt(lock);
    --impl_->keepers;
    if (impl_->committed >= goal) return Kept::stored;
    if (impl_->beside >= goal) return Kept::pending;
    throw Error(impl_->last_problem +
                " Nor can what waits be kept beside it: " + impl_->beside_problem);
}

std::string RunDatabase::problem() const {
    std::lock_guard lock(impl_->mutex);
    return impl_->last_problem;
}

}  // namespace orrery
