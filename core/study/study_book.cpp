// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_book.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_folder.h"
#include "core/study/trial_process.h"

namespace orrery {
namespace {

constexpr std::int64_t kMostAttempts = 3;  // of a trial that is killed again and again
constexpr int kStoppedCode = 3;

/// What ends a process from outside; a crash of its own is its failure.
bool isKill(int code) {
    for (const int signal : {SIGKILL, SIGTERM, SIGINT, SIGHUP})
        if (code == 128 + signal) return true;
    return false;
}

std::vector<Trial> firstPlan(const Study& study, const std::string& scale) {
    return study.search == "tpe" ? std::vector<Trial>() : planTrials(study, scale);
}

}  // namespace

double secondsNow() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

StudyBook::StudyBook(const Study& study, const StudyRunOptions& options)
    : options_(options),
      study_(atScale(study, options.scale)),
      store_(StudyStore::create(options.folder, study_, options.scale,
                                firstPlan(study, options.scale))) {
    makeFolders(options.folder / "runs");
    if (options.retry_failed) store_.requeueFailed();
    store_.setMeta("jobs", std::to_string(options.jobs));
    trials_ = store_.plan();
    records_ = store_.trials();
}

TrialFolder StudyBook::folder(std::size_t index) const {
    return trialFolder(options_.folder, trials_[index].name());
}

std::size_t StudyBook::add(const Trial& trial) {
    store_.add(trial);
    trials_ = store_.plan();
    records_ = store_.trials();
    return records_.size() - 1;
}

std::size_t StudyBook::nextQueued() const {
    std::size_t index = 0;
    // A trial whose study was killed may still be training: it is waited for.
    while (index < records_.size() &&
           (records_[index].state != TrialState::queued || isRunLocked(folder(index).path)))
        ++index;
    return index;
}

bool StudyBook::complete() const {
    return std::ranges::none_of(records_, [](const TrialRecord& record) {
        return record.state == TrialState::queued || record.state == TrialState::running;
    });
}

void StudyBook::begin(std::size_t index) {
    writeTrialPlan(folder(index), study_, trials_[index]);
    TrialRecord& record = records_[index];
    record.state = TrialState::running;
    record.started = secondsNow();
    ++record.attempts;
    store_.update(record);
}

void StudyBook::judgeTrial(TrialRecord& record, const TrialResult& result) const {
    record.run = result.run;
    record.metrics = result.metrics;
    for (const StudyObjective& objective : study_.objectives) {
        const double value = Expression(objective.value).of(result.metrics);
        if (&objective == &study_.objectives.front()) record.objective = value;
    }
    if (!std::isfinite(record.objective))
        throw Error("The trial has no finite " + study_.objectives.front().name + ".");
    record.state = TrialState::done;
}

std::string StudyBook::failureText(std::size_t index, int code) const {
    std::string line = readTrialProblem(folder(index));
    if (line.empty()) line = lastLine(folder(index).logFile());
    const std::string kill = code > 128 ? "killed by signal " + std::to_string(code - 128) : "";
    if (line.empty())
        return kill.empty() ? "It ended without a result; its log is empty."
                            : "It was " + kill + ".";
    return kill.empty() ? line : line + " (" + kill + ")";
}

void StudyBook::end(std::size_t index, int code, bool stopping) {
    TrialRecord& record = records_[index];
    record.seconds =
        (std::isnan(record.seconds) ? 0 : record.seconds) + secondsNow() - record.started;
    if (adopt(index)) return;
    // A process of an earlier start had it in hand and only now took its lock: it is waited for.
    const bool elsewhere = isRunLocked(folder(index).path);
    const bool again = code == kStoppedCode || elsewhere || (stopping && (code > 128 || code < 0));
    const bool killed = isKill(code) || code < 0;
    if (again || (killed && record.attempts < kMostAttempts)) {
        record.state = TrialState::queued;
        if (again) --record.attempts;
        store_.update(record);
        return;
    }
    record.state = TrialState::failed;
    record.problem = failureText(index, code);
    if (killed) record.problem += " (" + std::to_string(record.attempts) + " attempts)";
    close(index);
}

bool StudyBook::adopt(std::size_t index) {
    TrialRecord& record = records_[index];
    try {
        const auto result = readTrialResult(folder(index));
        if (!result) return false;
        judgeTrial(record, *result);
    } catch (const Error& error) {
        record.state = TrialState::failed;
        record.problem = error.what();
    }
    close(index);
    return true;
}

bool StudyBook::adoptTwin(std::size_t index) {
    TrialRecord& record = records_[index];
    const auto twin = std::ranges::find_if(records_, [&](const TrialRecord& other) {
        return other.state == TrialState::done && other.labels == record.labels &&
               other.seed == record.seed;
    });
    if (twin == records_.end()) return false;
    record.state = TrialState::done;
    record.run = twin->run;
    record.metrics = twin->metrics;
    record.objective = twin->objective;
    record.seconds = 0;
    close(index);
    return true;
}

void StudyBook::prune(std::size_t index, const std::string& why) {
    TrialRecord& record = records_[index];
    record.seconds = secondsNow() - record.started;
    record.state = TrialState::pruned;
    record.problem = why;
    close(index);
}

void StudyBook::abandon(std::size_t index, const std::string& why) {
    records_[index].state = TrialState::failed;
    records_[index].problem = why;
    store_.update(records_[index]);
}

void StudyBook::close(std::size_t index) {
    const TrialRecord& record = records_[index];
    if (record.state == TrialState::failed)
        ++failures_in_a_row_;
    else
        failures_in_a_row_ = 0;
    store_.update(record);
    options_.ended(record);
}

void StudyBook::giveUp(const std::string& why) {
    for (TrialRecord& record : records_) {
        if (record.state != TrialState::queued) continue;
        record.state = TrialState::failed;
        record.problem = "Not run: " + why;
        store_.update(record);
    }
}

StudyProgress StudyBook::progress() const {
    StudyProgress progress = progressOf(records_, options_.jobs, secondsNow());
    if (study_.search == "tpe")
        progress.total = std::max(progress.total, static_cast<std::size_t>(study_.trials));
    return progress;
}

}  // namespace orrery
