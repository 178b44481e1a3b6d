// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/devices/device.h"
#include "core/devices/failure_text.h"
#include "core/devices/precision.h"
#include "core/error.h"
#include "core/events/commands.h"
#include "core/step/causality.h"
#include "core/step/gradients.h"
#include "core/train/initial_state.h"
#include "core/train/live_settings.h"
#include "core/train/text/trace_text.h"
#include "core/train/trainer_impl.h"

namespace orrery {
namespace {

constexpr double kProbeTolerance = 1e-3;  // rounding moves logits by 1e-6, a leak by more than 0.01
constexpr std::int64_t kProbeTokens = 64;
constexpr std::size_t kPromptTokens = 6;

}  // namespace

RunState Trainer::Impl::run() {
    reporter.state(RunState::preparing);
    try {
        prepare();
        begin();
    } catch (const Cancelled&) {
        if (run_ != nullptr) return stop();
        reporter.message("state",
                         "Stopped before training began; resume starts from the beginning.");
        return RunState::stopped;
    }
    try {
        return train();
    } catch (const std::exception&) {
        rescue();
        throw;
    }
}

RunState Trainer::Impl::train() {
    consistent = true;
    while (true) {
        if (!processCommands()) return stop();
        if (run_->step < run_->total_steps) {
            step();
        } else if (const auto end = finish()) {
            return *end;
        }
    }
}

/// What was trained before a failure is saved, where it is consistent.
void Trainer::Impl::rescue() {
    if (!consistent || diverged || run_->step == 0 || saved_step == run_->step) return;
    try {
        clearGradients(run_->model->trainedParameters());  // memory may be what is wanting
        saveNow();
    } catch (const std::exception& error) {
        reporter.message(
            "checkpoint",
            "Step " + std::to_string(run_->step) + " can't be saved: " + failureText(error),
            Severity::error);
    }
}

void Trainer::Impl::prepare() {
    const int most = prepareThread(options.config.train.threads);
    const std::string device = chooseDevice(options.config.train.device);
    useDevice(device);
    reporter.device = device;
    allowTensorFloat32(isCuda(device));
    const PrecisionChoice precision = choosePrecision(options.config, device);
    options.config.train.precision = precision.precision;
    if (!precision.text.empty()) reporter.message("log", precision.text);
    PreparationOptions preparation;
    preparation.token_folder = options.token_folder;
    preparation.tokenizer_file = options.folder.tokenizerFile();
    preparation.progress = [this](const std::string& phase, double fraction) {
        reporter.phase(phase, fraction);
    };
    preparation.cancelled = cancelled();
    preparation.warn = [this](const std::string& text) {
        reporter.message("log", text, Severity::warning);
    };
    PreparedData data = prepareData(options.config, preparation);
    const std::string known_hash = options.record.corpus_hash;
    if (!known_hash.empty() && known_hash != data.corpus_hash) {
        throw Error("The corpus " + options.config.data.corpus +
                    " has changed since this run started: restore it, or start a new run.");
    }
    options.record.corpus_hash = data.corpus_hash;
    options.record.device = device;
    writeRunConfig(options.folder, options.config, options.record);
    options.remember("corpus_hash", data.corpus_hash);
    options.remember("corpus", data.description);
    options.remember("device", device);
    options.remember("threads", std::to_string(most));
    reporter.phase("Building the model");
    run_ = std::make_unique<TrainingRun>(options.config, std::move(data), device, most);
    threads = std::make_unique<ThreadChoice>(options.config, isCuda(device), most);
    run_->stepper.tell = [this](const std::string& text) { reporter.message("log", text); };
    if (isCuda(device)) reporter.message("log", run_->stepper.plan());
    if (isRegularFile(options.folder.initialStateFile())) {
        loadInitialState(run_->model, options.folder.initialStateFile());
        reporter.message("log", "Weights are initialized from init.safetensors.");
    }
    if (options.resume_from) restore();
    recorded.assign(options.settings.begin(), options.settings.end());
    applyRecordedSettings();
    reporter.progress.total_steps = run_->total_steps;
    reporter.progress.step = run_->step;
    describe();
}

void Trainer::Impl::restore() {
    const CheckpointContent content = readCheckpoint(options.folder.path, *options.resume_from);
    run_->restore(content);
    reporter.clock.set(content.state.seconds);
    reporter.progress.step = run_->step;
    saved_step = run_->step;
    snapshot_step = run_->step;
    if (content.state.threads != run_->threads && !threadObstacle(options.config).empty()) {
        reporter.message(
            "log",
            "Resumed with " + std::to_string(run_->threads) + " threads instead of " +
                std::to_string(content.state.threads) +
                ": sums differ in their last digits from those of an uninterrupted run.",
            Severity::warning);
    }
    if (content.state.program_version != programVersion()) {
        reporter.message("log",
                         "The checkpoint is of version " + content.state.program_version +
                             ", this is " + programVersion() + ".",
                         Severity::warning);
    }
}

void Trainer::Impl::describe() {
    const TrainingRun& run = *run_;
    reporter.message("log", run.data.description + ": " + std::to_string(run.data.train.tokens()) +
                                " tokens to train on, " +
                                std::to_string(run.data.validation.tokens()) + " to validate, " +
                                std::to_string(run.batches.batchesPerEpoch()) +
                                " steps an epoch, " + std::to_string(run.total_steps) +
                                " in all, " + std::to_string(run.threads) + " threads.");
    if (!threads->obstacle().empty())
        reporter.message("log", "The number of threads is not tuned: " + threads->obstacle() + ".");
    const auto words = run.data.validation.documents() > 0 ? run.data.validation.document(0)
                                                           : run.data.train.document(0);
    const std::size_t count = std::min(words.size(), kPromptTokens);
    prompt = run.data.tokenizer.decode(
        {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count)});
}

