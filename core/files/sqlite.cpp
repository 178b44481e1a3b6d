// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/sqlite.h"

#include <cerrno>
#include <cmath>
#include <limits>
#include <system_error>

#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"

namespace orrery {
namespace {

constexpr int kBusyMilliseconds = 3000;

std::string explain(int code, const std::string& detail) {
    switch (code & 0xff) {
        case SQLITE_FULL:
            return "no space left on the disk; free some space";
        case SQLITE_IOERR:
            return "the disk reports an error (" + detail + ")";
        case SQLITE_CORRUPT:
            return "the file is corrupt or truncated; restore it from a backup, the checkpoints "
                   "next to it are not affected";
        case SQLITE_NOTADB:
            return "the file is not a database";
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return "the file or its folder is read-only";
        case SQLITE_CANTOPEN:
            return "the file can't be opened; check that it exists and that you may read it";
        case SQLITE_BUSY:
            return "another process is writing it";
        default:
            return detail;
    }
}

/// SQLite calls some writes that found no room an I/O error.
bool isFull(const std::filesystem::path& file) {
    constexpr std::uintmax_t smallest = 64 * 1024;  // what the log and its index begin with
    std::error_code error;
    const auto space = std::filesystem::space(std::filesystem::absolute(file).parent_path(), error);
    return !error && space.available < smallest;
}

bool hasLog(std::filesystem::path file) {
    file += "-wal";
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    return !error && size > 0;
}

/// Neither the database nor what SQLite keeps beside it is a link to a stranger's file, or a pipe.
void requirePlainFiles(const std::filesystem::path& file) {
    for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
        std::filesystem::path part = file;
        part += ending;
        requireRegularFileIfThere(part);
    }
}

/// A path as an SQLite URI that promises that nobody writes the file.
std::string immutableUri(const std::filesystem::path& file) {
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        if (c == '?') {
            uri += "%3f";
        } else if (c == '#') {
            uri += "%23";
        } else if (c == '%') {
            uri += "%25";
        } else {
            uri += c;
        }
    }
    return uri + "?immutable=1";
}

}  // namespace

SqliteConnection::SqliteConnection(const std::filesystem::path& file, SqliteMode mode)
    : file_(file) {
    requirePlainFiles(file);
    const int access =
        SQLITE_OPEN_READWRITE | (mode == SqliteMode::create ? SQLITE_OPEN_CREATE : 0);
    try {
        open(file.string(), access);
        if (mode == SqliteMode::read) beginReading();
    } catch (const SqliteError& error) {
        close();
        if (mode != SqliteMode::read || !std::filesystem::exists(file)) throw;
        openWithoutSharedMemory(error);
    }
}

SqliteConnection::~SqliteConnection() {
    close();
}

void SqliteConnection::close() {
    sqlite3_close_v2(handle_);
    handle_ = nullptr;
}

/// Opening is lazy: only a query shows whether the shared memory of the log can be used.
void SqliteConnection::beginReading() {
    execute("PRAGMA query_only = 1");
    integer("SELECT count(*) FROM sqlite_schema");
}

/// Where the folder can't be written or its disk is full, the file is read as it lies.
void SqliteConnection::openWithoutSharedMemory(const SqliteError& error) {
    const bool full = error.code() == SQLITE_FULL;
    const bool unwritable = error.code() == SQLITE_CANTOPEN || error.code() == SQLITE_READONLY;
    if (!full && !unwritable) throw error;
    if (!full || !hasLog(file_)) {
        open(immutableUri(file_), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
        return;
    }
    // The log holds the newest rows. Who has the file alone keeps the log's index in its memory.
    try {
        open(file_.string(), SQLITE_OPEN_READWRITE);
        sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        execute("PRAGMA locking_mode = EXCLUSIVE");
        beginReading();
    } catch (...) {
        close();
        throw;
    }
}

void SqliteConnection::open(const std::string& name, int flags) {
    const int code = sqlite3_open_v2(name.c_str(), &handle_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK) fail(code, "open");
    sqlite3_busy_timeout(handle_, kBusyMilliseconds);
}

void SqliteConnection::fail(int code, std::string_view action) const {
    const bool full = (code & 0xff) == SQLITE_IOERR && isFull(file_);
    if (full) code = SQLITE_FULL;
    std::string detail = handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code);
    const int number = handle_ != nullptr ? sqlite3_system_errno(handle_) : 0;
    if ((code & 0xff) == SQLITE_IOERR && number != 0) detail = systemErrorText(number);
    throw SqliteError(code & 0xff, "Cannot " + std::string(action) + " " + file_.string() + ": " +
                                       explain(code, detail) + ".");
}

void SqliteConnection::execute(const char* sql) {
    const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(code, "use");
}

std::int64_t SqliteConnection::integer(const char* sql) {
    SqliteStatement statement(*this, sql);
    return statement.next() ? statement.integer(0) : 0;
}

SqliteStatement::SqliteStatement(SqliteConnection& connection, std::string_view sql)
    : connection_(connection) {
    check(sqlite3_prepare_v2(connection.handle(), sql.data(), static_cast<int>(sql.size()),
                             &handle_, nullptr),
          "read");
}

void SqliteStatement::check(int code, std::string_view action) {
    if (code != SQLITE_OK) connection_.fail(code, action);
}

SqliteStatement& SqliteStatement::bind(int index, std::int64_t value) {
    check(sqlite3_bind_int64(handle_, index, value), "write");
    return *this;
}

SqliteStatement& SqliteStatement::bind(int index, double value) {
    check(std::isnan(value) ? sqlite3_bind_null(handle_, index)
                            : sqlite3_bind_double(handle_, index, value),
          "write");
    return *this;
}

SqliteStatement& SqliteStatement::bind(int index, std::string_view value) {
    check(sqlite3_bind_text64(handle_, index, value.data(), value.size(), SQLITE_TRANSIENT,
                              SQLITE_UTF8),
          "write");
    return *this;
}

SqliteStatement& SqliteStatement::bind(int index, std::span<const std::byte> value) {
    check(sqlite3_bind_blob64(handle_, index, value.data(), value.size(), SQLITE_TRANSIENT),
          "write");
    return *this;
}

bool SqliteStatement::next() {
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    const std::string_view action = sqlite3_stmt_readonly(handle_) != 0 ? "read" : "write";
    sqlite3_reset(handle_);
    connection_.fail(code, action);
}

void SqliteStatement::run() {
    while (next()) {
    }
    reset();
}

void SqliteStatement::reset() {
    sqlite3_reset(handle_);
    sqlite3_clear_bindings(handle_);
}

std::int64_t SqliteStatement::integer(int column) const {
    return sqlite3_column_int64(handle_, column);
}

double SqliteStatement::real(int column) const {
    if (sqlite3_column_type(handle_, column) == SQLITE_NULL) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return sqlite3_column_double(handle_, column);
}

std::string SqliteStatement::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

std::span<const std::byte> SqliteStatement::blob(int column) const {
    const auto* bytes = static_cast<const std::byte*>(sqlite3_column_blob(handle_, column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

SqliteTransaction::SqliteTransaction(SqliteConnection& connection) : connection_(connection) {
    connection_.execute("BEGIN IMMEDIATE");
}

SqliteTransaction::~SqliteTransaction() {
    if (open_) sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteTransaction::commit() {
    connection_.execute("COMMIT");
    open_ = false;
}

}  // namespace orrery
