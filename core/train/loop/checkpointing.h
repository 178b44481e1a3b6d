// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>

#include "core/train/checkpoint.h"
#include "core/train/loop/run_files.h"
#include "core/train/reporter.h"

namespace orrery {

/// Saves a run that trains, and knows what is saved. One thread.
class Checkpointing {
public:
    /// saved_step: of the checkpoint that the run goes on from; -1 = none. Files and reporter
    /// outlive it.
    Checkpointing(RunFiles& files, Reporter& reporter, std::int64_t saved_step = -1)
        : files_(files), reporter_(reporter), saved_step_(saved_step) {}

    /// Writes content() beside the run's history up to it, and all but the newest `keep`
    /// checkpoints and the best are removed. False when it could not be written, which is told;
    /// older ones are whole then. Throws Error when the run's folder is gone: no pause brings it
    /// back.
    bool save(const std::function<CheckpointContent()>& content, std::int64_t keep);

    /// The step of the newest one; -1 = none.
    std::int64_t savedStep() const { return saved_step_; }
    /// The last save() returned false: to be tried again when training goes on.
    bool failed() const { return failed_; }

private:
    RunFiles& files_;
    Reporter& reporter_;
    std::int64_t saved_step_;
    bool failed_ = false;
};

}  // namespace orrery
