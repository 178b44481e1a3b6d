// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>

namespace orrery {

/// Larger stores are projected when the user asks, not while a run goes on.
inline constexpr int most_refined_keys = 2048;

/// When a projection may go on with a run that trains: at most a fiftieth of the time of one
/// processor is spent on it. One thread.
class RefinementPace {
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr double share = 0.02;

    /// One has been made, with so many seconds of the processor.
    void finished(double seconds, Time now);
    /// One would take too long (gentle_seconds): none any more, until reset().
    void stop() { stopped_ = true; }
    void reset() { *this = {}; }
    bool stopped() const { return stopped_; }
    /// How long to wait for the next; 0 = it may begin.
    std::chrono::milliseconds wait(Time now) const;

private:
    Time due_{};
    bool stopped_ = false;
};

}  // namespace orrery
