// SPDX-License-Identifier: GPL-3.0-or-later
// A thin, checked layer over SQLite's C interface. One thread at a time.
#pragma once
#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/error.h"

namespace orrery {

/// code() is SQLite's primary result code (SQLITE_FULL ...).
class SqliteError : public Error {
public:
    SqliteError(int code, const std::string& message) : Error(message), code_(code) {}
    int code() const { return code_; }

private:
    int code_;
};

enum class SqliteMode {
    create,  // read and write, made when missing
    write,   // read and write, must exist
    read,    // query only; follows a writer; works in a folder that can't be written, or whose disk
             // is full, too
};

class SqliteConnection {
public:
    SqliteConnection(const std::filesystem::path& file, SqliteMode mode);
    ~SqliteConnection();
    SqliteConnection(const SqliteConnection&) = delete;
    SqliteConnection& operator=(const SqliteConnection&) = delete;

    void execute(const char* sql);
    std::int64_t integer(const char* sql);  // first column of the first row, 0 when there is none
    std::int64_t changes() const { return sqlite3_changes64(handle_); }
    [[noreturn]] void fail(int code, std::string_view action) const;
    sqlite3* handle() const { return handle_; }
    const std::filesystem::path& file() const { return file_; }

private:
    void open(const std::string& name, int flags);
    void close();
    void beginReading();
    void openWithoutSharedMemory(const SqliteError& error);

    std::filesystem::path file_;
    sqlite3* handle_ = nullptr;
};

/// A prepared statement: bind from index 1, columns from 0.
class SqliteStatement {
public:
    SqliteStatement(SqliteConnection& connection, std::string_view sql);
    ~SqliteStatement() { sqlite3_finalize(handle_); }
    SqliteStatement(const SqliteStatement&) = delete;
    SqliteStatement& operator=(const SqliteStatement&) = delete;

    SqliteStatement& bind(int index, std::int64_t value);
    SqliteStatement& bind(int index, double value);  // not a number is stored as NULL
    SqliteStatement& bind(int index, std::string_view value);
    SqliteStatement& bind(int index, std::span<const std::byte> value);

    bool next();  // false at the end
    void run();   // to the end, and ready to be bound again
    void reset();

    std::int64_t integer(int column) const;
    double real(int column) const;  // NULL is not a number
    std::string text(int column) const;
    std::span<const std::byte> blob(int column) const;  // until the next call of next() or reset()

private:
    void check(int code, std::string_view action);

    SqliteConnection& connection_;
    sqlite3_stmt* handle_ = nullptr;
};

/// BEGIN IMMEDIATE ... COMMIT; rolls back when it is destroyed before commit().
class SqliteTransaction {
public:
    explicit SqliteTransaction(SqliteConnection& connection);
    ~SqliteTransaction();
    SqliteTransaction(const SqliteTransaction&) = delete;
    SqliteTransaction& operator=(const SqliteTransaction&) = delete;
    void commit();

private:
    SqliteConnection& connection_;
    bool open_ = true;
};

}  // namespace orrery
