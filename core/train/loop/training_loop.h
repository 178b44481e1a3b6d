// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of a run: batches -> training step -> events, with evaluations, snapshots and
// checkpoints in between.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "core/events/commands.h"
#include "core/step/thread_choice.h"
#include "core/train/control.h"
#include "core/train/loop/checkpointing.h"
#include "core/train/loop/evaluations.h"
#include "core/train/loop/probe_report.h"
#include "core/train/loop/run_files.h"
#include "core/train/loop/setting_changes.h"
#include "core/train/loop/step_records.h"
#include "core/train/loop/text_requests.h"
#include "core/train/reporter.h"
#include "core/train/trainer.h"
#include "core/train/training_run.h"

namespace orrery {

/// Says in which order its parts work. One thread.
class TrainingLoop {
public:
    /// A run as prepareRun gave it for these options. Control and reporter outlive it.
    TrainingLoop(std::unique_ptr<TrainingRun> run, const TrainerOptions& options, Control& control,
                 Reporter& reporter);

    /// What comes before the first step. Throws Error.
    void begin();
    /// Steps and commands, until all steps are done or a stop is asked for. Throws whatever makes
    /// going on impossible.
    RunState train();
    /// Ends the run as it was asked to: with a checkpoint, or at once.
    RunState stop();
    /// The run has ended: so do the other ranks.
    void dismissRanks();
    /// What was trained before a failure is saved, where it is consistent and no other rank has a
    /// part of it. Does not throw.
    void rescue();

private:
    bool processCommands();
    void process(const Command& command);
    void step();
    void afterStep(const StepResult& result, double seconds);
    void pauseNotFinite(const std::string& tensor);
    bool save();
    bool endsEarly() const;
    std::optional<RunState> finish();

    Control& control_;
    Reporter& reporter_;
    std::unique_ptr<TrainingRun> run_;
    ThreadChoice threads_;
    RunFiles files_;
    SettingChanges settings_;
    Checkpointing checkpoints_;
    StepRecords records_;
    Evaluations evaluations_;
    ProbeReport probes_;
    TextRequests texts_;
    double step_seconds_ = 0;  // of the last step
    bool paused_ = false;
    bool step_once_ = false;
    bool consistent_ = false;  // model and records are those of run_->step
    bool diverged_ = false;    // the last step was not finite
};

}  // namespace orrery
