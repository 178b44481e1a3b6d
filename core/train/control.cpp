// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/control.h"
#include "core/events/commands.h"

#include <utility>

namespace orrery {

void Control::send(Command command) {
    std::lock_guard lock(mutex_);
    if (std::holds_alternative<command::StopNow>(command)) stop_now_ = true;
    if (stop_now_ || std::holds_alternative<command::Stop>(command)) {
        stop_ = true;
    } else {
        waiting_.push_back(std::move(command));
    }
    arrived_.notify_all();
}

std::optional<Command> Control::next() {
    std::lock_guard lock(mutex_);
    if (waiting_.empty()) return std::nullopt;
    Command command = std::move(waiting_.front());
    waiting_.pop_front();
    return command;
}

void Control::waitFor(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, limit, [&] { return stop_ || !waiting_.empty(); });
}

}  // namespace orrery
