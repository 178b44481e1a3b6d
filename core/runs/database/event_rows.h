// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of run.db and the events that they hold (run_schema.h).
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
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

/// Scalars whose newest value stands in `meta`, too.
inline constexpr std::array<const char*, 2> kSummaryNames = {"val/loss", "val/bits_per_byte"};
/// A scalar as `meta` holds it.
std::string realText(double value);

using MetaValues = std::map<std::string, std::string>;

/// Puts events of every kind into their tables. One thread.
class EventRows {
public:
    /// The connection outlives it.
    explicit EventRows(SqliteConnection& connection);
    /// Rows of the event; what it says of the run as a whole goes into `meta`. Throws SqliteError.
    void put(std::int64_t event, const Event& published, MetaValues& meta);
    void putMessage(std::int64_t event, const Message& message);

private:
    void put(std::int64_t event, const Scalars& scalars);
    void put(std::int64_t event, const Usage& usage);
    void put(std::int64_t event, const SharedKeys& keys);
    void put(std::int64_t event, const ExpertTokens& tokens);
    void put(std::int64_t event, const Message& message) { putMessage(event, message); }
    void put(std::int64_t, const Progress&) {}  // only the newest counts: it stands in `meta`
    void put(std::int64_t event, const Trace& trace);
    void put(std::int64_t event, const SettingChanged& change) { changes_.put(event, change); }
    void put(std::int64_t event, const Respawned& respawned) { changes_.put(event, respawned); }

    SqliteStatement scalar_, usage_, keys_, event_;
    ChangeRows changes_;
};

}  // namespace orrery
