// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/event_rows.h"

#include "core/events/event_text.h"

namespace orrery {

Message readMessageRow(const SqliteStatement& row) {
    return {row.integer(1), row.real(2), parseSeverity(row.text(4)), row.text(3), row.text(5)};
}

NumberedEvents readSettings(SqliteConnection& connection, std::int64_t after, std::int64_t end,
                            std::int64_t limit) {
    NumberedEvents found;
    SqliteStatement row(connection,
                        "SELECT event, step, time, key, value, previous, origin FROM settings "
                        "WHERE event > ? AND event < ? ORDER BY event LIMIT ?");
    row.bind(1, after).bind(2, end).bind(3, limit);
    while (row.next())
        found.emplace_back(row.integer(0),
                           SettingChanged{row.integer(1), row.real(2), row.text(3), row.text(4),
                                          row.text(5), parseOrigin(row.text(6))});
    return found;
}

NumberedEvents readRespawns(SqliteConnection& connection, std::int64_t after, std::int64_t end,
                            std::size_t limit) {
    NumberedEvents found;
    SqliteStatement row(connection,
                        "SELECT event, step, time, layer, expert FROM respawns "
                        "WHERE event > ? AND event < ? ORDER BY event, layer, expert");
    row.bind(1, after).bind(2, end);
    while (row.next()) {
        const auto layer = static_cast<int>(row.integer(3));
        const bool same = !found.empty() && found.back().first == row.integer(0) &&
                          std::get<Respawned>(found.back().second).layer == layer;
        if (!same) {
            if (found.size() >= limit) break;
            found.emplace_back(row.integer(0), Respawned{row.integer(1), row.real(2), layer, {}});
        }
        auto& respawned = std::get<Respawned>(found.back().second);
        respawned.experts.push_back(static_cast<int>(row.integer(4)));
    }
    return found;
}

ChangeRows::ChangeRows(SqliteConnection& connection)
    : setting_(connection, "INSERT OR REPLACE INTO settings VALUES(?, ?, ?, ?, ?, ?, ?)"),
      respawn_(connection, "INSERT OR REPLACE INTO respawns VALUES(?, ?, ?, ?, ?)") {}

void ChangeRows::put(std::int64_t event, const SettingChanged& change) {
    setting_.bind(1, event).bind(2, change.step).bind(3, change.time).bind(4, change.key);
    setting_.bind(5, change.value);
    // What is not bound is NULL.
    if (!change.previous.empty()) setting_.bind(6, change.previous);
    if (change.origin != SettingOrigin::unknown) setting_.bind(7, originName(change.origin));
    setting_.run();
}

void ChangeRows::put(std::int64_t event, const Respawned& respawned) {
    for (const int expert : respawned.experts) {
        respawn_.bind(1, event).bind(2, respawned.step).bind(3, respawned.time);
        respawn_.bind(4, std::int64_t{respawned.layer}).bind(5, std::int64_t{expert}).run();
    }
}

}  // namespace orrery
