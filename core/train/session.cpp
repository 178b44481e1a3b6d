// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/session.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "core/devices/failure_text.h"
#include "core/error.h"
#include "core/events/event_text.h"
#include "core/events/fan_out.h"
#include "core/ops/large_blocks.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/tensorboard_log.h"
#include "core/threads.h"
#include "core/train/control.h"
#include "core/train/session_opening.h"

namespace orrery {

struct Session::Impl {
    Impl(const SessionOptions& options, std::shared_ptr<EventQueue> events)
        : queue(std::move(events)), run(openRun(options, queue)) {}
    void work();
    std::unique_ptr<TensorboardLog> tensorboardOf(EventSink& kept);
    RunState runTrainer(Reporter& reporter);
    RunState storeEnd(Reporter& reporter, RunState end);
    bool leavesNothing(const Reporter& reporter, RunState end) const;

    std::shared_ptr<EventQueue> queue;
    OpenedRun run;
    Control control;
    std::atomic<RunState> state{RunState::preparing};

    std::mutex mutex;
    std::condition_variable changed;
    bool started = false;
    bool ended = false;
    std::jthread worker;
};

void Session::Impl::work() {
    FanOut kept({&run.records->database(), queue.get(), &run.records->log()});
    const auto board = tensorboardOf(kept);
    std::vector<EventSink*> sinks = {&kept};
    if (board) sinks.push_back(board.get());
    FanOut sink(sinks);
    Reporter reporter(
        sink, [this](RunState now) { state = now; }, [this] { return control.stopRequested(); });
    // What fails or is stopped before training goes on leaves the run's figures as they were.
    reporter.progress.step = run.known.step;
    reporter.progress.total_steps = run.known.total_steps;
    reporter.progress.loss = run.known.loss;
    for (const std::string& reason : run.damaged_checkpoints) {
        reporter.message("checkpoint", reason + " An older checkpoint is used.", Severity::warning);
    }
    if (run.unsaid) sink.publish(*run.unsaid);
    RunState end = runTrainer(reporter);
    run.trainer.ranks = {};
    run.ranks = {};
    releaseLargeBlocks();
    reporter.phase("");
    reporter.progress.seconds_left = -1;
    // The end is stored before anybody hears of it: who waits may open the run at once.
    end = storeEnd(reporter, end);
    run.records->close();
    if (leavesNothing(reporter, end)) {
        std::error_code ignored;
        std::filesystem::remove_all(run.records->folder(), ignored);
    }
    std::lock_guard guard(mutex);
    state = end;
    ended = true;
    changed.notify_all();
}

/// Null where train.tensorboard is empty. Its problems are told to `kept`.
std::unique_ptr<TensorboardLog> Session::Impl::tensorboardOf(EventSink& kept) {
    if (run.tensorboard_folder.empty()) return nullptr;
    TensorboardLogOptions options;
    options.folder = run.tensorboard_folder;
    if (!run.is_new) options.restart_at = run.trainer.resume_from.value_or(-1) + 1;
    options.on_problem = [&kept](const std::string& problem) {
        Message message;
        message.kind = "log";
        message.severity = problem.empty() ? Severity::info : Severity::warning;
        message.text = problem.empty() ? "TensorBoard's events are written again."
                                       : problem + " The run goes on, and tries again.";
        kept.publish(message);
    };
    return std::make_unique<TensorboardLog>(std::move(options));
}

/// Of a new run that failed before its first step there is nothing to look at and to resume.
bool Session::Impl::leavesNothing(const Reporter& reporter, RunState end) const {
    return end == RunState::failed && run.is_new && reporter.progress.step == 0;
}

/// A run whose history is not stored did not end well, whatever the trainer says.
RunState Session::Impl::storeEnd(Reporter& reporter, RunState end) {
    reporter.progress.state = end;
    reporter.publishProgress();
    std::string fault;
    try {
        if (run.records->keep() == Kept::stored) return end;
        fault = run.records->pendingText();
    } catch (const Error& error) {
        fault = error.what() + std::string(
                                   " Resume the run when that is mended: it repeats what "
                                   "came after the last save.");
    }
    if (end != RunState::failed) reporter.message("state", fault, Severity::error);
    reporter.progress.state = RunState::failed;
    reporter.publishProgress();
    return RunState::failed;
}

RunState Session::Impl::runTrainer(Reporter& reporter) {
    try {
        return trainRun(run.trainer, control, reporter);
    } catch (const std::exception& error) {
        const std::string& phase = reporter.progress.phase;
        reporter.message("state",
                         "The run failed" + (phase.empty() ? std::string() : " (" + phase + ")") +
                             " at step " + std::to_string(reporter.progress.step) + ": " +
                             failureText(error) +
                             (leavesNothing(reporter, RunState::failed)
                                  ? " Nothing was trained: no run folder is left."
                                  : ""),
                         Severity::error);
    } catch (...) {
        reporter.message("state", "The run failed for an unknown reason.", Severity::error);
    }
    return RunState::failed;
}

bool isComplete(const std::filesystem::path& run_folder) {
    const RunFolder folder{run_folder};
    const Config config = readRunConfig(folder);
    const Progress stored = storedProgress(RunReader(folder.databaseFile()).meta(), run_folder);
    return isComplete(config, stored, findCheckpoint(run_folder));
}

Session::Session(SessionOptions options, std::shared_ptr<EventQueue> queue)
    : impl_(std::make_unique<Impl>(options, std::move(queue))) {}

Session::~Session() {
    send(command::Stop{});
    wait();
}

void Session::start() {
    std::lock_guard guard(impl_->mutex);
    if (impl_->started) return;
    impl_->started = true;
    impl_->worker = std::jthread([impl = impl_.get()] {
        nameThread(kTrainingThread);
        impl->work();
    });
}

void Session::send(Command command) {
    impl_->control.send(std::move(command));
}

RunState Session::state() const {
    const RunState state = impl_->state;
    return !isFinalState(state) && impl_->control.stopRequested() ? RunState::stopping : state;
}

std::filesystem::path Session::runFolder() const {
    return impl_->run.records->folder();
}

RunState Session::wait() {
    std::unique_lock guard(impl_->mutex);
    impl_->changed.wait(guard, [&] { return !impl_->started || impl_->ended; });
    return impl_->state;
}

}  // namespace orrery
