// SPDX-License-Identifier: GPL-3.0-or-later
// What two or more runs differ in, and their curves. Any thread, one run at a time.
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/events/steered_settings.h"
#include "core/runs/measured_routing.h"

namespace orrery {

/// What makes a run what it is.
struct RunIdentity {
    std::filesystem::path folder;
    std::string name;
    Config config;
    std::string version;      // of the program
    std::string corpus_hash;  // sha256 of its text
    std::string device;
    std::string host;                                 // that it was begun on
    std::string git_commit;                           // of the program that began it
    std::string short_name;                           // that somebody gave it; empty = none
    std::string group;                                // the same
    std::int64_t step = 0;                            // that it has come to
    std::map<std::string, double> finals;             // the last value of each scalar asked for
    std::map<std::string, std::int64_t> final_steps;  // and its step; -1 where there is none
    std::vector<SteeredSetting> steered;              // what was changed while it trained
    std::vector<std::string> scalars;                 // names of all that it has stored
    std::shared_ptr<const MeasuredRouting> measured;  // of a text; null where there is none
};

struct DifferenceRow {
    std::string
        key;  // "keys.alpha", "program version", "corpus sha256", "device", "host", "git commit"
    std::vector<std::string> values;  // one of each run; "0.01 -> 0.05 at step 215" where steered
};

/// What was changed of a run that began with this configuration; `changes` are as
/// settingsInForce() gives them.
std::vector<SteeredSetting> steeredSettings(const Config& config,
                                            const std::vector<SettingChanged>& changes);
/// Reads config.yaml and run.db. Throws Error.
RunIdentity readIdentity(const std::filesystem::path& run_folder,
                         const std::vector<std::string>& finals);
/// Every key whose value is not the same in all runs, in the order of the table of fields, then
/// version, commit, corpus, device and host. Names of runs always differ and are left out.
std::vector<DifferenceRow> differencesOf(const std::vector<RunIdentity>& runs);
/// Equal for runs that differ in name, seed, device and data alone: a seed may draw documents of
/// its own. What was changed while a run trained is part of its recipe.
std::string recipeOf(const RunIdentity& run);

/// A scalar over a run; columns of equal length.
struct RunCurve {
    std::vector<double> steps, tokens, seconds, values;
    std::vector<double>
        shares;            // of the training, 0 .. 1; not a number while its length is unknown
    bool sampled = false;  // not every point
};

/// Names of measured_routing.h are read from there: "by_layer/gini" runs over the layers of the
/// last step in place of steps, and its shares are their depth, 0 .. 1. Of the others: `most` = 0:
/// every point; else about so many, by look-ups alone, their tokens and seconds in part on straight
/// lines between those of others. Tokens are those that the run counted, or full batches where it
/// did not. Throws Error.
RunCurve readCurve(const std::filesystem::path& run_folder, const std::string& name,
                   std::size_t most = 0);

}  // namespace orrery
