// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>

namespace orrery {

/// Time as a process lives through it: while it is stopped, frozen with its machine, or given no
/// processor, others can't be blamed for their silence, since they may have been stopped, too. What
/// passes between two looks counts as `most` at most. One thread at a time.
class AwakeTime {
public:
    using Duration = std::chrono::steady_clock::duration;
    using Now = std::function<std::chrono::steady_clock::time_point()>;

    explicit AwakeTime(Duration most, Now now = &std::chrono::steady_clock::now)
        : most_(most), now_(std::move(now)), last_(now_()) {}

    /// Since it was made. To be called more often than once in `most`.
    Duration look() {
        const auto now = now_();
        passed_ += std::min(now - last_, most_);
        last_ = now;
        return passed_;
    }

private:
    Duration most_;
    Now now_;
    std::chrono::steady_clock::time_point last_;
    Duration passed_{};
};

}  // namespace orrery
