// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <string>

#include "core/train/reporter.h"
#include "core/train/training_run.h"

namespace orrery {

/// What would mislead a reader of a run (core/README.md, section 8), told while it trains. One
/// thread.
class ProbeReport {
public:
    /// remember: key and value into the run's meta. Run and reporter outlive it.
    ProbeReport(TrainingRun& run,
                std::function<void(const std::string& key, const std::string& value)> remember,
                Reporter& reporter);

    /// A run is valid only when no position sees a later one (core/README.md, section 5). Throws
    /// Error where one does, unless the configuration says so.
    void checkCausality();
    /// All probes, on the run's first batch.
    void report();
    /// Those that fired in the last report(): "contribution, idle_delta", or "none".
    const std::string& fired() const { return fired_; }

private:
    TrainingRun& run_;
    std::function<void(const std::string& key, const std::string& value)> remember_;
    Reporter& reporter_;
    std::string fired_ = "none";
};

}  // namespace orrery
