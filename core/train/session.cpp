// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/session.h"

#include <atomic>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "core/data/token_folder.h"
#include "core/data/tokenizer.h"
#include "core/devices/device.h"
#include "core/devices/failure_text.h"
#include "core/devices/precision.h"
#include "core/devices/resources.h"
#include "core/events/commands.h"
#include "core/events/event_text.h"
#include "core/events/fan_out.h"
#include "core/files/atomic_file.h"
#include "core/files/time_text.h"
#include "core/ops/step_allocator.h"
#include "core/runs/log_file.h"
#include "core/runs/mailbox.h"
#include "core/runs/pending_events.h"
#include "core/runs/run_database.h"
#include "core/runs/run_reader.h"
#include "core/step/stepper.h"
#include "core/threads.h"
#include "core/train/checkpoint.h"
#include "core/train/control.h"
#include "core/train/initial_state.h"
#include "core/train/preflight.h"
#include "core/train/trainer.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

/// A device, or a CUDA graph, that is demanded and not to be had. May load CUDA's libraries.
std::vector<Diagnostic> deviceFaults(const Config& config) {
    const char* key = "train.device";
    try {
        const std::string device = chooseDevice(config.train.device);
        key = "train.cuda_graph";
        Config chosen = config;
        chosen.train.precision = choosePrecision(config, device).precision;
        requireGraph(chosen, stepBackend(device));
        return {};
    } catch (const Error& error) {
        return {{"", 0, 0, key, error.what()}};
    }
}

/// A configuration need not come from a file, whose reader checks ranges.
std::vector<Diagnostic> rangeFaults(const Config& config) {
    std::vector<Diagnostic> faults;
    for (const Field& field : fields()) {
        try {
            parseFieldValue(field, formatFieldValue(field.get(config)));
        } catch (const Error& error) {
            faults.push_back({"", 0, 0, field.key, field.key + ": " + error.what()});
        }
    }
    return faults;
}

void requireValid(const Config& config) {
    auto faults = rangeFaults(config);
    if (faults.empty()) faults = validate(config);
    if (!faults.empty()) throw ConfigError(std::move(faults));
}

void copyInto(const fs::path& from, const fs::path& to) {
    std::error_code error;
    if (!from.empty() && !fs::copy_file(from, to, error))
        throw Error("Cannot copy " + from.string() +
                    " into the run's folder: " + systemErrorText(error.value()) + ".");
}

bool isComplete(const Config& config, const Progress& stored, const FoundCheckpoint& found) {
    return stored.state == RunState::finished && config.train.max_steps <= stored.step &&
           found.state && found.state->step >= stored.step;
}

}  // namespace

struct Session::Impl {
    Impl(SessionOptions options, std::shared_ptr<EventQueue> queue);
    void create(const SessionOptions& options);
    void reopen(const SessionOptions& options);
    void openRecords(std::optional<std::int64_t> rewind_to);
    void work();
    RunState runTrainer(Reporter& reporter);
    RunState storeEnd(Reporter& reporter, RunState end);
    void reportProblem(const std::string& problem);
    fs::path locate();
    Kept keep();
    std::string unstoredText();
    fs::path currentFolder();

    std::shared_ptr<EventQueue> queue;
    TrainerOptions trainer;
    std::optional<Message> unsaid;  // of an ended process
    std::vector<std::string> damaged_checkpoints;
    Progress known;  // of a run that goes on
    std::unique_ptr<RunLock> lock;
    std::unique_ptr<LogFile> log;
    std::unique_ptr<RunDatabase> database;
    Control control;
    std::atomic<RunState> state{RunState::preparing};

    std::mutex folder_mutex;
    fs::path folder;  // where it was when somebody looked last

    std::mutex mutex;
    std::condition_variable changed;
    bool started = false;
    bool ended = false;
    std::jthread worker;
};

Session::Impl::Impl(SessionOptions options, std::shared_ptr<EventQueue> event_queue)
    : queue(std::move(event_queue)) {
    trainer.token_folder = options.token_folder;
    if (options.resume.empty()) {
        create(options);
    } else {
        reopen(options);
    }
    trainer.remember = [this](const std::string& key, const std::string& value) {
        database->setMeta(key, value);
    };
    trainer.locate = [this] { return locate(); };
    trainer.keep = [this] { keep(); };
    trainer.store = [this] {
        if (keep() == Kept::pending) throw Error(unstoredText());
    };
}

