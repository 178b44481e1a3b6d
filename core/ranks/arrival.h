// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <torch/csrc/distributed/c10d/Work.hpp>

#include <chrono>

namespace orrery {

/// Whether a message has arrived, waiting for `time` at most. Throws what it failed with. That the
/// time is over is no failure, also where the message arrives just then: c10d tells it by an error
/// of the same kind.
inline bool arrives(c10d::Work& message, std::chrono::milliseconds time) {
    try {
        message.wait(time);
        return true;
    } catch (const std::exception&) {
        if (!message.isCompleted()) return false;
    }
    message.wait();
    return true;
}

}  // namespace orrery
