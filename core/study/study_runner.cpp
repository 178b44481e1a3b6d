// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_runner.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include "core/error.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_index.h"
#include "core/runs/run_reader.h"
#include "core/study/trial_process.h"

namespace orrery {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto poll_period = std::chrono::milliseconds(50);

struct Running {
    TrialRecord record;
    TrialProcess process;
    Clock::time_point start;
};

class Runner {
public:
    Runner(const Study& study, const StudyRunOptions& options)
        : study_(study),
          options_(options),
          trials_(planTrials(study, options.scale)),
          store_(StudyStore::create(options.folder, study, options.scale, trials_)) {
        std::filesystem::create_directories(options.folder / "runs");
        std::filesystem::create_directories(options.folder / "logs");
        if (options.retry_failed) store_.requeueFailed();
        records_ = store_.trials();
    }

    bool run() {
        while (!finished()) {
            if (!stopping_ && options_.stop()) stopAll();
            while (!stopping_ && static_cast<int>(running_.size()) < options_.jobs && startNext()) {
            }
            collect();
            if (stopping_ && running_.empty()) break;
            options_.progress(progress());
            std::this_thread::sleep_for(poll_period);
        }
        return std::ranges::none_of(records_, [](const TrialRecord& record) {
            return record.state == TrialState::queued || record.state == TrialState::running;
        });
    }

private:
    bool finished() const { return running_.empty() && next() == records_.size(); }

    std::size_t next() const {
        const auto queued = std::ranges::find(records_, TrialState::queued, &TrialRecord::state);
        return static_cast<std::size_t>(queued - records_.begin());
    }

    /// False when there is nothing to start now.
    bool startNext() {
        std::size_t index = next();
        if (index == records_.size()) return false;
        const std::vector<RunSummary> runs = listRuns(options_.folder / "runs");
        // A trial whose study was killed may still be training: it is waited for.
        while (index < records_.size() && (records_[index].state != TrialState::queued ||
                                           trainsElsewhere(runs, trials_[index])))
            ++index;
        if (index == records_.size()) return false;
        TrialRecord& record = records_[index];
        const Trial& trial = trials_[index];
        std::vector<std::string> arguments = {options_.program.string()};
        const std::filesystem::path unfinished = folderOf(runs, trial);
        if (!unfinished.empty()) {
            arguments.insert(arguments.end(), {"resume", unfinished.string()});
        } else {
            arguments.insert(arguments.end(), {"train", study_.base.string()});
            for (const auto& [key, value] : trial.set)
                arguments.insert(arguments.end(), {"--set", key + "=" + value});
            arguments.insert(arguments.end(), {"--runs", (options_.folder / "runs").string()});
        }
        record.state = TrialState::running;
        store_.update(record);
        running_.push_back({record, TrialProcess(arguments, logOf(trial.number)), Clock::now()});
        return true;
    }

    std::filesystem::path logOf(std::int64_t number) const {
        Trial trial;
        trial.number = number;
        return options_.folder / "logs" / (trial.name() + ".txt");
    }

    static bool trainsElsewhere(const std::vector<RunSummary>& runs, const Trial& trial) {
        return std::ranges::any_of(runs, [&](const RunSummary& run) {
            return run.name == trial.name() && isRunLocked(run.folder);
        });
    }

    /// Of the trial's run, when there is one that can go on.
    static std::filesystem::path folderOf(const std::vector<RunSummary>& runs, const Trial& trial) {
        for (const RunSummary& run : runs)
            if (run.problem.empty() && run.name == trial.name() && run.step > 0) return run.folder;
        return {};
    }

    void stopAll() {
        stopping_ = true;
        for (const Running& running : running_)
            running.process.signal(SIGINT);
    }

    void collect() {
        for (auto running = running_.begin(); running != running_.end();) {
            const std::optional<int> code = running->process.ended();
            if (!code) {
                ++running;
                continue;
            }
            finish(*running, *code);
            running = running_.erase(running);
        }
    }

    void finish(Running& running, int code) {
        constexpr int stopped = 3;
        TrialRecord& record = running.record;
        const double seconds = std::chrono::duration<double>(Clock::now() - running.start).count();
        record.seconds = (std::isnan(record.seconds) ? 0 : record.seconds) + seconds;
        if (code == stopped || (stopping_ && code > 128)) {
            record.state = TrialState::queued;
        } else {
            judge(record, code);
            failures_in_a_row_ = record.state == TrialState::failed ? failures_in_a_row_ + 1 : 0;
        }
        store_.update(record);
        records_[static_cast<std::size_t>(record.number) - 1] = record;
        if (record.state != TrialState::queued) options_.ended(record);
        if (failures_in_a_row_ >= study_.stop_after_failures) stopAll();
    }

    void judge(TrialRecord& record, int code) {
        const Trial& trial = trials_[static_cast<std::size_t>(record.number) - 1];
        const std::filesystem::path folder = folderOf(listRuns(options_.folder / "runs"), trial);
        record.run = folder.filename().string();
        record.state = TrialState::failed;
        if (code != 0) {
            record.problem = lastLine(logOf(record.number));
            if (code > 128)
                record.problem += " (killed by signal " + std::to_string(code - 128) + ")";
            return;
        }
        try {
            record.objective =
                RunReader(RunFolder{folder}.databaseFile()).lastScalar(study_.objective);
        } catch (const Error& error) {
            record.problem = error.what();
            return;
        }
        if (std::isfinite(record.objective))
            record.state = TrialState::done;
        else
            record.problem = "The run has no finite " + study_.objective + ".";
    }

    StudyProgress progress() const {
        StudyProgress progress;
        progress.total = records_.size();
        progress.running = running_.size();
        double seconds = 0;
        for (const TrialRecord& record : records_) {
            if (record.state == TrialState::failed) ++progress.failed;
            if (record.state != TrialState::done) continue;
            ++progress.done;
            seconds += record.seconds;
        }
        if (progress.done > 0) {
            const auto ended = static_cast<double>(progress.done);
            const auto left = static_cast<double>(progress.total - progress.done - progress.failed);
            progress.seconds_left = seconds / ended * left / std::max(1, options_.jobs);
        }
        return progress;
    }

    const Study& study_;
    const StudyRunOptions& options_;
    std::vector<Trial> trials_;
    StudyStore store_;
    std::vector<TrialRecord> records_;
    std::vector<Running> running_;
    std::int64_t failures_in_a_row_ = 0;
    bool stopping_ = false;
};

}  // namespace

bool runStudy(const Study& study, const StudyRunOptions& options) {
    return Runner(study, options).run();
}

}  // namespace orrery
