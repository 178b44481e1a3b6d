// SPDX-License-Identifier: GPL-3.0-or-later
// trials/trial-0007/ of a study's folder: what one trial is to do, and what it came to. Everything
// that a process on another machine needs, without the study's database.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/study/expression.h"
#include "core/study/study.h"

namespace orrery {

struct TrialFolder {
    std::filesystem::path path;
    std::filesystem::path planFile() const { return path / "plan.json"; }
    std::filesystem::path resultFile() const { return path / "result.json"; }
    std::filesystem::path problemFile() const { return path / "problem.txt"; }
    std::filesystem::path logFile() const { return path / "log.txt"; }
    std::filesystem::path streamFile() const { return path / "stream.csv"; }
};

TrialFolder trialFolder(const std::filesystem::path& study_folder, const std::string& trial);

struct TrialPlan {
    struct Phase {
        std::string name;              // empty when it is the only one
        std::string run;               // the name of its run
        std::filesystem::path config;  // complete
    };
    std::vector<Phase> phases;
    std::vector<TrialText> domains, stream;
    std::string words;
    bool analyse = false, carried = false, search = false;  // what objectives ask for
    bool guilds = false;
};

/// What a trial's process hands over, once all is done.
struct TrialResult {
    std::string run;  // the folder's name of its last phase
    Metrics metrics;
};

/// Throws Error; `study` is at its scale. What an attempt before left as its problem is removed.
void writeTrialPlan(const TrialFolder& folder, const Study& study, const Trial& trial);
TrialPlan readTrialPlan(const TrialFolder& folder);
void writeTrialResult(const TrialFolder& folder, const TrialResult& result);
/// Nothing before the trial is done. Throws Error for a damaged one.
std::optional<TrialResult> readTrialResult(const TrialFolder& folder);

/// Why the trial's process did not come to its end. Throws Error.
void writeTrialProblem(const TrialFolder& folder, const std::string& cause);
/// Empty without one.
std::string readTrialProblem(const TrialFolder& folder);

/// Step and value of the newest of a scalar in a run that another process writes; step -1 while
/// there is none, or its database is not there yet.
std::pair<std::int64_t, double> newestOf(const std::filesystem::path& run,
                                         const std::string& scalar);

/// The newest run of this name under `runs`, or empty.
std::filesystem::path findRun(const std::filesystem::path& runs, const std::string& name);

}  // namespace orrery
