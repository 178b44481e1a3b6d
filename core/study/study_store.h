// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "core/runs/sqlite.h"
#include "core/study/study.h"

namespace orrery {

enum class TrialState { queued, running, done, failed };

struct TrialRecord {
    std::int64_t number = 0;
    std::vector<std::string> labels;  // a point of each axis
    std::int64_t seed = 1;
    TrialState state = TrialState::queued;
    std::string run;      // the name of its folder under runs/, once it has one
    std::string problem;  // of a failed one
    double objective = std::numeric_limits<double>::quiet_NaN();
    double seconds = std::numeric_limits<double>::quiet_NaN();  // it took
};

/// The study.db of a study's folder: what is planned, and how far it is. Every change is on the
/// disk before the call returns. One thread; one process at a time writes.
class StudyStore {
public:
    /// Makes it, or takes up one of the same plan: what ran when its process ended is queued again.
    /// Throws Error when the folder holds another study or plan, or another process runs it.
    static StudyStore create(const std::filesystem::path& folder, const Study& study,
                             const std::string& scale, const std::vector<Trial>& trials);
    /// To look at. Throws Error when it is no study.
    static StudyStore open(const std::filesystem::path& folder);

    std::vector<TrialRecord> trials();
    std::string meta(
        const std::string& key);  // "" when unknown: name, scale, file, objective, axes
    std::vector<std::string> axes();
    void update(const TrialRecord& trial);
    /// Failed trials get another chance.
    void requeueFailed();

private:
    StudyStore(const std::filesystem::path& folder, SqliteMode mode);

    std::filesystem::path folder_;
    std::unique_ptr<SqliteConnection> connection_;
};

std::string trialStateWord(TrialState state);  // "queued", "running", "done", "failed"

}  // namespace orrery
