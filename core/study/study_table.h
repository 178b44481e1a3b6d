// SPDX-License-Identifier: GPL-3.0-or-later
// What a study came to so far: a cell for each point, with the figures of its seeds.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/seed_noise.h"
#include "core/study/study.h"

namespace orrery {

class StudyStore;

struct StudySample {
    std::int64_t trial = 0;
    std::int64_t seed = 1;
    std::string run;             // the folder of its last phase, under runs/
    std::vector<double> values;  // [objectives]; not a number where the trial has none
};

struct StudyCell {
    std::vector<std::string> labels;   // a point of each axis
    std::vector<StudySample> samples;  // of trials that are done
    std::size_t failed = 0, running = 0;
    std::size_t seeds() const;  // different ones that are done
    /// Those that know the objective, one of each seed: a double of a seed is no second one.
    std::vector<const StudySample*> known(std::size_t objective) const;
    /// Of these samples, in their order.
    std::vector<double> values(std::size_t objective) const;
    /// Not a number without values.
    Spread spread(std::size_t objective) const;
};

struct StudyTable {
    Study study;  // at its scale
    std::string scale, version;
    std::vector<std::vector<std::string>> labels;  // [axes] those of its points, in their order
    std::vector<StudyCell> cells;                  // in the order of the plan
    std::size_t trials = 0, done = 0, failed = 0;

    /// Throws Error for an unknown name.
    std::size_t objective(const std::string& name) const;
    std::size_t axis(const std::string& name) const;
};

/// Throws Error for a damaged study.
StudyTable makeStudyTable(StudyStore& store);
/// The same of trials that are at hand.
StudyTable tabulate(const Study& study, const std::string& scale, const std::string& version,
                    const std::vector<struct TrialRecord>& trials);

}  // namespace orrery
