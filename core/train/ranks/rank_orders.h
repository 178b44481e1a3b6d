// SPDX-License-Identifier: GPL-3.0-or-later
// Rank 0 decides what a run does next, and tells the other ranks, which do their part of it.
#pragma once
#include <string>

#include "core/config/config.h"
#include "core/ranks/ranks.h"

namespace orrery {

enum class RankOrder {
    step,             // the next one
    step_and_report,  // and then statistics of the layers
    evaluate,
    prepare_checkpoint,  // counts come to rank 0, and all ranks are compared
    end
};

/// Rank 0's side. For a process alone it does nothing. One thread.
class RankLead {
public:
    explicit RankLead(Ranks ranks) : ranks_(std::move(ranks)) {}
    /// With what changed in the live fields of `config` since the last order.
    void give(RankOrder order, const Config& config);

private:
    Ranks ranks_;
    std::string told_;  // live fields, as the others know them
    bool first_ = true;
};

/// The next order; live fields of `config` follow those of rank 0. Waits for it as long as need be.
/// Throws Error when rank 0 is lost or can't go on.
RankOrder nextOrder(const Ranks& ranks, Config& config);

}  // namespace orrery
