// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_runner.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

#include "core/error.h"
#include "core/runs/run_folder.h"
#include "core/study/optuna_search.h"
#include "core/study/study_book.h"
#include "core/study/trial_process.h"
#include "core/threads.h"

namespace orrery {
namespace {

constexpr auto kPollPeriod = std::chrono::milliseconds(50);

struct Running {
    std::size_t index;
    TrialProcess process;
    std::int64_t reported = 0;  // the step of its newest value that the search has seen
    std::string pruned = {};    // why it was ended early
};

class Runner {
public:
    Runner(const Study& study, const StudyRunOptions& options)
        : options_(options), book_(study, options), begin_(secondsNow()) {
        seconds_before_ = std::max(0.0, metaNumber(book_.meta("seconds"), 0));
        if (book_.study().search == "tpe") openSearch();
    }

    bool run() {
        while (!(running_.empty() && book_.complete() && !moreToAsk())) {
            if (!stopping_ && options_.stop()) stopAll();
            adoptOrphans();
            while (!stopping_ && !spent() && static_cast<int>(running_.size()) < options_.jobs &&
                   startNext()) {
            }
            pruneLagging();
            collect();
            if (running_.empty() && (stopping_ || spent())) break;
            options_.progress(book_.progress());
            std::this_thread::sleep_for(kPollPeriod);
        }
        if (!stopping_ && spent()) give_up_ = "the study's budget is used up.";
        if (!give_up_.empty()) book_.giveUp(give_up_);
        for (const TrialRecord& record : book_.records())
            tell(record);
        book_.setMeta("seconds", std::to_string(seconds()));
        return book_.complete() && (!moreToAsk() || !give_up_.empty());
    }

private:
    void openSearch() {
        search_ = std::make_unique<OptunaSearch>(book_.study(), options_.folder);
        const auto kept = static_cast<std::int64_t>(book_.records().size());
        if (search_->known() < kept)
            throw Error((options_.folder / "optuna.db").string() + " knows " +
                        std::to_string(search_->known()) + " trials, and study.db " +
                        std::to_string(kept) + ": they do not match.");
        // Asked for by a process that was killed before it could write them down.
        for (std::int64_t number = kept + 1; number <= search_->known(); ++number)
            abandonAsked(number);
        for (const TrialRecord& record : book_.records())
            tell(record);
    }

    /// Numbers stay in step: it takes its place as a failed trial.
    void abandonAsked(std::int64_t number) {
        search_->abandon(number);
        Trial trial;
        trial.number = number;
        trial.labels.assign(book_.study().axes.size(), "?");
        book_.add(trial);
        book_.abandon(book_.records().size() - 1, "Its process was killed before it started.");
    }

    bool moreToAsk() const {
        return search_ && static_cast<std::int64_t>(book_.records().size()) < book_.study().trials;
    }

    void tell(const TrialRecord& record) {
        if (search_ && record.state != TrialState::queued && record.state != TrialState::running)
            search_->tell(record);
    }

    /// Once a second: newer validation losses go to the search.
    void pruneLagging() {
        if (!search_ || secondsNow() < looked_ + 1) return;
        looked_ = secondsNow();
        for (Running& running : running_) {
            const Trial& trial = book_.trial(running.index);
            const std::filesystem::path run = findRun(options_.folder / "runs", trial.name());
            if (run.empty() || !running.pruned.empty()) continue;
            const auto [step, value] = newestOf(run, "val/loss");
            if (step <= running.reported || !std::isfinite(value)) continue;
            running.reported = step;
            if (!search_->report(trial.number, step, value)) continue;
            running.pruned = "val/loss " + formatFieldValue(value) + " at step " +
                             std::to_string(step) + " is above the pruning threshold.";
            running.process.signal(SIGINT);
        }
    }

    double seconds() const { return seconds_before_ + secondsNow() - begin_; }

    bool spent() const {
        const StudyBudget& budget = book_.study().budget;
        const StudyProgress now = book_.progress();
        const auto begun =
            static_cast<std::int64_t>(now.done + now.failed + now.pruned + running_.size());
        return (budget.hours > 0 && seconds() > 3600 * budget.hours) ||
               (budget.trials > 0 && begun >= budget.trials);
    }

    /// What processes of an earlier start went on with.
    void adoptOrphans() {
        for (std::size_t i = 0; i < book_.records().size(); ++i)
            if (book_.records()[i].state == TrialState::queued && book_.adopt(i))
                tell(book_.records()[i]);
    }

    /// False when there is nothing to start now.
    bool startNext() {
        std::size_t index = book_.nextQueued();
        if (index == book_.records().size()) {
            if (!moreToAsk()) return false;
            index = book_.add(search_->ask());
            if (book_.adoptTwin(index)) {
                tell(book_.records()[index]);
                return true;
            }
        }
        book_.begin(index);
        running_.push_back(
            {index, TrialProcess({options_.program.string(), "study", "trial",
                                  options_.folder.string(), book_.trial(index).name()},
                                 book_.folder(index).logFile(),
                                 std::max(1, availableThreads() / options_.jobs))});
        return true;
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
            if (running->pruned.empty() || *code == 0)
                book_.end(running->index, *code, stopping_);
            else
                book_.prune(running->index, running->pruned);
            tell(book_.records()[running->index]);
            running = running_.erase(running);
            book_.setMeta("seconds", std::to_string(seconds()));
        }
        if (!stopping_ && book_.failuresInARow() >= book_.study().stop_after_failures) {
            give_up_ = std::to_string(book_.failuresInARow()) + " trials in a row failed.";
            stopAll();
        }
    }

    const StudyRunOptions& options_;
    StudyBook book_;
    double begin_ = 0, seconds_before_ = 0;
    std::vector<Running> running_;
    std::unique_ptr<OptunaSearch> search_;
    double looked_ = 0;
    bool stopping_ = false;
    std::string give_up_;  // why nothing more is started
};

}  // namespace

bool runStudy(const Study& study, const StudyRunOptions& options) {
    return Runner(study, options).run();
}

}  // namespace orrery
