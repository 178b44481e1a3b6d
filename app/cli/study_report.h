// SPDX-License-Identifier: GPL-3.0-or-later
// What a study came to, as text, JSON and CSV.
#pragma once
#include <string>

#include "core/study/study_store.h"
#include "core/study/study_table.h"

namespace orrery::cli {

/// "2.31 ± 0.04", "failed", "-"
std::string cellText(const StudyCell& cell, std::size_t objective);
/// What is counted, of how many trials and seeds, at which scale, by which version.
std::string studyCaption(const StudyTable& table);
std::string studyText(const StudyTable& table);
std::string studyJson(const StudyTable& table);
/// A line for each trial: its point, state, objectives.
std::string trialsCsv(const StudyTable& table, const std::vector<TrialRecord>& trials);
/// Each trial's state, and how long the rest will take.
std::string statusText(StudyStore& store);

}  // namespace orrery::cli
