// SPDX-License-Identifier: GPL-3.0-or-later
// All runs below a folder, read once and then only where something changed.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/events/steered_settings.h"
#include "core/runs/run_index.h"
#include "core/runs/run_notes.h"

namespace orrery {

struct RunEntry {
    RunSummary summary;
    RunNotes notes;
    std::string group;    // the folder below the root that it lies in; empty = the root itself
    std::string version;  // of the program
    std::string corpus_hash;
    std::string host;                             // that it was begun on
    std::string git_commit;                       // of the program that began it
    std::map<std::string, std::string> settings;  // by key, those that were asked for
    double training_loss = std::numeric_limits<double>::quiet_NaN();  // the last one
    std::int64_t training_step = -1;      // of that loss; -1 = there is none
    std::vector<SteeredSetting> steered;  // what was changed while it trained
    std::vector<float> curve;             // of the training loss, evenly spread, oldest first
};

/// One thread at a time.
class RunCatalog {
public:
    /// Called with the entries that are new or changed, some at a time; false ends the scan.
    using Take = std::function<bool(std::vector<RunEntry> part)>;

    /// Looks through the folder and those below it (to a depth of 4, `.trash` and what is inside
    /// of runs left out) and returns the folders of all runs; what was given out before and has not
    /// changed since is not given out again. A run that can't be read has a `problem`.
    std::vector<std::filesystem::path> scan(const std::filesystem::path& root, const Take& take);
    /// Of these fields the values are read, too: "0.01 -> 0.05 at step 215" where steered. Gives
    /// everything out again.
    void readSettings(std::vector<std::string> keys);
    /// Gives everything out again at the next scan.
    void forget() { known_.clear(); }

private:
    struct Mark {  // of the files that an entry was read from
        std::vector<std::int64_t> sizes_and_times;
        bool final = false;
    };
    std::map<std::filesystem::path, Mark> known_;
    std::vector<std::string> settings_;
};

}  // namespace orrery
