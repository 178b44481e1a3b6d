// SPDX-License-Identifier: GPL-3.0-or-later
// Where views take a run from: live or stored, in this process or another, the code path is one.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/config/config.h"
#include "core/events/event_queue.h"
#include "core/events/events.h"

namespace orrery {

struct RunInfo {
    std::filesystem::path folder;
    std::string name;
    std::string created;  // ISO 8601
    std::string program_version;
    std::string device;
    std::string corpus_hash;
    std::string host;        // that it was begun on
    std::string git_commit;  // of the program that began it; empty where it is not known
    Config config;           // complete and resolved
    RunState state = RunState::interrupted;
    std::int64_t step = 0;
    std::int64_t total_steps = 0;
};

using ScalarPoints = std::vector<std::pair<std::int64_t, double>>;

/// One thread at a time (the GUI thread, or a command of orrery-cli).
class RunSource {
public:
    virtual ~RunSource() = default;
    virtual const RunInfo& info() const = 0;
    /// Everything new since the last call, oldest first, at most `limit` events; empty when nothing
    /// is new.
    virtual std::vector<Event> poll(std::size_t limit = 10'000) = 0;
    /// Steps that have a key snapshot of this layer, ascending.
    virtual std::vector<std::int64_t> keySteps(int layer) = 0;
    /// The snapshot at exactly this step; nullptr when there is none.
    virtual SharedKeys keysAt(int layer, std::int64_t step) = 0;
    /// The newest snapshot of a layer that poll() gave, the very one: it is kept here alone.
    /// nullptr while there is none.
    SharedKeys newestKeys(int layer) const;
    /// The counts of a layer over the whole run, by step: at most `most` of them, evenly spread.
    virtual std::vector<Usage> usageHistory(int layer, std::size_t most) = 0;
    /// (step, value) of every point of a scalar that is stored, from one step to another, both
    /// included.
    virtual ScalarPoints scalar(const std::string& name, std::int64_t from, std::int64_t to) = 0;
    /// What reads the same, on any thread; may outlive the source, and may throw Error.
    virtual std::function<ScalarPoints()> scalarReader(const std::string& name, std::int64_t from,
                                                       std::int64_t to) {
        return [points = scalar(name, from, to)] { return points; };
    }

protected:
    /// Of each event that poll() gives.
    void keepNewestKeys(const Event& event);

private:
    std::map<int, SharedKeys> newest_keys_;  // by layer
};

/// A run folder, finished or being written by any process. poll() follows it. Throws Error when it
/// is not a run.
std::unique_ptr<RunSource> openStoredRun(const std::filesystem::path& run_folder);
/// A run of this process: events from its queue, the past (a resumed run) and snapshots from its
/// database.
std::unique_ptr<RunSource> openLiveRun(const std::filesystem::path& run_folder,
                                       std::shared_ptr<EventQueue> queue);

}  // namespace orrery
