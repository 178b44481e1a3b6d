// SPDX-License-Identifier: GPL-3.0-or-later
// The trainer's insides: trainer.cpp holds the loop and the commands, trainer_records.cpp what a
// step leaves behind.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/runs/mailbox.h"
#include "core/step/thread_choice.h"
#include "core/train/evaluator.h"
#include "core/train/trainer.h"
#include "core/train/training_run.h"

namespace orrery {

struct Trainer::Impl {
    Impl(TrainerOptions given, Control& commands, Reporter& reports)
        : options(std::move(given)),
          control(commands),
          reporter(reports),
          mailbox(options.folder) {}

    RunState run();
    RunState train();
    void rescue();
    void prepare();
    void restore();
    void describe();
    void checkCausality();
    void begin();
    void reportProbes();
    RunState stop();
    std::optional<RunState> finish();

    bool processCommands();
    void process(const Command& command);
    void applyRecordedSettings();
    void readMailbox();
    /// Why it could not be changed, or empty.
    std::string set(const std::string& key, const std::string& value, SettingOrigin origin);
    void trace(const std::string& text);

    void step();
    void afterStep(const StepResult& result, const StepInput& input, double seconds);
    NamedValues stepValues(const StepResult& result, double seconds) const;
    void estimateTimeLeft(double seconds);
    void haltNotFinite(const std::string& tensor);
    void snapshotKeys(bool with_drift);
    void rememberRespawns(const std::vector<KeyChange>& changes);
    void publishRespawns();

    bool evaluateNow();
    void publishEvaluation(const Evaluation& evaluation);
    void sampleText();
    bool saveNow();
    void followFolder();
    void requireFiles();
    bool due(std::int64_t every) const;
    std::function<bool()> cancelled() {
        return [this] { return control.stopRequested(); };
    }

    TrainerOptions options;
    Control& control;
    Reporter& reporter;
    Mailbox mailbox;
    std::unique_ptr<TrainingRun> run_;
    std::unique_ptr<ThreadChoice> threads;
    std::deque<SettingChanged> recorded;  // of a killed process, at steps not reached yet
    std::string prompt;
    bool paused = false;
    bool step_once = false;
    bool consistent = false;   // model and records are those of run_->step
    bool diverged = false;     // the last step was not finite
    bool save_failed = false;  // try again when training goes on
    std::int64_t saved_step = -1;
    std::int64_t snapshot_step = -1;
    double step_seconds = 0;                 // smoothed
    std::string fired = "none";              // probes, of the last report
    std::map<int, std::set<int>> respawned;  // layer -> experts, since the last event about them
};

}  // namespace orrery
