// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_watch.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/ranks/awake_time.h"
#include "core/ranks/rank_place.h"

namespace orrery {
namespace {

using std::chrono::milliseconds;

constexpr const char* kFaultKey = "fault";
constexpr int kRoundsALimit = 15;
constexpr int kSilentRounds = 3;  // that tell of an end when a message has failed, too
constexpr int kAwakeRounds = 3;   // a thread that looks more seldom was stopped

std::string aliveKey(std::size_t rank) {
    return "alive/" + std::to_string(rank);
}

}  // namespace

struct RankWatch::Shared {
    Shared(c10::intrusive_ptr<c10d::Store> connection, WatchOptions given)
        : store(std::move(connection)),
          options(std::move(given)),
          period(std::clamp<milliseconds>(options.limit / kRoundsALimit, milliseconds(50),
                                          milliseconds(1000))),
          heard(options.hosts.size()),
          watching(kAwakeRounds * period),
          asking(kAwakeRounds * period) {}

    std::string nameOf(std::size_t rank) const {
        return rankName(static_cast<int>(rank), options.hosts[rank]);
    }
    std::string storeFault() const {
        return nameOf(0) + " is lost: the store at " + options.store_place +
               " does not answer any more.";
    }

    void run() {
        std::unique_lock lock(mutex);
        while (!stopped) {
            lock.unlock();
            std::string found;
            try {
                found = round();
            } catch (const std::exception&) {
                found = storeFault();
            }
            lock.lock();
            ++rounds;
            if (!found.empty() && fault.empty() && !ending) fault = found;
            changed.notify_all();
            if (!found.empty()) {
                const bool tells = !ending;
                lock.unlock();
                if (tells) options.on_fault();
                lock.lock();
                break;
            }
            changed.wait_for(lock, period, [&] { return stopped; });
        }
        ended = true;
        changed.notify_all();
    }

    /// What is wrong, or empty.
    std::string round() {
        now = watching.look();
        store->set(aliveKey(static_cast<std::size_t>(options.rank)), std::to_string(++count));
        if (store->check({kFaultKey})) return store->get_to_str(kFaultKey);
        const std::size_t end = options.rank == 0 ? options.hosts.size() : 1;
        for (std::size_t rank = options.rank == 0 ? 1 : 0; rank < end; ++rank)
            if (silent(rank))
                return store->compareSet(kFaultKey, "",
                                         nameOf(rank) + " is lost: " + reasonText(rank) + ".");
        return {};
    }

    bool silent(std::size_t rank) {
        auto& [value, since] = heard[rank];
        const std::string key = aliveKey(rank);
        const std::string told = store->check({key}) ? store->get_to_str(key) : std::string();
        if (told != value) {
            value = told;
            since = now;
        }
        std::lock_guard lock(mutex);
        return now - since > (suspicious ? kSilentRounds * period : options.limit);
    }

    /// Whether the thread hangs in a store that does not answer, as whoever waits for a message
    /// sees it. The mutex is held.
    bool hangs() {
        const auto asked = asking.look();
        if (rounds != rounds_seen) {
            rounds_seen = rounds;
            round_seen = asked;
        }
        return !ended && asked - round_seen > options.limit;
    }

    std::string reasonText(std::size_t rank) const {
        const auto silence = now - heard[rank].since;
        if (silence <= options.limit) return "its connection was closed, and it is silent";
        return "it has been silent for " +
               std::to_string(std::chrono::duration_cast<std::chrono::seconds>(silence).count()) +
               " seconds";
    }

    const c10::intrusive_ptr<c10d::Store> store;  // of the thread, and of tell()
    const WatchOptions options;
    const milliseconds period;
    std::int64_t count = 0;
    struct Heard {
        std::string value;
        AwakeTime::Duration since{};
    };
    std::vector<Heard> heard;
    AwakeTime watching;         // of the thread
    AwakeTime::Duration now{};  // at its round

    mutable std::mutex mutex;
    std::condition_variable changed;
    AwakeTime asking;  // of those who wait for messages
    std::int64_t rounds = 0;
    std::int64_t rounds_seen = 0;
    AwakeTime::Duration round_seen{};
    std::string fault;
    bool suspicious = false;  // a message has failed
    bool ending = false;
    bool stopped = false;
    bool ended = false;
};

RankWatch::RankWatch(c10::intrusive_ptr<c10d::Store> store, WatchOptions options)
    : shared_(std::make_shared<Shared>(std::move(store), std::move(options))) {
    // Not to be joined: a store whose host is stopped may keep it for good.
    std::thread([shared = shared_] { shared->run(); }).detach();
}

RankWatch::~RankWatch() {
    std::unique_lock lock(shared_->mutex);
    shared_->ending = shared_->stopped = true;
    shared_->changed.notify_all();
    shared_->changed.wait_for(lock, 2 * shared_->period, [&] { return shared_->ended; });
}

std::optional<std::string> RankWatch::fault() const {
    std::lock_guard lock(shared_->mutex);
    if (!shared_->fault.empty()) return shared_->fault;
    if (shared_->hangs()) {
        shared_->fault = shared_->storeFault();
        shared_->changed.notify_all();
        return shared_->fault;
    }
    return {};
}

std::string RankWatch::explain(const std::string& failure) {
    std::unique_lock lock(shared_->mutex);
    shared_->suspicious = true;
    shared_->changed.wait_for(lock, shared_->options.limit,
                              [&] { return shared_->ended || !shared_->fault.empty(); });
    return shared_->fault.empty() ? "A message between the ranks failed: " + failure
                                  : shared_->fault;
}

void RankWatch::tell(const std::string& why) {
    const WatchOptions& options = shared_->options;
    {
        std::lock_guard lock(shared_->mutex);
        if (!shared_->fault.empty() || shared_->ended) return;  // they know, or can't be told
    }
    try {
        shared_->store->compareSet(
            kFaultKey, "",
            shared_->nameOf(static_cast<std::size_t>(options.rank)) + " can't go on: " + why);
    } catch (const std::exception&) {
        return;
    }
    // The store goes with rank 0.
    if (options.rank == 0) std::this_thread::sleep_for(2 * shared_->period);
}

void RankWatch::expectEnd() {
    std::lock_guard lock(shared_->mutex);
    shared_->ending = true;
}

}  // namespace orrery
