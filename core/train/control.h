// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

#include "core/events/commands.h"

namespace orrery {

/// Commands on their way to the training thread. send() and the stop questions: any thread; the
/// rest: the training thread.
class Control {
public:
    void send(Command command);
    bool stopRequested() const { return stop_.load(); }  // Stop or StopNow
    bool stopNowRequested() const { return stop_now_.load(); }
    /// The oldest command that waits; never Stop or StopNow, which only show in the questions
    /// above.
    std::optional<Command> next();
    /// Until a command or a stop comes, at most so long.
    void waitFor(std::chrono::milliseconds limit);

private:
    std::atomic<bool> stop_{false};
    std::atomic<bool> stop_now_{false};
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<Command> waiting_;
};

}  // namespace orrery
