// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/run_writer.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>

namespace orrery {
namespace {

constexpr int kLogPages = 1000;  // from here on the log is moved into the database
constexpr std::array<const char*, 7> kTables = {"scalars",  "usage",    "keys", "events",
                                                "settings", "respawns", "meta"};

SqliteConnection& prepared(SqliteConnection& connection, RunJournal journal) {
    prepareRunDatabase(connection, journal);
    return connection;
}

}  // namespace

RunWriter::RunWriter(const std::filesystem::path& file, RunJournal journal)
    : connection_(file, SqliteMode::create),
      rows_(prepared(connection_, journal)),
      meta_(connection_, "INSERT OR REPLACE INTO meta VALUES(?, ?)"),
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
    for (const char* name : kSummaryNames)
        refreshSummary(name);
    std::string text = "Resumed at step " + std::to_string(step) + ".";
    if (removed > 0) {
        text += " " + std::to_string(removed) +
                " rows written after it by the previous process were removed.";
    }
    rows_.putMessage(event, {step, 0, Severity::info, "log", text});
    putMeta("step", std::to_string(step));
    putMeta("next_event", std::to_string(event + 1));
    transaction.commit();
}

void RunWriter::refreshSummary(std::string_view name) {
    SqliteStatement newest(connection_,
                           "SELECT value FROM scalars WHERE name = ? ORDER BY step DESC LIMIT 1");
    newest.bind(1, name);
    if (newest.next()) {
        putMeta(name, realText(newest.real(0)));
    } else {
        SqliteStatement(connection_, "DELETE FROM meta WHERE key = ?").bind(1, name).run();
    }
}

void RunWriter::write(const std::vector<WriteItem>& items, std::int64_t next_event) {
    MetaValues meta;  // each written once, at the end
    SqliteTransaction transaction(connection_);
    for (const WriteItem& item : items)
        if (const auto* entry = std::get_if<MetaEntry>(&item.content))
            meta[entry->key] = entry->value;
        else
            rows_.put(item.event, std::get<Event>(item.content), meta);
    meta["next_event"] = std::to_string(next_event);
    for (const auto& [key, value] : meta)
        putMeta(key, value);
    transaction.commit();
}

void RunWriter::putMeta(std::string_view key, std::string_view value) {
    meta_.bind(1, key).bind(2, value).run();
}

}  // namespace orrery