/// A run is valid only when no position sees a later one (core/README.md, section 5).
void Trainer::Impl::checkCausality() {
    reporter.phase("Checking causality");
    const at::Tensor inputs = run_->input(run_->step).inputs;
    const double moved =
        causalityProbe(run_->model, inputs.slice(0, 0, 2).slice(1, 0, kProbeTokens),
                       run_->config.train.temperature);
    if (!run_->config.model.causal) {
        reporter.message("probe",
                         "Legacy: no causal mask (model.causal: false). Positions attend to later "
                         "tokens; losses can't be compared with those of causal models.",
                         Severity::warning);
    } else if (!std::isfinite(moved)) {
        reporter.message("probe", "Causality can't be checked: logits are not finite.",
                         Severity::warning);
    } else if (moved <= kProbeTolerance) {
        reporter.message("probe", "Causality holds: later tokens do not affect earlier logits.");
    } else {
        throw Error("Causality is violated: a later token changes earlier logits by " +
                    std::to_string(moved) + ". This is a bug in the program; please report it.");
    }
}

void Trainer::Impl::begin() {
    checkCausality();
    reporter.phase("Training");
    reporter.clock.start();
    if (!options.resume_from) snapshotKeys(true);
    // A checkpoint without its validation comes from a run that was stopped in between.
    const bool evaluates = run_->step == 0 || due(run_->config.eval.every);
    if (evaluates && run_->validation_step != run_->step) evaluateNow();
}

bool Trainer::Impl::processCommands() {
    while (true) {
        applyRecordedSettings();
        while (const auto command = control.next()) {
            if (control.stopRequested()) break;
            process(*command);
        }
        readMailbox();
        if (control.stopRequested()) return false;
        if (!paused || step_once) {
            if (!save_failed || saveNow()) break;
            step_once = false;
        }
        reporter.clock.pause();
        if (reporter.progress.state != RunState::paused) reporter.state(RunState::paused);
        // Other processes ring no bell: while paused, the mailbox is looked into now and then.
        control.waitFor(std::chrono::milliseconds(200));
    }
    step_once = false;
    reporter.clock.start();
    if (reporter.progress.state != RunState::running) reporter.state(RunState::running);
    return !control.stopRequested();
}

void Trainer::Impl::process(const Command& command) {
    if (std::holds_alternative<command::Pause>(command)) paused = true;
    if (std::holds_alternative<command::Resume>(command)) paused = false;
    if (std::holds_alternative<command::StepOnce>(command)) paused = step_once = true;
    if (std::holds_alternative<command::SaveNow>(command)) saveNow();
    if (std::holds_alternative<command::Evaluate>(command)) evaluateNow();
    if (const auto* text = std::get_if<command::TraceText>(&command)) trace(text->text);
    if (const auto* change = std::get_if<command::Set>(&command))
        set(change->key, change->value, SettingOrigin::session);
}

std::string Trainer::Impl::set(const std::string& key, const std::string& value,
                               SettingOrigin origin) {
    try {
        Config changed = withLiveSetting(run_->config, key, value);
        reporter.publish(SettingChanged{run_->step, reporter.clock.seconds(), key,
                                        settingText(changed, key), settingText(run_->config, key),
                                        origin});
        run_->config = std::move(changed);
        std::erase_if(recorded, [&](const SettingChanged& entry) { return entry.key == key; });
        return {};
    } catch (const Error& error) {
        reporter.message("set", error.what(), Severity::error);
        return error.what();
    }
}

