// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/files/sqlite.h"
#include "core/study/expression.h"
#include "core/study/study.h"

namespace orrery {

enum class TrialState { queued, running, done, failed, pruned };

struct TrialRecord {
    std::int64_t number = 0;
    std::vector<std::string> labels;  // a point of each axis
    std::int64_t seed = 1;
    TrialState state = TrialState::queued;
    std::string run;            // the name of its last folder under runs/, once it is done
    std::string problem;        // of a failed or pruned one
    std::int64_t attempts = 0;  // processes that were started for it
    double objective = std::numeric_limits<double>::quiet_NaN();  // the study's first one
    double seconds = std::numeric_limits<double>::quiet_NaN();    // it took
    double started = std::numeric_limits<double>::quiet_NaN();    // seconds since 1970
    Metrics metrics;                                              // of a done one
};

struct StudyProgress {
    std::size_t total = 0, done = 0, failed = 0, pruned = 0, running = 0;
    double seconds_left = std::numeric_limits<double>::quiet_NaN();  // as far as can be told
};

/// Of trials that run `jobs` at a time; `now` in seconds since 1970.
StudyProgress progressOf(const std::vector<TrialRecord>& trials, int jobs, double now);

/// The study.db of a study's folder: what is planned, and how far it is. Every change is on the
/// disk before the call returns. One thread; one process at a time writes.
class StudyStore {
public:
    /// Makes it, or takes up one of the same plan: what ran when its process ended is queued again.
    /// `study` is at its scale. Throws Error when the folder holds another study or plan, or
    /// another process writes it.
    static StudyStore create(const std::filesystem::path& folder, const Study& study,
                             const std::string& scale, const std::vector<Trial>& trials);
    /// To look at, also while it is written. Throws Error when it is no study.
    static StudyStore open(const std::filesystem::path& folder);

    /// Throws Error where they do not fit the study, as after a change by hand.
    std::vector<TrialRecord> trials();
    /// What they set, as they were planned. Throws Error as trials() does.
    std::vector<Trial> plan();
    /// "" when unknown: name, scale, file, version, jobs ...
    std::string meta(const std::string& key);
    void setMeta(const std::string& key, const std::string& value);
    /// As it was planned, at its scale; its base may be gone since.
    Study study();
    /// To go on with: its file as it is now, or as it was where that is gone, and changed as it
    /// was. At no scale. Throws ConfigError.
    Study stated();
    void add(const Trial& trial);
    void update(const TrialRecord& trial);
    /// Failed trials get another chance.
    void requeueFailed();

private:
    StudyStore(const std::filesystem::path& folder, SqliteMode mode);
    void insert(const Trial& trial);
    std::size_t axes();
    /// Of a trial: a point of each axis.
    std::vector<std::string> labels(std::int64_t trial, const std::string& json);
    [[noreturn]] void damaged(const std::string& what) const;

    std::filesystem::path folder_;
    std::unique_ptr<SqliteConnection> connection_;
    std::optional<std::size_t> axes_;  // once known
};

/// An entry of meta() as a number; `otherwise` where it is none.
double metaNumber(const std::string& text, double otherwise);
/// How many trials train at a time, as stored: 1 to 256; 0 where nothing is stored.
int storedJobs(StudyStore& store);

/// The folder of the run that a trial wrote last, or writes; empty when there is none.
std::filesystem::path runOfTrial(const std::filesystem::path& study_folder, const Study& study,
                                 const TrialRecord& trial);

std::string trialStateWord(TrialState state);  // "queued", "running", "done" ...

}  // namespace orrery