/// Any thread, while the run is open.
fs::path Session::Impl::locate() {
    const fs::path now = lock->place();
    std::lock_guard guard(folder_mutex);
    return folder = now;
}

/// On the training thread.
Kept Session::Impl::keep() {
    lock->requireHeld();
    return database->keep();
}

fs::path Session::Impl::currentFolder() {
    std::lock_guard guard(folder_mutex);
    return folder;
}

std::string Session::Impl::unstoredText() {
    return database->problem() + " The last part of the run's history waits in " +
           RunFolder{currentFolder()}.pendingEventsFile().string() +
           ". End what keeps run.db from being written, then resume the run: that takes it in.";
}

void Session::Impl::create(const SessionOptions& options) {
    requireValid(options.config);
    // Named relative to where the program was started, it must be found from anywhere later.
    trainer.config = withCorpusFrom(options.config, fs::current_path());
    if (auto faults = preflight(trainer.config, options.runs_folder); !faults.empty())
        throw ConfigError(std::move(faults));
    if (auto faults = deviceFaults(trainer.config); !faults.empty())
        throw ConfigError(std::move(faults));
    requireResources(trainer.config, options.runs_folder);
    if (!options.tokenizer.empty()) Tokenizer::load(options.tokenizer);
    if (!options.init.empty()) trainer.config = configForInitialState(trainer.config, options.init);
    const TokenFolder tokens(options.token_folder);  // without a place for them nothing is begun
    trainer.folder = createRunFolder(options.runs_folder, trainer.config.name);
    trainer.record = {isoTime(), wordOf("train.device", trainer.config.train.device), "",
                      options.variant};
    try {
        lock = std::make_unique<RunLock>(trainer.folder);
        copyInto(options.init, trainer.folder.initialStateFile());
        copyInto(options.tokenizer, trainer.folder.tokenizerFile());
        writeRunConfig(trainer.folder, trainer.config, trainer.record);
        openRecords(std::nullopt);
        database->setMeta("name", trainer.config.name);
        database->setMeta("created", trainer.record.created);
        database->setMeta("program_version", programVersion());
        if (!options.variant.empty()) database->setMeta("variant", options.variant);
        database->setMeta("seed", std::to_string(trainer.config.train.seed));
        if (!options.init.empty()) database->setMeta("init", fs::absolute(options.init).string());
        if (!database->flush()) throw Error(database->problem());
    } catch (...) {
        database.reset();
        log.reset();
        lock.reset();
        std::error_code ignored;
        fs::remove_all(trainer.folder.path, ignored);
        throw;
    }
}

void Session::Impl::reopen(const SessionOptions& options) {
    trainer.folder = {fs::absolute(options.resume).lexically_normal()};
    trainer.config = readRunConfig(trainer.folder);
    requireValid(trainer.config);
    lock = std::make_unique<RunLock>(trainer.folder);
    takeInPendingEvents(trainer.folder);
    {
        RunReader reader(trainer.folder.databaseFile());
        auto meta = reader.meta();
        trainer.record = {meta["created"], meta["device"], meta["corpus_hash"], meta["variant"]};
        trainer.settings = reader.settings();
        known = storedProgress(meta, trainer.folder.path);
    }
    const FoundCheckpoint found = findCheckpoint(trainer.folder.path);
    damaged_checkpoints = found.damaged;
    // Killed between the checkpoint and its line in the log.
    if (found.state && !RunReader(trainer.folder.databaseFile()).tellsSaved(found.state->step))
        unsaid = Message{found.state->step, found.state->seconds, Severity::info, "checkpoint",
                         savedText(found.state->step)};
    if (isComplete(trainer.config, known, found))
        throw Error("The run " + trainer.folder.path.string() + " is finished: all of its " +
                    std::to_string(known.step) +
                    " steps are done. To train on, raise train.max_steps in its config.yaml.");
    if (!found.state && !found.damaged.empty()) {
        throw Error("The run " + trainer.folder.path.string() +
                    " can't be resumed: " + found.damaged.front() +
                    " No other checkpoint is intact; the run's curves can still be opened.");
    }
    if (found.state) trainer.resume_from = found.state->step;
    for (const Diagnostic& fault : deviceFaults(trainer.config))
        throw Error(fault.message + " This run has it from " +
                    trainer.folder.configFile().string() + ".");
    removeUnfinishedCheckpoints(trainer.folder.path);
    requireResources(
        trainer.config, trainer.folder.path,
        storedPart(trainer.folder.checkpointsFolder(), trainer.resume_from.value_or(0)));
    Mailbox(trainer.folder).clear();
    known.step = trainer.resume_from.value_or(0);
    openRecords(trainer.resume_from.value_or(-1));
}

