// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <memory>

#include "core/config/config.h"
#include "core/ranks/local_ranks.h"
#include "core/ranks/ranks.h"
#include "core/train/session.h"

namespace orrery {

/// The ranks of a run, as its rank 0 has them: those of a launcher, or those that it starts.
struct RunRanks {
    std::unique_ptr<LocalRanks> others;  // that this process started; null with a launcher
    RankPlace place;
    Ranks ranks;

    /// Starts train.processes ranks where no launcher did (options.place), and waits for all. The
    /// second call does nothing. Throws Error.
    void open(const SessionOptions& options, const Config& config);
};

}  // namespace orrery
