// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/event_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "core/events/event_text.h"

namespace orrery {
namespace {

void addProgress(MetaValues& meta, const Progress& progress) {
    meta["progress"] = toJson(progress);
    meta["state"] = stateName(progress.state);
    meta["step"] = std::to_string(progress.step);
    meta["total_steps"] = std::to_string(progress.total_steps);
}

void addSummary(MetaValues& meta, const Scalars& scalars) {
    for (const auto& [name, value] : scalars.values)
        if (std::ranges::find(kSummaryNames, name) != kSummaryNames.end())
            meta[name] = realText(value);
}

}  // namespace

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

std::string realText(double value) {
    std::array<char, 32> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

EventRows::EventRows(SqliteConnection& connection)
    : scalar_(connection, "INSERT OR REPLACE INTO scalars VALUES(?, ?, ?, ?)"),
      usage_(connection, "INSERT OR REPLACE INTO usage VALUES(?, ?, ?, ?)"),
      keys_(connection, "INSERT OR REPLACE INTO keys VALUES(?, ?, ?, ?, ?, ?, ?)"),
      event_(connection, "INSERT OR REPLACE INTO events VALUES(?, ?, ?, ?, ?, ?)"),
      changes_(connection) {}

void EventRows::put(std::int64_t event, const Event& published, MetaValues& meta) {
    std::visit([&](const auto& value) { put(event, value); }, published);
    if (const auto* progress = std::get_if<Progress>(&published)) addProgress(meta, *progress);
    if (const auto* scalars = std::get_if<Scalars>(&published)) addSummary(meta, *scalars);
}

void EventRows::put(std::int64_t event, const Scalars& scalars) {
    bool has_time = false;
    for (const auto& [name, value] : scalars.values) {
        scalar_.bind(1, event).bind(2, scalars.step).bind(3, name).bind(4, value).run();
        has_time = has_time || name == "time/wall";
    }
    if (has_time) return;
    scalar_.bind(1, event).bind(2, scalars.step).bind(3, "time/wall").bind(4, scalars.time).run();
}

void EventRows::put(std::int64_t event, const Usage& usage) {
    usage_.bind(1, event).bind(2, usage.step).bind(3, std::int64_t{usage.layer});
    usage_.bind(4, std::as_bytes(std::span(usage.counts))).run();
}

void EventRows::put(std::int64_t event, const SharedKeys& keys) {
    keys_.bind(1, event).bind(2, keys->step).bind(3, std::int64_t{keys->layer});
    keys_.bind(4, std::int64_t{keys->experts}).bind(5, std::int64_t{keys->dimensions});
    keys_.bind(6, std::as_bytes(std::span(keys->keys)));
    keys_.bind(7, std::as_bytes(std::span(keys->usage))).run();
}

void EventRows::put(std::int64_t event, const ExpertTokens& tokens) {
    putMessage(event, {tokens.step, 0, Severity::info, "expert_tokens", toJson(tokens)});
}

void EventRows::put(std::int64_t event, const Trace& trace) {
    putMessage(event, {trace.step, 0, Severity::info, "trace", toJson(trace)});
}

void EventRows::putMessage(std::int64_t event, const Message& message) {
    event_.bind(1, event).bind(2, message.step).bind(3, message.time).bind(4, message.kind);
    event_.bind(5, severityName(message.severity)).bind(6, message.text).run();
}

}  // namespace orrery
