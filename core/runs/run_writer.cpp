// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_writer.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

#include "core/events/event_text.h"

namespace orrery {
namespace {

constexpr std::array<const char*, 2> summary_names = {"val/loss", "val/bits_per_byte"};
constexpr int kLogPages = 1000;  // from here on the log is moved into the database
constexpr std::array<const char*, 7> kTables = {"scalars",  "usage",    "keys", "events",
                                                "settings", "respawns", "meta"};

SqliteConnection& prepared(SqliteConnection& connection, RunJournal journal) {
    prepareRunDatabase(connection, journal);
    return connection;
}

std::string formatReal(double value) {
    std::array<char, 32> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

}  // namespace

RunWriter::RunWriter(const std::filesystem::path& file, RunJournal journal)
    : connection_(file, SqliteMode::create),
      scalar_(prepared(connection_, journal), "INSERT OR REPLACE INTO scalars VALUES(?, ?, ?, ?)"),
      usage_(connection_, "INSERT OR REPLACE INTO usage VALUES(?, ?, ?, ?)"),
      keys_(connection_, "INSERT OR REPLACE INTO keys VALUES(?, ?, ?, ?, ?, ?, ?)"),
      event_(connection_, "INSERT OR REPLACE INTO events VALUES(?, ?, ?, ?, ?, ?)"),
      meta_(connection_, "INSERT OR REPLACE INTO meta VALUES(?, ?)"),
      changes_(connection_),
      page_bytes_(connection_.integer("PRAGMA page_size")) {
    struct stat found {};
    if (::stat(file.c_str(), &found) == 0) {
        device_ = found.st_dev;
        inode_ = found.st_ino;
    }
    sqlite3_wal_hook(connection_.handle(), &RunWriter::emptyLog, this);
}

/// What SQLite does by itself, but it tells nobody how much it had to leave.
int RunWriter::emptyLog(void* writer, sqlite3* handle, const char* name, int pages) {
    int in_log = 0, moved = 0;
    if (pages >= kLogPages)
        sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, &in_log, &moved);
    auto* self = static_cast<RunWriter*>(writer);
    self->held_log_bytes_ = std::max(0, in_log - moved) * self->page_bytes_;
    return SQLITE_OK;
}

bool RunWriter::isAt(const std::filesystem::path& file) const {
    struct stat found {};
    return ::stat(file.c_str(), &found) == 0 && found.st_dev == device_ && found.st_ino == inode_;
}

void RunWriter::copyTo(const std::filesystem::path& file) {
    SqliteStatement(connection_, "VACUUM INTO ?").bind(1, file.string()).run();
}

void RunWriter::leaveLog() {
    sqlite3_db_config(connection_.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void RunWriter::setPatience(std::chrono::milliseconds limit) {
    sqlite3_busy_timeout(connection_.handle(), static_cast<int>(limit.count()));
}

std::int64_t RunWriter::nextEvent() {
    return connection_.integer(
        "SELECT max(1, (SELECT coalesce(max(event), 0) + 1 FROM scalars),"
        " (SELECT coalesce(max(event), 0) + 1 FROM usage),"
        " (SELECT coalesce(max(event), 0) + 1 FROM keys),"
        " (SELECT coalesce(max(event), 0) + 1 FROM settings),"
        " (SELECT coalesce(max(event), 0) + 1 FROM respawns),"
        " (SELECT coalesce(max(id), 0) + 1 FROM events),"
        " (SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM meta WHERE key = 'next_event'))");
}

void RunWriter::takeIn(const std::filesystem::path& other) {
    {
        SqliteConnection format(other, SqliteMode::write);
        prepareRunDatabase(format, RunJournal::none);
    }
    SqliteStatement(connection_, "ATTACH ? AS other").bind(1, other.string()).run();
    const std::int64_t end = connection_.integer(
        "SELECT coalesce(max(CAST(value AS INTEGER)), 0) FROM other.meta WHERE key = 'next_event'");
    if (end > nextEvent()) {
        SqliteTransaction transaction(connection_);
        for (const std::string table : kTables)
            connection_.execute(
                ("INSERT OR REPLACE INTO main." + table + " SELECT * FROM other." + table).c_str());
        transaction.commit();
    }
    connection_.execute("DETACH other");
}

void RunWriter::rewind(std::int64_t step) {
    const std::int64_t event = nextEvent();
    SqliteTransaction transaction(connection_);
    std::int64_t removed = 0;
    for (const char* sql :
         {"DELETE FROM scalars WHERE step > ?", "DELETE FROM usage WHERE step > ?",
          "DELETE FROM keys WHERE step > ?", "DELETE FROM respawns WHERE step > ?",
          "DELETE FROM events WHERE step > ?"}) {
        SqliteStatement(connection_, sql).bind(1, step).run();
        removed += connection_.changes();
    }
    for (const char* name : summary_names)
        refreshSummary(name);
    std::string text = "Resumed at step " + std::to_string(step) + ".";
    if (removed > 0) {
        text += " " + std::to_string(removed) +
                " rows written after it by the previous process were removed.";
    }
    putText(event, step, 0, "log", Severity::info, text);
    putMeta("step", std::to_string(step));
    putMeta("next_event", std::to_string(event + 1));
    transaction.commit();
}

void RunWriter::refreshSummary(std::string_view name) {
    SqliteStatement newest(connection_,
                           "SELECT value FROM scalars WHERE name = ? ORDER BY step DESC LIMIT 1");
    newest.bind(1, name);
    if (newest.next()) {
        putMeta(name, formatReal(newest.real(0)));
    } else {
        SqliteStatement(connection_, "DELETE FROM meta WHERE key = ?").bind(1, name).run();
    }
}

void RunWriter::write(const std::vector<WriteItem>& items, std::int64_t next_event) {
    waiting_meta_.clear();
    SqliteTransaction transaction(connection_);
    for (const WriteItem& item : items) {
        std::visit([&](const auto& content) { put(item.event, content); }, item.content);
    }
    waiting_meta_["next_event"] = std::to_string(next_event);
    for (const auto& [key, value] : waiting_meta_)
        putMeta(key, value);
    transaction.commit();
}

void RunWriter::put(std::int64_t event, const Event& published) {
    std::visit([&](const auto& value) { put(event, value); }, published);
}

void RunWriter::put(std::int64_t event, const Scalars& scalars) {
    bool has_time = false;
    for (const auto& [name, value] : scalars.values) {
        scalar_.bind(1, event).bind(2, scalars.step).bind(3, name).bind(4, value).run();
        has_time = has_time || name == "time/wall";
        for (const char* summary : summary_names) {
            if (name == summary) waiting_meta_[name] = formatReal(value);
        }
    }
    if (has_time) return;
    scalar_.bind(1, event).bind(2, scalars.step).bind(3, "time/wall").bind(4, scalars.time).run();
}

void RunWriter::put(std::int64_t event, const Usage& usage) {
    usage_.bind(1, event).bind(2, usage.step).bind(3, std::int64_t{usage.layer});
    usage_.bind(4, std::as_bytes(std::span(usage.counts))).run();
}

void RunWriter::put(std::int64_t event, const SharedKeys& keys) {
    keys_.bind(1, event).bind(2, keys->step).bind(3, std::int64_t{keys->layer});
    keys_.bind(4, std::int64_t{keys->experts}).bind(5, std::int64_t{keys->dimensions});
    keys_.bind(6, std::as_bytes(std::span(keys->keys)));
    keys_.bind(7, std::as_bytes(std::span(keys->usage))).run();
}

void RunWriter::put(std::int64_t event, const ExpertTokens& tokens) {
    putText(event, tokens.step, 0, "expert_tokens", Severity::info, toJson(tokens));
}

void RunWriter::put(std::int64_t event, const Message& message) {
    putText(event, message.step, message.time, message.kind, message.severity, message.text);
}

void RunWriter::put(std::int64_t event, const Trace& trace) {
    putText(event, trace.step, 0, "trace", Severity::info, toJson(trace));
}

void RunWriter::put(std::int64_t, const Progress& progress) {
    waiting_meta_["progress"] = toJson(progress);
    waiting_meta_["state"] = stateName(progress.state);
    waiting_meta_["step"] = std::to_string(progress.step);
    waiting_meta_["total_steps"] = std::to_string(progress.total_steps);
}

void RunWriter::put(std::int64_t, const MetaEntry& meta) {
    waiting_meta_[meta.key] = meta.value;
}

void RunWriter::putText(std::int64_t event, std::int64_t step, double time, std::string_view kind,
                        Severity severity, std::string_view text) {
    event_.bind(1, event).bind(2, step).bind(3, time).bind(4, kind);
    event_.bind(5, severityName(severity)).bind(6, text).run();
}

void RunWriter::putMeta(std::string_view key, std::string_view value) {
    meta_.bind(1, key).bind(2, value).run();
}

}  // namespace orrery
