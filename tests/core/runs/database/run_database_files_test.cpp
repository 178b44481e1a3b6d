// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to the files of a run while it is written.
#include <gtest/gtest.h>

#include <mutex>

#include "core/runs/database/run_database.h"
#include "core/runs/run_index.h"
#include "core/runs/database/run_reader.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::makeRun;
using test::scalars;
using test::TemporaryFolder;

/// Notices, from whatever thread they come.
struct Notices {
    std::mutex mutex;
    std::vector<Message> all;

    RunDatabaseOptions options(const std::filesystem::path& file) {
        RunDatabaseOptions options;
        options.file = file;
        options.on_notice = [this](const Message& message) {
            std::lock_guard lock(mutex);
            all.push_back(message);
        };
        return options;
    }
    std::vector<Message> told() {
        std::lock_guard lock(mutex);
        return all;
    }
};

std::vector<std::int64_t> lossesOf(const std::filesystem::path& file) {
    std::vector<std::int64_t> steps;
    for (const auto& [step, value] : RunReader(file).points("train/loss"))
        steps.push_back(step);
    return steps;
}

TEST(RunDatabaseFiles, ARemovedDatabaseIsWrittenAnewWithAllThatItHeld) {
    for (const bool with_log : {false, true}) {
        TemporaryFolder folder;
        const auto file = folder / "run.db";
        Notices notices;
        {
            RunDatabase database(notices.options(file));
            database.publish(scalars(1, 1.0));
            database.publish(test::keySnapshot(1, 0));
            ASSERT_TRUE(database.flush());
            std::filesystem::remove(file);
            if (with_log) {
                std::filesystem::remove(folder / "run.db-wal");
                std::filesystem::remove(folder / "run.db-shm");
            }
            database.publish(scalars(2, 1.0));
            EXPECT_TRUE(database.flush()) << database.problem();
            database.publish(scalars(3, 1.0));
        }
        EXPECT_EQ(lossesOf(file), (std::vector<std::int64_t>{1, 2, 3}));
        EXPECT_EQ(RunReader(file).keySteps(0), std::vector<std::int64_t>{1});
        ASSERT_EQ(notices.told().size(), 1U);
        EXPECT_EQ(notices.told()[0].severity, Severity::warning);
        EXPECT_NE(notices.told()[0].text.find("run.db was removed"), std::string::npos);
        // The notice is stored as well.
        bool stored = false;
        for (const Event& event : RunReader(file).poll(100))
            if (const auto* message = std::get_if<Message>(&event))
                stored = stored || message->text == notices.told()[0].text;
        EXPECT_TRUE(stored);
        EXPECT_FALSE(std::filesystem::exists(folder / "run.db.unfinished"));
    }
}

TEST(RunDatabaseFiles, AForeignFileInItsPlaceIsLeftAlone) {
    TemporaryFolder folder;
    const auto file = folder / "run.db";
    RunDatabase database({file, {}, {}});
    database.publish(scalars(1, 1.0));
    ASSERT_TRUE(database.flush());
    test::writeFile(folder / "foreign", "of somebody");
    std::filesystem::rename(folder / "foreign", file);
    database.publish(scalars(2, 1.0));
    EXPECT_FALSE(database.flush());
    EXPECT_NE(database.problem().find("was replaced"), std::string::npos) << database.problem();
    EXPECT_EQ(test::readFile(file), "of somebody");
    EXPECT_EQ(database.keep(), Kept::pending);
    std::filesystem::remove(file);
    EXPECT_EQ(database.keep(), Kept::stored);
    EXPECT_EQ(lossesOf(file), (std::vector<std::int64_t>{1, 2}));
    EXPECT_FALSE(std::filesystem::exists(folder / "events-pending"));
}

TEST(RunDatabaseFiles, AFolderThatIsRenamedIsFollowed) {
    TemporaryFolder folder;
    std::filesystem::create_directories(folder / "a");
    std::mutex mutex;
    std::filesystem::path place = folder / "a";
    RunDatabaseOptions options;
    options.file = place / "run.db";
    options.locate = [&] {
        std::lock_guard lock(mutex);
        return place;
    };
    {
        RunDatabase database(options);
        database.publish(scalars(1, 1.0));
        ASSERT_TRUE(database.flush());
        {
            std::lock_guard lock(mutex);
            std::filesystem::rename(folder / "a", folder / "b");
            place = folder / "b";
        }
        // Of another run, whose log must not be taken for this one's.
        std::filesystem::create_directories(folder / "a");
        test::writeFile(folder / "a" / "run.db-wal", "of another");
        database.publish(scalars(2, 1.0));
        EXPECT_TRUE(database.flush()) << database.problem();
    }
    EXPECT_EQ(lossesOf(folder / "b" / "run.db"), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(test::readFile(folder / "a" / "run.db-wal"), "of another");
    EXPECT_FALSE(std::filesystem::exists(folder / "a" / "run.db"));
}

/// A megabyte.
SharedKeys largeSnapshot(std::int64_t step) {
    return std::make_shared<const Keys>(
        Keys{step, 0, 1, 1 << 18, std::vector<float>(1 << 18, 0.5F), {1}});
}

TEST(RunDatabaseFiles, ALogThatAReaderHoldsIsToldOfOnce) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "held");
    Notices notices;
    RunDatabase database(notices.options(run.databaseFile()));
    {
        SqliteConnection reader(run.databaseFile(), SqliteMode::read);
        reader.execute("BEGIN");
        reader.integer("SELECT count(*) FROM meta");
        for (std::int64_t step = 1; step <= 40; ++step) {
            database.publish(largeSnapshot(step));
            ASSERT_TRUE(database.flush());
        }
        ASSERT_EQ(notices.told().size(), 1U);
        EXPECT_NE(notices.told()[0].text.find("run.db-wal"), std::string::npos);
        ASSERT_TRUE(database.flush());
        const std::string warning = summarizeRun(run.path).warning;
        EXPECT_NE(warning.find("does not end its transaction"), std::string::npos) << warning;
        reader.execute("COMMIT");
    }
    for (std::int64_t step = 41; step <= 46; ++step) {
        database.publish(largeSnapshot(step));
        ASSERT_TRUE(database.flush());
    }
    ASSERT_TRUE(database.flush());
    EXPECT_EQ(notices.told().size(), 1U);
    EXPECT_EQ(summarizeRun(run.path).warning, "");
}

TEST(RunDatabaseFiles, LargeTransactionsWithoutAReaderAreNoFault) {
    TemporaryFolder folder;
    Notices notices;
    RunDatabase database(notices.options(folder / "run.db"));
    for (std::int64_t step = 1; step <= 40; ++step)
        database.publish(largeSnapshot(step));
    ASSERT_TRUE(database.flush());
    EXPECT_TRUE(notices.told().empty());
}

}  // namespace
}  // namespace orrery
