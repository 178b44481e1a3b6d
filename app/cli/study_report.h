// SPDX-License-Identifier: GPL-3.0-or-later
// What a study came to, as a table, CSV and a picture.
#pragma once
#include <string>
#include <vector>

#include "core/study/study_store.h"

namespace orrery::cli {

struct StudyCell {
    std::vector<std::string> labels;
    std::vector<double> values;  // of the trials that are done, a seed each
    std::size_t failed = 0;
    double mean() const;       // not a number without values
    double deviation() const;  // of the sample; not a number for fewer than two
};

struct StudyReport {
    std::string name, question, prediction, objective, scale;
    std::vector<std::string> axes;
    std::vector<StudyCell> cells;  // in the order of the plan
    std::size_t trials = 0, done = 0, failed = 0;
};

StudyReport makeStudyReport(StudyStore& store);
/// Which cell is best, and whether it differs from the next by more than the seeds do.
std::string studyVerdict(const StudyReport& report);
std::string studyText(const StudyReport& report);
std::string studyJson(const StudyReport& report);
/// A line for each trial.
std::string trialsCsv(const std::vector<std::string>& axes, const std::vector<TrialRecord>& trials);
/// Two axes: a heat map of means with deviations; else a bar a cell. What is counted stands below.
std::string studySvg(const StudyReport& report);

}  // namespace orrery::cli
