// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/run_schema.h"

#include <string>

#include "core/runs/database/run_migration.h"

namespace orrery {
namespace {

constexpr std::int64_t kApplicationId = 0x4F727279;  // "Orry"
constexpr std::int64_t kSchemaVersion = 2;

constexpr const char* kCreateTables = R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE scalars(event INTEGER NOT NULL, step INTEGER NOT NULL, name TEXT NOT NULL, value REAL,
                     PRIMARY KEY(event, name)) WITHOUT ROWID;
CREATE INDEX scalars_by_name ON scalars(name, step, event, value);
CREATE TABLE usage(event INTEGER PRIMARY KEY, step INTEGER NOT NULL, layer INTEGER NOT NULL,
                   counts BLOB NOT NULL);
CREATE TABLE keys(event INTEGER PRIMARY KEY, step INTEGER NOT NULL, layer INTEGER NOT NULL,
                  experts INTEGER NOT NULL, dimensions INTEGER NOT NULL, keys BLOB NOT NULL,
                  usage BLOB NOT NULL);
CREATE INDEX keys_by_layer ON keys(layer, step);
CREATE TABLE events(id INTEGER PRIMARY KEY, step INTEGER NOT NULL, time REAL, kind TEXT NOT NULL,
                    severity TEXT NOT NULL, text TEXT NOT NULL);
)";

constexpr const char* kCreateChangeTables = R"(
CREATE TABLE settings(event INTEGER PRIMARY KEY, step INTEGER NOT NULL, time REAL,
                      key TEXT NOT NULL, value TEXT NOT NULL, previous TEXT, origin TEXT);
CREATE TABLE respawns(event INTEGER NOT NULL, step INTEGER NOT NULL, time REAL,
                      layer INTEGER NOT NULL, expert INTEGER NOT NULL,
                      PRIMARY KEY(event, layer, expert)) WITHOUT ROWID;
)";

void setVersion(SqliteConnection& connection) {
    connection.execute(("PRAGMA user_version = " + std::to_string(kSchemaVersion)).c_str());
}

/// SQLite fills a page that is cut off with zeros and says nothing. While a log lies beside the
/// file, its last page may be under way.
void requireWholePages(SqliteConnection& connection) {
    std::error_code error;
    std::filesystem::path log = connection.file();
    log += "-wal";
    const auto log_size = std::filesystem::file_size(log, error);
    if (!error && log_size > 0) return;
    const auto size = std::filesystem::file_size(connection.file(), error);
    const auto page = static_cast<std::uintmax_t>(connection.integer("PRAGMA page_size"));
    if (error || page == 0 || size % page == 0) return;
    throw Error(connection.file().string() +
                " is corrupt: it is truncated in the middle of a page.");
}

}  // namespace

std::int64_t checkRunDatabase(SqliteConnection& connection) {
    if (connection.integer("PRAGMA application_id") != kApplicationId) {
        throw Error(connection.file().string() + " is not the database of an Orrery run.");
    }
    const std::int64_t version = connection.integer("PRAGMA user_version");
    if (version > kSchemaVersion) {
        throw Error(connection.file().string() + " was written by a newer Orrery (format " +
                    std::to_string(version) + ", known here: " + std::to_string(kSchemaVersion) +
                    "): use that version.");
    }
    requireWholePages(connection);
    connection.integer(
        "SELECT count(*) FROM (SELECT event, step, name, value FROM scalars LIMIT 1), "
        "(SELECT id, step, time, kind, severity, text FROM events LIMIT 1), "
        "(SELECT key, value FROM meta LIMIT 1), (SELECT event, layer, counts FROM usage LIMIT 1), "
        "(SELECT event, layer, experts, dimensions FROM keys LIMIT 1)");
    if (version >= 2)
        connection.integer(
            "SELECT count(*) FROM (SELECT event, step, time, key, value, previous, origin FROM "
            "settings LIMIT 1), (SELECT event, step, time, layer, expert FROM respawns LIMIT 1)");
    return version;
}

void prepareRunDatabase(SqliteConnection& connection, RunJournal journal) {
    const bool empty = connection.integer("SELECT count(*) FROM sqlite_schema") == 0 &&
                       connection.integer("PRAGMA application_id") == 0;
    const std::int64_t version = empty ? 0 : checkRunDatabase(connection);
    if (journal == RunJournal::write_ahead) {
        connection.execute("PRAGMA journal_mode = WAL");
        connection.execute("PRAGMA synchronous = NORMAL");
    } else {
        connection.execute("PRAGMA journal_mode = OFF");
        connection.execute("PRAGMA synchronous = FULL");
    }
    if (version == kSchemaVersion) return;
    SqliteTransaction transaction(connection);
    if (empty) {
        connection.execute(kCreateTables);
        connection.execute(kCreateChangeTables);
        connection.execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
    } else {
        connection.execute(kCreateChangeTables);
        takeChangesFromMessages(connection);
        connection.execute("DROP TABLE IF EXISTS figures");
    }
    setVersion(connection);
    transaction.commit();
}

}  // namespace orrery
