// SPDX-License-Identifier: GPL-3.0-or-later
// Trains the trials of a study, some at a time, each in a process of its own.
#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/study/study_store.h"

namespace orrery {

struct StudyRunOptions {
    std::filesystem::path folder;   // gets study.db, trials/ and runs/
    std::filesystem::path program;  // orrery-cli: called as `study trial FOLDER NAME`
    std::string scale = "full";
    int jobs = 1;  // trials at a time; they share availableThreads()
    bool retry_failed = false;
    std::function<bool()> stop = [] { return false; };  // asked several times a second
    std::function<void(const StudyProgress&)> progress = [](const StudyProgress&) {};
    std::function<void(const TrialRecord&)> ended = [](const TrialRecord&) {};
};

/// Runs what is not done yet. A trial that was stopped or killed goes on from its checkpoint with
/// the same seed; one that is killed three times has failed. After study.stop_after_failures
/// failures in a row, and when the budget is used up, what still waits fails as "Not run". Returns
/// true when no trial waits any more, false when it was stopped. Throws Error: another plan in the
/// folder, a program that can't be started.
bool runStudy(const Study& study, const StudyRunOptions& options);

}  // namespace orrery
