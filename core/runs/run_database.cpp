// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_database.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/runs/run_writer.h"

namespace orrery {
namespace {

using namespace std::chrono_literals;

constexpr auto write_interval = 400ms;
constexpr auto retry_interval = 1s;
constexpr std::size_t waiting_snapshot_bytes = 256U << 20U;

std::size_t snapshotBytes(const WriteItem& item) {
    const auto* event = std::get_if<Event>(&item.content);
    const auto* keys = event != nullptr ? std::get_if<Keys>(event) : nullptr;
    return keys != nullptr ? keys->keys.size() * sizeof(float) : 0;
}

/// Keeps the newest snapshot of each layer when those that wait take too much memory.
void dropOldSnapshots(std::vector<WriteItem>& items) {
    std::size_t bytes = 0;
    for (const WriteItem& item : items)
        bytes += snapshotBytes(item);
    if (bytes <= waiting_snapshot_bytes) return;
    std::set<int> seen;
    std::vector<WriteItem> kept;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        if (snapshotBytes(*item) > 0) {
            const int layer = std::get<Keys>(std::get<Event>(item->content)).layer;
            if (!seen.insert(layer).second) continue;
        }
        kept.push_back(std::move(*item));
    }
    items.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

}  // namespace

struct RunDatabase::Impl {
    explicit Impl(RunDatabaseOptions given) : options(std::move(given)), writer(options.file) {
        if (options.rewind_to) writer.rewind(*options.rewind_to);
        next_event = writer.nextEvent();
        writer.write({{0, MetaEntry{"live_from", std::to_string(next_event)}}}, next_event);
        thread = std::jthread([this](std::stop_token stop) { work(stop); });
    }

    void work(const std::stop_token& stop);
    bool writeWaiting(std::unique_lock<std::mutex>& lock);
    void report(const std::string& problem);

    RunDatabaseOptions options;
    RunWriter writer;  // the database thread's, once that runs

    std::mutex mutex;
    std::condition_variable_any wake;     // for the database thread
    std::condition_variable_any written;  // for flush()
    std::vector<WriteItem> waiting;
    std::int64_t next_event = 1;
    std::int64_t added = 0;      // items since the start
    std::int64_t committed = 0;  // of those
    std::int64_t attempts = 0;
    bool urgent = false;       // somebody waits in flush()
    std::string last_problem;  // the database thread's

    std::jthread thread;  // last: joined before the rest goes
};

void RunDatabase::Impl::work(const std::stop_token& stop) {
    auto interval = std::chrono::milliseconds(write_interval);
    std::unique_lock lock(mutex);
    while (true) {
        wake.wait_for(lock, stop, interval, [&] { return urgent; });
        urgent = false;
        const bool ending = stop.stop_requested();
        const bool fine = waiting.empty() || writeWaiting(lock);
        ++attempts;
        written.notify_all();
        interval = fine ? std::chrono::milliseconds(write_interval) : retry_interval;
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
        writer.write(items, next);
    } catch (const std::exception& error) {
        problem = error.what();
    }
    report(problem);
    lock.lock();
    if (problem.empty()) {
        committed = count;
        return true;
    }
    items.insert(items.end(), std::make_move_iterator(waiting.begin()),
                 std::make_move_iterator(waiting.end()));
    waiting = std::move(items);
    dropOldSnapshots(waiting);
    return false;
}

void RunDatabase::Impl::report(const std::string& problem) {
    if (problem == last_problem) return;
    last_problem = problem;
    if (options.on_problem) options.on_problem(problem);
}

RunDatabase::RunDatabase(RunDatabaseOptions options)
    : impl_(std::make_unique<Impl>(std::move(options))) {}

RunDatabase::~RunDatabase() {
    impl_->thread.request_stop();
    impl_->thread.join();
}

void RunDatabase::publish(const Event& event) {
    std::lock_guard lock(impl_->mutex);
    impl_->waiting.push_back({impl_->next_event++, event});
    ++impl_->added;
}

void RunDatabase::setMeta(const std::string& key, const std::string& value) {
    std::lock_guard lock(impl_->mutex);
    impl_->waiting.push_back({0, MetaEntry{key, value}});
    ++impl_->added;
}

bool RunDatabase::flush() {
    std::unique_lock lock(impl_->mutex);
    const std::int64_t goal = impl_->added;
    // The attempt that runs now may have begun before the last event came: the next one counts,
    // too.
    const std::int64_t enough = impl_->attempts + 2;
    while (impl_->committed < goal && impl_->attempts < enough) {
        impl_->urgent = true;
        impl_->wake.notify_all();
        impl_->written.wait(lock);
    }
    return impl_->committed >= goal;
}

}  // namespace orrery
