// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of a run: batches -> training step -> events, with evaluations, snapshots and
// checkpoints in between.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/events/events.h"
#include "core/runs/run_folder.h"
#include "core/train/control.h"
#include "core/train/reporter.h"

namespace orrery {

struct TrainerOptions {
    Config config;
    RunFolder folder;
    RunRecord record;                    // for config.yaml; record.corpus_hash is set when resumed
    std::filesystem::path token_folder;  // empty = the default
    std::optional<std::int64_t> resume_from;  // the step of a whole checkpoint
    std::vector<SettingChanged> settings;     // of earlier processes of this run, oldest first
    std::function<void(const std::string& key, const std::string& value)> remember;  // into meta
    /// Where the run's folder is now. Throws Error when it is not there any more.
    std::function<std::filesystem::path()> locate;
    /// Returns when all events published so far are on the disk; throws Error when they can't be.
    std::function<void()> keep;
    /// The same, but throws Error also when they can't be in the run's database.
    std::function<void()> store;
};

/// Everything runs on the thread that calls run(); commands come through the control.
class Trainer {
public:
    Trainer(TrainerOptions options, Control& control, Reporter& reporter);
    ~Trainer();
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    /// Prepares, trains and returns finished, stopped or failed. Throws whatever makes going on
    /// impossible.
    RunState run();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace orrery