void Session::Impl::openRecords(std::optional<std::int64_t> rewind_to) {
    RunDatabaseOptions options;
    options.file = trainer.folder.databaseFile();
    options.rewind_to = rewind_to;
    options.on_problem = [this](const std::string& problem) { reportProblem(problem); };
    options.locate = [this] { return locate(); };
    options.on_notice = [this](const Message& message) {
        queue->publish(message);
        log->publish(message);
    };
    folder = trainer.folder.path;
    log = std::make_unique<LogFile>(trainer.folder.logFile());
    database = std::make_unique<RunDatabase>(std::move(options));
}

/// On the database thread. The queue and the log take events from any thread.
void Session::Impl::reportProblem(const std::string& problem) {
    Message message;
    message.kind = "log";
    message.severity = problem.empty() ? Severity::info : Severity::error;
    message.text = problem.empty()
                       ? "The run database is writable again; nothing was lost."
                       : problem +
                             " Events are kept in memory, from the next save on also in "
                             "events-pending, and are written when the problem is solved.";
    queue->publish(message);
    log->publish(message);
}

void Session::Impl::work() {
    FanOut sink({database.get(), queue.get(), log.get()});
    Reporter reporter(
        sink, [this](RunState now) { state = now; }, [this] { return control.stopRequested(); });
    // What fails or is stopped before training goes on leaves the run's figures as they were.
    reporter.progress.step = known.step;
    reporter.progress.total_steps = known.total_steps;
    reporter.progress.loss = known.loss;
    for (const std::string& reason : damaged_checkpoints) {
        reporter.message("checkpoint", reason + " An older checkpoint is used.", Severity::warning);
    }
    if (unsaid) sink.publish(*unsaid);
    RunState end = runTrainer(reporter);
    releaseStepAllocator();
    reporter.phase("");
    reporter.progress.seconds_left = -1;
    // The end is stored before anybody hears of it: who waits may open the run at once.
    end = storeEnd(reporter, end);
    database.reset();
    log.reset();
    lock.reset();
    std::lock_guard guard(mutex);
    state = end;
    ended = true;
    changed.notify_all();
}

/// A run whose history is not stored did not end well, whatever the trainer says.
RunState Session::Impl::storeEnd(Reporter& reporter, RunState end) {
    reporter.progress.state = end;
    reporter.publishProgress();
    std::string fault;
    try {
        if (keep() == Kept::stored) return end;
        fault = unstoredText();
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
        return Trainer(trainer, control, reporter).run();
    } catch (const std::exception& error) {
        const std::string& phase = reporter.progress.phase;
        reporter.message("state",
                         "The run failed" + (phase.empty() ? std::string() : " (" + phase + ")") +
                             " at step " + std::to_string(reporter.progress.step) + ": " +
                             failureText(error),
                         Severity::error);
    } catch (...) {
        reporter.message("state", "The run failed for an unknown reason.", Severity::error);
    }
    return RunState::failed;
}

bool isComplete(const fs::path& run_folder) {
    const RunFolder folder{run_folder};
    const Config config = readRunConfig(folder);
    const Progress stored = storedProgress(RunReader(folder.databaseFile()).meta(), run_folder);
    return isComplete(config, stored, findCheckpoint(run_folder));
}

Session::Session(SessionOptions options, std::shared_ptr<EventQueue> queue)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(queue))) {}

Session::~Session() {
    send(command::Stop{});
    wait();
}

void Session::start() {
    std::lock_guard guard(impl_->mutex);
    if (impl_->started) return;
    impl_->started = true;
    impl_->worker = std::jthread([impl = impl_.get()] {
        nameThread(training_thread);
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
    return impl_->currentFolder();
}

RunState Session::wait() {
    std::unique_lock guard(impl_->mutex);
    impl_->changed.wait(guard, [&] { return !impl_->started || impl_->ended; });
    return impl_->state;
}

}  // namespace orrery
