// SPDX-License-Identifier: GPL-3.0-or-later
// A study under way: its trials in memory and in study.db, judged the same way wherever they run.
// Private to core/study.
#pragma once
#include "core/study/study_runner.h"
#include "core/study/trial_files.h"

namespace orrery {

class StudyBook {
public:
    /// Plans the study and opens its folder. Throws Error.
    StudyBook(const Study& study, const StudyRunOptions& options);

    const Study& study() const { return study_; }  // at its scale
    const std::vector<TrialRecord>& records() const { return records_; }
    const Trial& trial(std::size_t index) const { return trials_[index]; }
    TrialFolder folder(std::size_t index) const;
    std::string meta(const std::string& key) { return store_.meta(key); }
    void setMeta(const std::string& key, const std::string& value) { store_.setMeta(key, value); }
    std::size_t add(const Trial& trial);

    /// The next one that waits and that no other process works on; records().size() without one.
    std::size_t nextQueued() const;
    bool complete() const;
    /// Writes its plan and counts an attempt.
    void begin(std::size_t index);
    /// Its process is over, with this exit code (128 + n after signal n); -1 = nothing is known.
    /// Done when its result is there; queued again when it was stopped or killed from outside.
    void end(std::size_t index, int code, bool stopping);
    void abandon(std::size_t index, const std::string& why);
    void prune(std::size_t index, const std::string& why);
    /// A result that a process of an earlier start left behind is taken over.
    bool adopt(std::size_t index);
    /// What a trial of the same point and seed came to is taken over: a search may ask twice.
    bool adoptTwin(std::size_t index);
    /// Everything that waits will not run.
    void giveUp(const std::string& why);
    std::int64_t failuresInARow() const { return failures_in_a_row_; }
    StudyProgress progress() const;

private:
    void close(std::size_t index);
    void judgeTrial(TrialRecord& record, const TrialResult& result) const;
    std::string failureText(std::size_t index, int code) const;

    const StudyRunOptions& options_;
    Study study_;
    std::vector<Trial> trials_;
    StudyStore store_;
    std::vector<TrialRecord> records_;
    std::int64_t failures_in_a_row_ = 0;
};

/// Seconds since 1970.
double secondsNow();

}  // namespace orrery