/// Changes that other processes left (orrery-cli set). A request goes when its event is on the
/// disk: a run that is killed in between makes the change again.
void Trainer::Impl::readMailbox() {
    followFolder();
    while (const auto request = mailbox.next()) {
        MailboxAnswer answer{run_->step, {}};
        for (const auto& [key, value] : request->changes) {
            const std::string fault = set(key, value, SettingOrigin::mailbox);
            if (!fault.empty()) answer.fault += (answer.fault.empty() ? "" : " ") + fault;
        }
        try {
            options.keep();
        } catch (const Error& error) {
            reporter.message("log", error.what(), Severity::error);
        }
        mailbox.answer(request->id, answer);
    }
    for (const std::string& odd : mailbox.takeOdd())
        reporter.message("log", odd + " is no file: it is passed over. Remove it.",
                         Severity::warning);
}

/// A run that was killed goes on as if it had not been: its changes come again at their steps.
void Trainer::Impl::applyRecordedSettings() {
    while (!recorded.empty() && recorded.front().step <= run_->step) {
        const SettingChanged change = recorded.front();
        recorded.pop_front();
        run_->config = withLiveSetting(run_->config, change.key, change.value);
        reporter.message("log", "Set again, as at step " + std::to_string(change.step) + ": " +
                                    change.key + " = " + change.value);
    }
}

void Trainer::Impl::trace(const std::string& text) {
    try {
        reporter.publish(traceText(run_->model, run_->data.tokenizer, text, run_->step));
    } catch (const Error& error) {
        reporter.message("log", std::string("The text can't be traced: ") + error.what(),
                         Severity::error);
    }
}

bool Trainer::Impl::due(std::int64_t every) const {
    return every > 0 ? run_->step % every == 0 : run_->endsEpoch();
}

void Trainer::Impl::step() {
    const auto begin = Stopwatch::Clock::now();
    const StepInput input = run_->input(run_->step);
    threads->apply();
    StepOptions step;
    step.step = run_->step;
    step.total_steps = run_->total_steps;
    const std::int64_t next = run_->step + 1;  // as its events count it
    step.contribution = next == run_->total_steps || next % run_->config.snapshots.usage_every == 0;
    step.before_moving = [this] { consistent = false; };
    const StepResult result = run_->stepper.step(input, run_->config, step, [this, next] {
        if (next < run_->total_steps) run_->stage(next);
    });
    if (!result.not_finite.empty()) return haltNotFinite(result.not_finite);
    diverged = false;
    const std::chrono::duration<double> seconds = Stopwatch::Clock::now() - begin;
    if (const auto chosen = threads->add(seconds.count())) reporter.message("log", *chosen);
    afterStep(result, input, seconds.count());
}

void Trainer::Impl::haltNotFinite(const std::string& tensor) {
    paused = true;
    consistent = true;  // nothing moved
    diverged = true;
    reporter.message(
        "state",
        "Step " + std::to_string(run_->step + 1) + ": " + tensor +
            " is not finite. Paused before the optimizer step; the last checkpoint is kept. Lower "
            "train.learning_rate (or keys.alpha, keys.beta) and resume, or stop.",
        Severity::error);
    reporter.state(RunState::paused);
}

RunState Trainer::Impl::stop() {
    reporter.clock.pause();
    if (control.stopNowRequested()) {
        reporter.message("state", "Stopped immediately, without a checkpoint of this step.");
        return RunState::stopped;
    }
    reporter.state(RunState::stopping);
    if (snapshot_step != run_->step) snapshotKeys(false);
    const bool keep_last_good = diverged && saved_step >= 0;
    if (!keep_last_good && saved_step != run_->step && !saveNow()) return RunState::failed;
    if (!diverged && run_->step > 0) reportProbes();
    reporter.message("state", "Stopped at step " + std::to_string(run_->step) + " of " +
                                  std::to_string(run_->total_steps) +
                                  ". Probes that fire: " + fired + ".");
    return RunState::stopped;
}

/// Nothing when the last checkpoint could not be written: the run is paused, and the end comes
/// again.
std::optional<RunState> Trainer::Impl::finish() {
    if (run_->validation_step != run_->step && !evaluateNow()) return stop();
    if (saved_step != run_->step && !saveNow()) return std::nullopt;
    reporter.clock.pause();
    reporter.progress.seconds_left = 0;
    reportProbes();
    options.locate();
    requireFiles();
    options.store();
    reporter.message("state", "Finished after " + std::to_string(run_->step) +
                                  " steps. Probes that fire: " + fired + ".");
    return RunState::finished;
}

Trainer::Trainer(TrainerOptions options, Control& control, Reporter& reporter)
    : impl_(std::make_unique<Impl>(std::move(options), control, reporter)) {}

Trainer::~Trainer() = default;

RunState Trainer::run() {
    return impl_->run();
}

}  // namespace orrery
