// SPDX-License-Identifier: GPL-3.0-or-later
// A run from its options to its end: it is prepared (run_preparation.h), then trained
// (training_loop.h).
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/data/documents.h"
#include "core/events/events.h"
#include "core/ranks/rank_place.h"
#include "core/ranks/ranks.h"
#include "core/runs/run_folder.h"
#include "core/train/control.h"
#include "core/train/loop/run_files.h"
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
    RunStorage storage;
    RankPlace place = {};  // of this process, which is rank 0
    Ranks ranks = {};
    std::shared_ptr<Corpus> corpus = nullptr;  // open already where ranks have compared it
};

/// Prepares, trains and returns finished, stopped or failed, all on the calling thread; commands
/// come through the control. Other ranks follow, and hear of its end. Throws whatever makes going
/// on impossible.
RunState trainRun(TrainerOptions options, Control& control, Reporter& reporter);

}  // namespace orrery
