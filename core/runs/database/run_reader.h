// SPDX-License-Identifier: GPL-3.0-or-later
// Reads run.db, finished or being written by any process. One thread at a time.
#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/events/events.h"
#include "core/files/sqlite.h"
#include "core/runs/database/event_rows.h"

namespace orrery {

class RunReader {
public:
    /// Throws Error: missing, foreign, damaged.
    explicit RunReader(const std::filesystem::path& file);

    std::map<std::string, std::string> meta();
    /// Events after the cursor and before `end`, oldest first, at most `limit` (and the rest of the
    /// last number, which two share in format 1 alone); moves the cursor on. Of key snapshots only
    /// the newest of each layer comes. Damaged rows are left out, with a warning. Throws Error for
    /// a damaged file.
    std::vector<Event> poll(std::size_t limit,
                            std::int64_t end = std::numeric_limits<std::int64_t>::max());
    std::vector<std::int64_t> keySteps(int layer);
    SharedKeys keysAt(int layer, std::int64_t step);
    /// At most `most` counts of a layer, evenly spread over what was counted, with the first; by
    /// look-ups alone.
    std::vector<Usage> usageHistory(int layer, std::size_t most);
    /// The newest value of a scalar; not a number when there is none.
    double lastScalar(const std::string& name);
    /// Step and value of the newest; step -1 when there is none.
    std::pair<std::int64_t, double> newestScalar(const std::string& name);
    /// Of all scalars, ascending; by look-ups alone, one for each name.
    std::vector<std::string> scalarNames();
    /// The newest value of every scalar that has one.
    std::map<std::string, double> lastScalars();
    /// (step, value) of a scalar, by step.
    using Points = std::vector<std::pair<std::int64_t, double>>;
    Points points(const std::string& name,
                  std::int64_t from = std::numeric_limits<std::int64_t>::min(),
                  std::int64_t to = std::numeric_limits<std::int64_t>::max());
    /// At most `most` of them, evenly spread over the steps, with the first and the last: by the
    /// index alone, so that a long run costs no more than a short one.
    Points sampled(const std::string& name, std::size_t most);
    /// The value at or before each of the steps, which ascend; not a number before the first.
    std::vector<double> valuesAt(const std::string& name, const std::vector<std::int64_t>& steps);
    /// Changed settings by step; without those that a resumed run replaced at an earlier step.
    std::vector<SettingChanged> settings();
    /// The log says that this step was saved.
    bool tellsSaved(std::int64_t step);

private:
    using Found = NumberedEvents;
    Found scalars(std::size_t limit, std::int64_t end);
    Found usage(std::size_t limit, std::int64_t end);
    Found keys(std::int64_t end);
    Found messages(std::size_t limit, std::int64_t end);
    Found damage(std::int64_t end);

    SqliteConnection connection_;
    std::int64_t format_ = 0;
    std::int64_t cursor_ = 0;
    bool damage_told_ = false;
};

/// Why the stored progress can't be read; empty when it can, or when there is none.
std::string progressFault(const std::map<std::string, std::string>& meta);

/// The newest progress that a run stored, with the state that is true now: a run that claims to
/// work while nobody holds its lock is `interrupted`, and so is one whose progress is damaged.
Progress storedProgress(const std::map<std::string, std::string>& meta,
                        const std::filesystem::path& run_folder);

}  // namespace orrery
