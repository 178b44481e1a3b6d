// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/ranks/ranks.h"

namespace orrery {

/// How much of the time ranks spend on each other. One thread.
class RankMeter {
public:
    explicit RankMeter(Ranks ranks) : ranks_(std::move(ranks)) {}

    /// Since the last call (nothing at the first, and of a process alone), the run being at `step`:
    /// ranks/communication, the mean share of the time that ranks wait and send; ranks/bytes a rank
    /// gives in a step; ranks/slowest, the number of the rank that waits least; and of each rank
    /// rank0/waiting, its own share. All ranks call it.
    std::vector<std::pair<std::string, double>> take(std::int64_t step);

private:
    Ranks ranks_;
    RankTraffic last_;
    std::int64_t step_ = -1;
    std::chrono::steady_clock::time_point time_{};
};

}  // namespace orrery
