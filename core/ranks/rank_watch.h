// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that a rank is lost. Each rank counts up in the store from a thread of its own, so that
// one whose training thread is at work for long (a checkpoint, a pause) is not missed; one that is
// killed, stopped or cut off falls silent. Rank 0 looks after all others, and they after rank 0.
// Who was stopped itself meanwhile blames nobody (awake_time.h).
#pragma once
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

struct WatchOptions {
    int rank = 0;
    std::vector<std::string> hosts;  // of all ranks
    std::chrono::milliseconds limit{30'000};
    std::string store_place;                 // "127.0.0.1:29500", for messages
    std::function<void()> on_fault = [] {};  // called once, on a thread of the watch
};

/// All functions: any thread.
class RankWatch {
public:
    /// `store` is this watch's own connection.
    RankWatch(c10::intrusive_ptr<c10d::Store> store, WatchOptions options);
    ~RankWatch();
    RankWatch(const RankWatch&) = delete;
    RankWatch& operator=(const RankWatch&) = delete;

    /// Who is lost, or can't go on and why; nothing while all is well.
    std::optional<std::string> fault() const;
    /// The same after a message failed, which says that somebody is gone: waits until it is known
    /// who, at most as long as the limit.
    std::string explain(const std::string& failure);
    /// Tells the others that this rank can't go on, and leaves them time to hear it.
    void tell(const std::string& why);
    /// From now on it is no fault that the store goes away.
    void expectEnd();

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

}  // namespace orrery
