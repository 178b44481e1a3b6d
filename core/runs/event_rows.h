// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of run.db and the events that they hold (run_schema.h).
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "core/events/events.h"
#include "core/files/sqlite.h"

namespace orrery {

/// Of a row of: id, step, time, kind, severity, text.
Message readMessageRow(const SqliteStatement& row);

using NumberedEvents = std::vector<std::pair<std::int64_t, Event>>;  // by event number, ascending

/// The changes after one event number and before another, at most `limit` of them.
NumberedEvents readSettings(SqliteConnection& connection, std::int64_t after, std::int64_t end,
                            std::int64_t limit);
NumberedEvents readRespawns(SqliteConnection& connection, std::int64_t after, std::int64_t end,
                            std::size_t limit);

/// Puts rows into `settings` and `respawns`. One thread.
class ChangeRows {
public:
    explicit ChangeRows(SqliteConnection& connection);
    void put(std::int64_t event, const SettingChanged& change);
    void put(std::int64_t event, const Respawned& respawned);

private:
    SqliteStatement setting_, respawn_;
};

}  // namespace orrery
