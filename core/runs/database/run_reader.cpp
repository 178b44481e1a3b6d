// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/run_reader.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>

#include "core/events/event_text.h"
#include "core/events/steered_settings.h"
#include "core/runs/database/pending_events.h"
#include "core/runs/database/run_migration.h"
#include "core/runs/database/run_schema.h"
#include "core/runs/run_folder.h"

namespace orrery {
namespace {

template <typename T>
std::vector<T> numbers(std::span<const std::byte> bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

/// Rows whose blobs have the size that they must have; damaged ones are left out everywhere.
const std::string whole_keys =
    "(typeof(keys) = 'blob' AND typeof(usage) = 'blob' AND experts > 0 AND dimensions > 0 AND "
    "length(keys) = 4 * experts * dimensions AND length(usage) = 4 * experts)";
const std::string whole_usage = "(typeof(counts) = 'blob' AND length(counts) % 8 = 0)";

const std::string key_columns =
    "SELECT event, step, layer, experts, dimensions, keys, usage FROM keys WHERE ";

SharedKeys readKeys(const SqliteStatement& row) {
    Keys keys;
    keys.step = row.integer(1);
    keys.layer = static_cast<int>(row.integer(2));
    keys.experts = static_cast<int>(row.integer(3));
    keys.dimensions = static_cast<int>(row.integer(4));
    keys.keys = numbers<float>(row.blob(5));
    keys.usage = numbers<float>(row.blob(6));
    return std::make_shared<const Keys>(std::move(keys));
}

std::vector<Event> readEvents(const SqliteStatement& row, std::int64_t format) {
    const std::string kind = row.text(3);
    try {
        if (kind == "expert_tokens") return {expertTokensFromJson(row.text(5))};
        if (kind == "trace") return {traceFromJson(row.text(5))};
    } catch (const Error& error) {
        return {Message{row.integer(1), row.real(2), Severity::warning, "log",
                        error.what() + std::string(" It is skipped.")}};
    }
    const Message message = readMessageRow(row);
    return format == 1 ? eventsOfFormat1(message) : std::vector<Event>{message};
}

std::int64_t asLimit(std::size_t limit) {
    return static_cast<std::int64_t>(std::min<std::size_t>(limit, 1U << 30U));
}

}  // namespace

RunReader::RunReader(const std::filesystem::path& file) : connection_(file, SqliteMode::read) {
    format_ = checkRunDatabase(connection_);
}

std::map<std::string, std::string> RunReader::meta() {
    std::map<std::string, std::string> entries;
    SqliteStatement row(connection_, "SELECT key, value FROM meta");
    while (row.next())
        entries[row.text(0)] = row.text(1);
    return entries;
}

RunReader::Found RunReader::scalars(std::size_t limit, std::int64_t end) {
    Found found;
    SqliteStatement row(
        connection_,
        "SELECT event, step, name, value FROM scalars WHERE event > ? AND event < ? "
        "ORDER BY event");
    row.bind(1, cursor_).bind(2, end);
    while (row.next()) {
        if (found.empty() || found.back().first != row.integer(0)) {
            if (found.size() >= limit) break;
            found.emplace_back(row.integer(0), Scalars{row.integer(1), 0, {}});
        }
        auto& event = std::get<Scalars>(found.back().second);
        event.values.emplace_back(row.text(2), row.real(3));
        if (event.values.back().first == "time/wall") event.time = event.values.back().second;
    }
    return found;
}

RunReader::Found RunReader::usage(std::size_t limit, std::int64_t end) {
    Found found;
    SqliteStatement row(
        connection_,
        "SELECT event, step, layer, counts FROM usage WHERE event > ? AND event < ? AND " +
            whole_usage + " ORDER BY event LIMIT ?");
    row.bind(1, cursor_).bind(2, end).bind(3, asLimit(limit));
    while (row.next()) {
        found.emplace_back(row.integer(0), Usage{row.integer(1), static_cast<int>(row.integer(2)),
                                                 numbers<double>(row.blob(3))});
    }
    return found;
}

RunReader::Found RunReader::keys(std::int64_t end) {
    Found found;
    SqliteStatement row(connection_,
                        key_columns +
                            "event IN (SELECT max(event) FROM keys WHERE event > ? AND event < ? "
                            "AND " +
                            whole_keys + " GROUP BY layer) ORDER BY event");
    row.bind(1, cursor_).bind(2, end);
    while (row.next())
        found.emplace_back(row.integer(0), readKeys(row));
    return found;
}

/// Says once what is damaged, at the place of the first row that is.
RunReader::Found RunReader::damage(std::int64_t end) {
    if (damage_told_) return {};
    SqliteStatement row(connection_,
                        "SELECT count(*), min(event), min(step) FROM (SELECT event, step FROM keys "
                        "WHERE event > ?1 AND event < ?2 AND NOT " +
                            whole_keys +
                            " UNION ALL SELECT event, step FROM usage WHERE event > ?1 AND event < "
                            "?2 AND NOT " +
                            whole_usage + ")");
    row.bind(1, cursor_).bind(2, end);
    if (!row.next() || row.integer(0) == 0) return {};
    const std::string text =
        "Rows of run.db with key snapshots or usage counts are corrupt and skipped: " +
        std::to_string(row.integer(0)) + ", the first of step " + std::to_string(row.integer(2)) +
        ".";
    return {{row.integer(1), Message{row.integer(2), 0, Severity::warning, "log", text}}};
}

RunReader::Found RunReader::messages(std::size_t limit, std::int64_t end) {
    Found found;
    SqliteStatement row(connection_,
                        "SELECT id, step, time, kind, severity, text FROM events "
                        "WHERE id > ? AND id < ? ORDER BY id LIMIT ?");
    row.bind(1, cursor_).bind(2, end).bind(3, asLimit(limit));
    while (row.next())
        for (Event& event : readEvents(row, format_))
            found.emplace_back(row.integer(0), std::move(event));
    return found;
}

std::vector<Event> RunReader::poll(std::size_t limit, std::int64_t end) {
    // One read transaction: all tables as they were at one moment.
    connection_.execute("BEGIN");
    Found all;
    std::int64_t damaged = std::numeric_limits<std::int64_t>::max();
    try {
        const Found damages = damage(end);
        if (!damages.empty()) damaged = damages.front().first;
        std::vector<Found> parts = {scalars(limit, end), usage(limit, end), keys(end), damages,
                                    messages(limit, end)};
        if (format_ > 1) {
            parts.push_back(readSettings(connection_, cursor_, end, asLimit(limit)));
            parts.push_back(readRespawns(connection_, cursor_, end, limit));
        }
        for (Found& part : parts)
            std::move(part.begin(), part.end(), std::back_inserter(all));
    } catch (...) {
        connection_.execute("ROLLBACK");
        throw;
    }
    connection_.execute("COMMIT");
    std::ranges::stable_sort(all, {}, &Found::value_type::first);
    std::size_t taken = std::min(limit, all.size());
    while (taken > 0 && taken < all.size() && all[taken].first == all[taken - 1].first)
        ++taken;
    all.resize(taken);
    if (!all.empty()) cursor_ = all.back().first;
    damage_told_ = damage_told_ || damaged <= cursor_;
    std::vector<Event> events;
    for (auto& [number, event] : all)
        events.push_back(std::move(event));
    return events;
}

double RunReader::lastScalar(const std::string& name) {
    return newestScalar(name).second;
}

std::pair<std::int64_t, double> RunReader::newestScalar(const std::string& name) {
    SqliteStatement row(
        connection_, "SELECT step, value FROM scalars WHERE name = ? ORDER BY step DESC LIMIT 1");
    row.bind(1, name);
    if (!row.next()) return {-1, std::numeric_limits<double>::quiet_NaN()};
    return {row.integer(0), row.real(1)};
}

std::vector<std::string> RunReader::scalarNames() {
    std::vector<std::string> names;
    SqliteStatement row(connection_,
                        "WITH RECURSIVE known(name) AS (SELECT min(name) FROM scalars UNION ALL "
                        "SELECT (SELECT min(name) FROM scalars WHERE name > known.name) FROM known "
                        "WHERE known.name IS NOT NULL) SELECT name FROM known WHERE name IS NOT "
                        "NULL");
    while (row.next())
        names.push_back(row.text(0));
    return names;
}

std::map<std::string, double> RunReader::lastScalars() {
    std::map<std::string, double> values;
    // SQLite takes the other columns of the row that holds the maximum.
    SqliteStatement row(connection_, "SELECT name, value, max(event) FROM scalars GROUP BY name");
    while (row.next())
        values[row.text(0)] = row.real(1);
    return values;
}

RunReader::Points RunReader::points(const std::string& name, std::int64_t from, std::int64_t to) {
    Points points;
    SqliteStatement row(connection_,
                        "SELECT step, value FROM scalars WHERE name = ? AND step BETWEEN ? AND ? "
                        "ORDER BY step");
    row.bind(1, name).bind(2, from).bind(3, to);
    while (row.next())
        points.emplace_back(row.integer(0), row.real(1));
    return points;
}

RunReader::Points RunReader::sampled(const std::string& name, std::size_t most) {
    Points points;
    SqliteStatement last(connection_,
                         "SELECT step, value FROM scalars WHERE name = ? ORDER BY step DESC "
                         "LIMIT 1");
    last.bind(1, name);
    if (!last.next()) return points;
    SqliteStatement row(connection_,
                        "SELECT step, value FROM scalars WHERE name = ? AND step >= ? "
                        "ORDER BY step LIMIT 1");
    std::int64_t next = std::numeric_limits<std::int64_t>::min();
    while (points.size() + 1 < most && next < last.integer(0)) {
        row.reset();
        row.bind(1, name).bind(2, next);
        if (!row.next() || row.integer(0) >= last.integer(0)) break;
        points.emplace_back(row.integer(0), row.real(1));
        const auto part = static_cast<std::int64_t>(points.size());
        const std::int64_t first = points.front().first;
        const std::int64_t wanted =
            first + (last.integer(0) - first) * part / (static_cast<std::int64_t>(most) - 1);
        next = std::max(points.back().first + 1, wanted);
    }
    points.emplace_back(last.integer(0), last.real(1));
    return points;
}

std::vector<double> RunReader::valuesAt(const std::string& name,
                                        const std::vector<std::int64_t>& steps) {
    std::vector<double> values;
    SqliteStatement row(connection_,
                        "SELECT value FROM scalars WHERE name = ? AND step <= ? "
                        "ORDER BY step DESC LIMIT 1");
    for (const std::int64_t step : steps) {
        row.reset();
        row.bind(1, name).bind(2, step);
        values.push_back(row.next() ? row.real(0) : std::numeric_limits<double>::quiet_NaN());
    }
    return values;
}

std::vector<std::int64_t> RunReader::keySteps(int layer) {
    std::vector<std::int64_t> steps;
    SqliteStatement row(connection_, "SELECT DISTINCT step FROM keys WHERE layer = ? AND " +
                                         whole_keys + " ORDER BY step");
    row.bind(1, std::int64_t{layer});
    while (row.next())
        steps.push_back(row.integer(0));
    return steps;
}

SharedKeys RunReader::keysAt(int layer, std::int64_t step) {
    SqliteStatement row(connection_, key_columns + "layer = ? AND step = ? AND " + whole_keys +
                                         " ORDER BY event DESC LIMIT 1");
    row.bind(1, std::int64_t{layer}).bind(2, step);
    return row.next() ? readKeys(row) : nullptr;
}

std::vector<Usage> RunReader::usageHistory(int layer, std::size_t most) {
    const std::int64_t first = connection_.integer("SELECT coalesce(min(event), 0) FROM usage");
    const std::int64_t last = connection_.integer("SELECT coalesce(max(event), -1) FROM usage");
    SqliteStatement row(
        connection_, "SELECT event, step, counts FROM usage WHERE event >= ? AND layer = ? AND " +
                         whole_usage + " ORDER BY event LIMIT 1");
    std::vector<Usage> history;
    std::int64_t next = first;
    while (history.size() < most && next <= last) {
        row.reset();
        row.bind(1, next).bind(2, std::int64_t{layer});
        if (!row.next()) break;
        history.push_back({row.integer(1), layer, numbers<double>(row.blob(2))});
        const auto part = static_cast<std::int64_t>(history.size());
        next = std::max(row.integer(0) + 1,
                        first + (last - first) * part / static_cast<std::int64_t>(most));
    }
    return history;
}

std::vector<SettingChanged> RunReader::settings() {
    NumberedEvents changes;
    if (format_ > 1) {
        changes = readSettings(connection_, 0, std::numeric_limits<std::int64_t>::max(), -1);
    } else {
        SqliteStatement row(connection_,
                            "SELECT id, step, time, kind, severity, text FROM events "
                            "WHERE kind = 'set' ORDER BY id");
        while (row.next())
            changes.emplace_back(row.integer(0), eventsOfFormat1(readMessageRow(row)).front());
    }
    std::vector<SettingChanged> settings;
    for (const auto& [number, event] : changes)
        if (const auto* change = std::get_if<SettingChanged>(&event)) settings.push_back(*change);
    return settingsInForce(settings);
}

bool RunReader::tellsSaved(std::int64_t step) {
    SqliteStatement row(connection_,
                        "SELECT 1 FROM events WHERE kind = 'checkpoint' AND severity = 'info' AND "
                        "step = ? LIMIT 1");
    row.bind(1, step);
    return row.next();
}

std::string progressFault(const std::map<std::string, std::string>& meta) {
    const auto found = meta.find("progress");
    if (found == meta.end()) return {};
    try {
        progressFromJson(found->second);
        return {};
    } catch (const Error& error) {
        return error.what() + std::string(" Its last state is not known.");
    }
}

Progress storedProgress(const std::map<std::string, std::string>& stored,
                        const std::filesystem::path& run_folder) {
    const auto waiting = pendingMeta(RunFolder{run_folder}, stored);
    const auto& meta = waiting.contains("progress") ? waiting : stored;
    Progress progress;
    const auto found = meta.find("progress");
    if (found != meta.end() && progressFault(meta).empty())
        progress = progressFromJson(found->second);
    if (const auto step = meta.find("step"); step != meta.end()) {
        const std::string& text = step->second;
        std::from_chars(text.data(), text.data() + text.size(), progress.step);
    }
    if (!isFinalState(progress.state) && !isRunLocked(run_folder)) {
        progress.state = RunState::interrupted;
    }
    return progress;
}

}  // namespace orrery
