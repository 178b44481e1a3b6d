// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>

namespace orrery {

/// Seconds of training, pauses left out. One thread.
class Stopwatch {
public:
    using Clock = std::chrono::steady_clock;

    void start() {
        if (!running_) begin_ = Clock::now();
        running_ = true;
    }
    void pause() {
        elapsed_ = seconds();
        running_ = false;
    }
    /// What earlier processes of the run took.
    void set(double seconds) {
        elapsed_ = seconds;
        begin_ = Clock::now();
    }
    double seconds() const {
        if (!running_) return elapsed_;
        return elapsed_ + std::chrono::duration<double>(Clock::now() - begin_).count();
    }

private:
    Clock::time_point begin_{};
    double elapsed_ = 0;
    bool running_ = false;
};

}  // namespace orrery
