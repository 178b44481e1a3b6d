// SPDX-License-Identifier: GPL-3.0-or-later
// A run on its own thread. This header holds no tensor and may be included beside Qt.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "core/config/config.h"
#include "core/events/commands.h"
#include "core/events/event_queue.h"
#include "core/events/events.h"
#include "core/ranks/rank_place.h"

namespace orrery {

struct SessionOptions {
    Config config;  // a new run; ignored when `resume` is set
    /// What the configuration was made into ("honest, tiny", core/config/variants.h), for the
    /// record.
    std::string variant;
    std::filesystem::path runs_folder = "runs";
    std::filesystem::path resume;  // an existing run folder, or empty
    /// A new run that begins with the weights of a safetensors file (initial_state.h), and with a
    /// tokenizer's model file instead of one trained on its corpus. Both are copied; empty = none.
    std::filesystem::path init;
    std::filesystem::path tokenizer;
    /// Of this process, which is rank 0 of what a launcher started; a size of 1 without one. Then
    /// the run starts train.processes ranks itself: they end at the latest with the thread that
    /// makes the session.
    RankPlace place = {};
    /// In place of train.processes of a run that is resumed; 0 = that.
    std::int64_t processes = 0;
    /// Token caches and trained tokenizers; empty = $XDG_CACHE_HOME/orrery/tokens.
    std::filesystem::path token_folder;
};

/// Every step that the run's configuration asks for is done, and its last checkpoint is whole:
/// there is nothing to resume. Throws Error when it is no run.
bool isComplete(const std::filesystem::path& run_folder);

/// Trains one run on a worker thread. All public functions: any thread, none of them waits for a
/// step.
class Session {
public:
    /// Creates the run folder (or opens the one to resume) and takes its lock. Throws Error when it
    /// can't be written, is in use by another process, needs more memory or disk than there is, has
    /// only damaged checkpoints, or the configuration can't run (ConfigError). Nothing is left
    /// behind then.
    Session(SessionOptions options, std::shared_ptr<EventQueue> queue);
    /// Stops (with a checkpoint) and joins.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void start();
    void send(Command command);
    RunState state() const;
    /// Where it is now: a folder that is renamed while the run trains is followed.
    std::filesystem::path runFolder() const;
    /// Of a new run that failed before its first step, the folder is removed.
    /// Blocks until the worker has ended; returns the final state: `failed` too where all steps are
    /// done and the run's history can't be stored.
    RunState wait();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace orrery
