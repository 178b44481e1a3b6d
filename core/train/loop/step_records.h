// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/step/training_step.h"
#include "core/train/layer_statistics.h"
#include "core/train/loop/collapse_alarm.h"
#include "core/train/loop/respawned_keys.h"
#include "core/train/reporter.h"
#include "core/train/training_run.h"

namespace orrery {

/// What the steps of a run leave behind: scalars, usage, key snapshots, respawned keys and the
/// time left. One thread.
class StepRecords {
public:
    /// snapshot_step: where the keys were published last; -1 = nowhere yet. Run and reporter
    /// outlive it.
    StepRecords(TrainingRun& run, Reporter& reporter, std::int64_t snapshot_step = -1)
        : run_(run), reporter_(reporter), alarm_(reporter), snapshot_step_(snapshot_step) {}

    /// Publishes the step that the run has just completed (run.step counts it), which took so many
    /// seconds.
    void add(const StepResult& result, double seconds);
    /// Keys as they are, and the respawned ones since the last event about them. With drift also
    /// layerN/key_drift, whose base these keys then are: not at the end of a run that may go on.
    void snapshotKeys(bool with_drift);
    /// Where snapshotKeys() was called last.
    std::int64_t snapshotStep() const { return snapshot_step_; }
    void publishRespawned();
    /// The routing of some layer has collapsed.
    bool collapsed() const { return alarm_.collapsed(); }

private:
    NamedValues stepValues(const StepResult& result, double seconds) const;
    void addLayerValues(NamedValues& values, const StepResult& result);
    void estimateTimeLeft(double seconds);

    TrainingRun& run_;
    Reporter& reporter_;
    RespawnedKeys respawned_;
    CollapseAlarm alarm_;
    std::int64_t snapshot_step_;
    double step_seconds_ = 0;  // smoothed
};

}  // namespace orrery
