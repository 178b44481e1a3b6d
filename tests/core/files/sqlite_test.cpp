// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/sqlite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

template <typename Action>
std::pair<int, std::string> faultOf(Action action) {
    try {
        action();
    } catch (const SqliteError& error) {
        return {error.code(), error.what()};
    }
    return {SQLITE_OK, ""};
}

struct Sqlite : testing::Test {
    test::TemporaryFolder folder;
    fs::path file = folder / "some.db";

    void make() {
        SqliteConnection(file, SqliteMode::create)
            .execute(
                "CREATE TABLE t(a, b); "
                "INSERT INTO t VALUES(1, 'one')");
    }
    std::int64_t rows() {
        return SqliteConnection(file, SqliteMode::read).integer("SELECT count(*) FROM t");
    }
};

TEST_F(Sqlite, OnlyCreateMakesAFile) {
    for (const SqliteMode mode : {SqliteMode::write, SqliteMode::read}) {
        const auto [code, text] = faultOf([&] { SqliteConnection missing(file, mode); });
        EXPECT_EQ(code, SQLITE_CANTOPEN);
        EXPECT_NE(text.find(file.string() + ": the file can't be opened"), std::string::npos)
            << text;
        EXPECT_FALSE(fs::exists(file));
    }
    make();
    EXPECT_EQ(rows(), 1);
}

TEST_F(Sqlite, WhatIsNoDatabaseSaysSo) {
    test::writeFile(file, std::string(4096, 'x'));
    const auto [code, text] =
        faultOf([&] { SqliteConnection(file, SqliteMode::write).integer("SELECT * FROM t"); });
    EXPECT_EQ(code, SQLITE_NOTADB);
    EXPECT_NE(text.find("not a database"), std::string::npos) << text;
}

TEST_F(Sqlite, ADatabaseThatIsCutOffIsCorrupt) {
    make();
    {
        SqliteConnection connection(file, SqliteMode::write);
        SqliteTransaction transaction(connection);
        for (int i = 0; i < 2000; ++i)
            connection.execute("INSERT INTO t VALUES(2, 'two')");
        transaction.commit();
    }
    fs::resize_file(file, fs::file_size(file) / 2);
    const auto [code, text] = faultOf(
        [&] { SqliteConnection(file, SqliteMode::read).integer("SELECT sum(length(b)) FROM t"); });
    EXPECT_EQ(code, SQLITE_CORRUPT) << text;
    EXPECT_NE(text.find("restore it from a backup"), std::string::npos) << text;
}

TEST_F(Sqlite, AReaderCannotWrite) {
    make();
    SqliteConnection reader(file, SqliteMode::read);
    EXPECT_EQ(faultOf([&] { reader.execute("DELETE FROM t"); }).first, SQLITE_READONLY);
    EXPECT_EQ(rows(), 1);
}

TEST_F(Sqlite, AFaultyStatementNamesItsFile) {
    make();
    SqliteConnection connection(file, SqliteMode::write);
    const auto [code, text] = faultOf([&] { connection.execute("INSERT INTO nowhere VALUES(1)"); });
    EXPECT_EQ(code, SQLITE_ERROR);
    EXPECT_NE(text.find(file.string()), std::string::npos) << text;
    EXPECT_NE(text.find("nowhere"), std::string::npos) << text;
}

TEST_F(Sqlite, ATransactionThatIsNotCommittedLeavesNothing) {
    make();
    SqliteConnection connection(file, SqliteMode::write);
    {
        SqliteTransaction transaction(connection);
        connection.execute("INSERT INTO t VALUES(2, 'two')");
    }
    EXPECT_EQ(rows(), 1);
    SqliteTransaction transaction(connection);
    connection.execute("INSERT INTO t VALUES(2, 'two')");
    transaction.commit();
    EXPECT_EQ(rows(), 2);
}

TEST_F(Sqlite, AnotherProgramsTransactionIsWaitedForAndThenNamed) {
    make();
    SqliteConnection first(file, SqliteMode::write);
    SqliteConnection second(file, SqliteMode::write);
    sqlite3_busy_timeout(second.handle(), 1);
    SqliteTransaction held(first);
    const auto [code, text] = faultOf([&] { SqliteTransaction transaction(second); });
    EXPECT_EQ(code, SQLITE_BUSY);
    EXPECT_NE(text.find("another process is writing it"), std::string::npos) << text;
}

TEST_F(Sqlite, ValuesComeBackAsTheyWere) {
    make();
    SqliteConnection connection(file, SqliteMode::write);
    SqliteStatement insert(connection, "INSERT INTO t VALUES(?, ?)");
    const std::vector<float> numbers{1.5F, -0.0F};
    insert.bind(1, std::numeric_limits<double>::quiet_NaN())
        .bind(2, std::as_bytes(std::span(numbers)))
        .run();
    insert.bind(1, std::numeric_limits<std::int64_t>::min())
        .bind(2, std::string_view("a\0b", 3))
        .run();
    insert.bind(1, 0.1).run();
    SqliteStatement row(connection, "SELECT a, b FROM t WHERE rowid > 1 ORDER BY rowid");
    ASSERT_TRUE(row.next());
    EXPECT_TRUE(std::isnan(row.real(0))) << "as NULL, which SQLite has for it";
    ASSERT_EQ(row.blob(1).size(), numbers.size() * sizeof(float));
    EXPECT_EQ(std::memcmp(row.blob(1).data(), numbers.data(), row.blob(1).size()), 0);
    ASSERT_TRUE(row.next());
    EXPECT_EQ(row.integer(0), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(row.text(1), std::string("a\0b", 3));
    ASSERT_TRUE(row.next());
    EXPECT_EQ(row.real(0), 0.1);
    EXPECT_EQ(row.text(1), "") << "run() forgets what was bound before";
    EXPECT_FALSE(row.next());
    EXPECT_EQ(connection.integer("SELECT a FROM t WHERE a = 77"), 0) << "there is no such row";
}

}  // namespace
}  // namespace orrery
