// SPDX-License-Identifier: GPL-3.0-or-later
// A study of the kind `mixtures`: trained runs and imported models in groups, their routing of one
// text, and what was predicted of it. It trains nothing.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/runs/measured_routing.h"
#include "core/study/verdict.h"

namespace orrery {

/// The mean over layers and models of `measure` in group `of`, held against that of group `than`.
struct MixtureRule {
    std::string measure;      // of core/analysis/routing_measures.h
    std::string of, than;     // groups
    std::string expect = {};  // smaller | larger; empty: nothing was predicted
};

struct MixtureGroup {
    std::string name;
    std::vector<std::filesystem::path> runs;  // absolute
};

struct MixturesStudy {
    std::string name;  // of the file
    std::string question, prediction, source;
    std::filesystem::path file;
    std::filesystem::path corpus;  // absolute; empty = as MixtureOptions has it
    std::int64_t bytes = 60'000;   // of the text
    std::vector<MixtureGroup> groups;
    std::vector<MixtureRule> verdict;

    /// Of all groups, in their order.
    std::vector<std::filesystem::path> runs() const;
};

/// A file with a line `kind: mixtures`. Never throws.
bool isMixturesStudy(const std::filesystem::path& file);
/// Relative paths start at the file's folder. Throws ConfigError with every fault and its place:
/// no such run or text, a run in two groups, an unknown measure, group or expectation.
MixturesStudy loadMixturesStudy(const std::filesystem::path& file);

/// Each rule by a permutation test of the models, which are what is independent (layers of a model
/// are not): their two groups dealt anew in every way, or in 9,999 ways of a fixed seed where there
/// are more than 20,000. Two-sided at 5 %; open where even the rarest way is no rarer than that, or
/// a model lacks the measure. `measured` by the runs of the study.
std::vector<Finding> judgeMixtures(
    const MixturesStudy& study, const std::map<std::filesystem::path, MeasuredRouting>& measured);

}  // namespace orrery
