// SPDX-License-Identifier: GPL-3.0-or-later
// A study: one question, asked by training a configuration at many points. Values only.
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "core/config/yaml.h"

namespace orrery {

/// A point of an axis: what it is called and what it sets.
struct StudyPoint {
    std::string label;
    std::vector<Override> set;
};

/// Either points to be tried each, or (with `low` and `high`) a range of one real or whole key.
struct StudyAxis {
    std::string name;  // the key, or the axis' own name where its points set several
    std::string key;   // of a range or a list of values, else empty
    bool logarithmic = false;
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();
    std::vector<StudyPoint> points;
};

struct StudyScale {
    std::string name;  // tiny, small, full
    std::vector<Override> set;
};

struct Study {
    std::string name;
    std::string question, prediction;
    std::filesystem::path file, base;  // base: the configuration, absolute
    std::vector<Override> set;         // for every trial
    std::vector<StudyAxis> axes;
    std::vector<std::int64_t> seeds = {1};
    std::string search = "grid";         // grid | random
    std::int64_t trials = 0;             // of a random search, seeds apart
    std::uint64_t search_seed = 1;       // of a random search
    std::string objective = "val/loss";  // a scalar of the run, its last value; lower is better
    std::int64_t stop_after_failures = 3;
    std::vector<StudyScale> scales;
};

/// Throws ConfigError with every fault and its place.
Study loadStudy(const std::filesystem::path& file);
/// The same for text; `file` names it in messages and anchors a relative `base`.
Study parseStudy(const std::string& text, const std::filesystem::path& file);

struct Trial {
    std::int64_t number = 0;          // from 1, in the order of the plan
    std::vector<std::string> labels;  // a point of each axis
    std::vector<Override> set;        // all that the base configuration is changed by
    std::int64_t seed = 1;
    std::string name() const;  // "trial-0007", of its run
};

/// All trials, seeds together for each point so that whoever stops early has whole cells. The same
/// for the same study and scale. Throws Error for an unknown scale, and ConfigError when a trial's
/// configuration can't run.
std::vector<Trial> planTrials(const Study& study, const std::string& scale);

}  // namespace orrery
