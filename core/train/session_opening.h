// SPDX-License-Identifier: GPL-3.0-or-later
// A run on its way from a session's options to the trainer: checked, locked, its records open.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/runs/checkpoint_folder.h"
#include "core/train/ranks/run_ranks.h"
#include "core/train/session.h"
#include "core/train/session_records.h"
#include "core/train/trainer.h"

namespace orrery {

struct OpenedRun {
    RunRanks ranks = {};
    TrainerOptions trainer;
    std::unique_ptr<SessionRecords> records;
    std::filesystem::path tensorboard_folder = {};      // of its event files; empty = none
    bool is_new = false;                                // made by this session
    Progress known = {};                                // of a run that goes on
    std::optional<Message> unsaid = {};                 // a line of the log that a kill took
    std::vector<std::string> damaged_checkpoints = {};  // why each can't be used
};

/// A new run, or options.resume. Throws as Session does, and leaves nothing behind then.
OpenedRun openRun(const SessionOptions& options, const std::shared_ptr<EventQueue>& queue);

/// Every step that the configuration asks for is done, and saved.
bool isComplete(const Config& config, const Progress& stored, const FoundCheckpoint& found);

}  // namespace orrery
