// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/training_loop.h"

#include <chrono>
#include <utility>

#include "core/devices/failure_text.h"
#include "core/error.h"
#include "core/step/gradients.h"
#include "core/train/run_preparation.h"
#include "core/train/stopwatch.h"

namespace orrery {
namespace {

constexpr double kPausedTextSeconds = 0.1;  // until commands are looked at again

}  // namespace

TrainingLoop::TrainingLoop(std::unique_ptr<TrainingRun> run, const TrainerOptions& options,
                           Control& control, Reporter& reporter)
    : control_(control),
      reporter_(reporter),
      run_(std::move(run)),
      threads_(run_->config, !run_->device.is_cpu() || !run_->ranks.alone(), run_->threads),
      files_(options.folder, options.storage,
             {options.config, options.record, run_->data.tokenizer.bytes()}, reporter),
      settings_(run_->config, options.settings, options.folder, reporter),
      checkpoints_(files_, reporter, options.resume_from.value_or(-1)),
      records_(*run_, reporter, options.resume_from.value_or(-1)),
      evaluations_(
          *run_, [&control] { return control.stopRequested(); }, reporter),
      probes_(*run_, options.remember, reporter),
      texts_(*run_) {}

void TrainingLoop::begin() {
    settings_.replay();
    reporter_.progress.total_steps = run_->total_steps;
    reporter_.progress.step = run_->step;
    reporter_.message("log", describeData(*run_));
    if (!threads_.obstacle().empty())
        reporter_.message("log",
                          "The number of threads is not tuned: " + threads_.obstacle() + ".");
    probes_.checkCausality();
    reporter_.phase("Training");
    reporter_.clock.start();
    const bool resumed = checkpoints_.savedStep() >= 0;
    if (!resumed) records_.snapshotKeys(true);
    // A checkpoint without its validation comes from a run that was stopped in between.
    const bool evaluates = run_->step == 0 || run_->due(run_->config.eval.every);
    if (evaluates && !evaluations_.current()) evaluations_.evaluate();
}

RunState TrainingLoop::train() {
    consistent_ = true;
    while (true) {
        if (!processCommands()) return stop();
        if (run_->step < run_->total_steps && !endsEarly()) {
            step();
        } else if (const auto end = finish()) {
            return *end;
        }
    }
}

bool TrainingLoop::endsEarly() const {
    return run_->config.train.stop_on == StopCondition::collapse && records_.collapsed();
}

void TrainingLoop::dismissRanks() {
    run_->lead.give(RankOrder::end, run_->config);
    run_->ranks.leave();
}

void TrainingLoop::rescue() {
    const bool saved = checkpoints_.savedStep() == run_->step;
    if (!consistent_ || diverged_ || run_->step == 0 || saved || !run_->ranks.alone()) return;
    try {
        clearGradients(run_->model->trainedParameters());  // memory may be what is wanting
        save();
    } catch (const std::exception& error) {
        reporter_.message(
            "checkpoint",
            "Step " + std::to_string(run_->step) + " can't be saved: " + failureText(error),
            Severity::error);
    }
}

/// False when the run is to stop.
bool TrainingLoop::processCommands() {
    while (true) {
        settings_.replay();
        while (const auto command = control_.next()) {
            if (control_.stopRequested()) break;
            process(*command);
        }
        files_.follow();
        settings_.readMailbox(files_.folder(), [this] { files_.keep(); });
        if (control_.stopRequested()) return false;
        // No longer than a step takes: training is held up by one at most.
        texts_.work(paused_ ? kPausedTextSeconds : step_seconds_);
        if (!paused_ || step_once_) {
            if (!checkpoints_.failed() || save()) break;
            step_once_ = false;
        }
        reporter_.clock.pause();
        if (reporter_.progress.state != RunState::paused) reporter_.state(RunState::paused);
        // Other processes ring no bell: while paused, the mailbox is looked into now and then.
        if (!texts_.busy()) control_.waitFor(std::chrono::milliseconds(200));
    }
    step_once_ = false;
    reporter_.clock.start();
    if (reporter_.progress.state != RunState::running) reporter_.state(RunState::running);
    return !control_.stopRequested();
}

void TrainingLoop::process(const Command& command) {
    if (std::holds_alternative<command::Pause>(command)) paused_ = true;
    if (std::holds_alternative<command::Resume>(command)) paused_ = false;
    if (std::holds_alternative<command::StepOnce>(command)) paused_ = step_once_ = true;
    if (std::holds_alternative<command::SaveNow>(command)) save();
    if (std::holds_alternative<command::Evaluate>(command)) evaluations_.evaluate();
    if (const auto* text = std::get_if<command::TraceText>(&command))
        evaluations_.trace(text->text, text->write);
    if (const auto* text = std::get_if<command::WriteText>(&command)) texts_.add(*text);
    if (const auto* change = std::get_if<command::Set>(&command))
        settings_.set(change->key, change->value, SettingOrigin::session);
}

void TrainingLoop::step() {
    const auto begin = Stopwatch::Clock::now();
    const StepInput input = run_->input(run_->step);
    threads_.apply();
    StepOptions step;
    step.step = run_->step;
    step.total_steps = run_->total_steps;
    const std::int64_t next = run_->step + 1;  // as its events count it
    step.contribution = next == run_->total_steps || next % run_->config.snapshots.usage_every == 0;
    step.before_moving = [this] { consistent_ = false; };
    step.ranks = run_->ranks;
    run_->lead.give(step.contribution ? RankOrder::step_and_report : RankOrder::step, run_->config);
    const StepResult result = run_->stepper.step(input, run_->config, step, [this, next] {
        if (next < run_->total_steps) run_->stage(next);
    });
    if (!result.not_finite.empty()) return pauseNotFinite(result.not_finite);
    diverged_ = false;
    const std::chrono::duration<double> seconds = Stopwatch::Clock::now() - begin;
    step_seconds_ = seconds.count();
    if (const auto chosen = threads_.add(seconds.count())) reporter_.message("log", *chosen);
    afterStep(result, seconds.count());
}

void TrainingLoop::afterStep(const StepResult& result, double seconds) {
    ++run_->step;
    run_->real_tokens += result.real_targets;
    records_.add(result, seconds);
    consistent_ = true;
    if (run_->step == run_->total_steps) return;  // finish() does both
    if (run_->due(run_->config.eval.every)) evaluations_.evaluate();
    if (run_->due(run_->config.checkpoint.every)) save();
}

void TrainingLoop::pauseNotFinite(const std::string& tensor) {
    paused_ = true;
    consistent_ = true;  // nothing moved
    diverged_ = true;
    reporter_.message(
        "state",
        "Step " + std::to_string(run_->step + 1) + ": " + tensor +
            " is not finite. Paused before the optimizer step; the last checkpoint is kept. Lower "
            "train.learning_rate (or keys.alpha, keys.beta) and resume, or stop.",
        Severity::error);
    reporter_.state(RunState::paused);
}

/// False when it could not be written; then training pauses and the run lives on.
bool TrainingLoop::save() {
    const std::string phase = reporter_.progress.phase;
    reporter_.phase("Saving");
    records_.publishRespawned();
    run_->lead.give(RankOrder::prepare_checkpoint, run_->config);
    run_->prepareCheckpoint();
    const bool saved =
        checkpoints_.save([this] { return run_->checkpoint(reporter_.clock.seconds()); },
                          run_->config.checkpoint.keep);
    if (!saved) paused_ = true;
    reporter_.phase(phase);
    return saved;
}

RunState TrainingLoop::stop() {
    reporter_.clock.pause();
    if (control_.stopNowRequested()) {
        reporter_.message("state", "Stopped immediately, without a checkpoint of this step.");
        return RunState::stopped;
    }
    reporter_.state(RunState::stopping);
    if (records_.snapshotStep() != run_->step) records_.snapshotKeys(false);
    const std::int64_t saved_step = checkpoints_.savedStep();
    const bool keep_last_good = diverged_ && saved_step >= 0;
    if (!keep_last_good && saved_step != run_->step && !save()) return RunState::failed;
    if (!diverged_ && run_->step > 0) probes_.report();
    reporter_.message("state", "Stopped at step " + std::to_string(run_->step) + " of " +
                                   std::to_string(run_->total_steps) +
                                   ". Probes that fire: " + probes_.fired() + ".");
    return RunState::stopped;
}

/// Nothing when the last checkpoint could not be written: the run is paused, and the end comes
/// again.
std::optional<RunState> TrainingLoop::finish() {
    if (!evaluations_.current() && !evaluations_.evaluate()) return stop();
    if (checkpoints_.savedStep() != run_->step && !save()) return std::nullopt;
    reporter_.clock.pause();
    reporter_.progress.seconds_left = 0;
    probes_.report();
    files_.completeStorage();
    const std::string early = run_->step < run_->total_steps
                                  ? " of " + std::to_string(run_->total_steps) +
                                        " steps, since routing collapsed (train.stop_on)."
                                  : " steps.";
    reporter_.message("state", "Finished after " + std::to_string(run_->step) + early +
                                   " Probes that fire: " + probes_.fired() + ".");
    return RunState::finished;
}

}  // namespace orrery
