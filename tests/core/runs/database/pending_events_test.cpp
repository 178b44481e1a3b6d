// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/database/pending_events.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/runs/database/run_database.h"
#include "core/runs/run_index.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_source.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::errorOf;
using test::makeRun;
using test::scalars;
using test::TemporaryFolder;

/// Another program that is in the middle of a transaction.
class Writer {
public:
    explicit Writer(const RunFolder& run) : connection_(run.databaseFile(), SqliteMode::write) {
        connection_.execute("BEGIN IMMEDIATE");
    }
    void end() { connection_.execute("ROLLBACK"); }

private:
    SqliteConnection connection_;
};

Progress progress(RunState state, std::int64_t step) {
    Progress result;
    result.state = state;
    result.step = step;
    result.total_steps = 50;
    return result;
}

/// Each once.
std::vector<std::int64_t> lossSteps(const RunFolder& run) {
    std::set<std::int64_t> steps;
    for (const auto& [step, value] : RunReader(run.databaseFile()).points("train/loss"))
        steps.insert(step);
    return {steps.begin(), steps.end()};
}

const std::vector<std::int64_t> kAll = {1, 2, 3};

/// A run whose step 1 is stored, and whose steps 2 and 3 wait beside it.
struct HeldRun {
    TemporaryFolder folder;
    RunFolder run = makeRun(folder.path(), "held");

    HeldRun() {
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(scalars(1, 1.0));
        database.flush();
        Writer other(run);
        for (const Event& event : test::oneOfEach())
            database.publish(event);
        database.publish(scalars(2, 1.0));
        EXPECT_EQ(database.keep(), Kept::pending);
        EXPECT_NE(database.problem().find("another process"), std::string::npos);
        database.publish(scalars(3, 1.0));
        database.publish(progress(RunState::failed, 3));
        EXPECT_EQ(database.keep(), Kept::pending);
        std::filesystem::copy_file(run.pendingEventsFile(), folder / "kept");
        other.end();
        EXPECT_EQ(database.keep(), Kept::stored);
        EXPECT_FALSE(std::filesystem::exists(run.pendingEventsFile())) << "once it is stored";
        EXPECT_EQ(lossSteps(run), kAll);
    }
};

TEST(PendingEvents, AreStoredOnceTheDatabaseIsFree) {
    const HeldRun held;
}

TEST(PendingEvents, ThatAreStoredAlreadyAreNotTakenInAgain) {
    const HeldRun held;
    // Killed between the transaction and the removal.
    std::filesystem::copy_file(held.folder / "kept", held.run.pendingEventsFile());
    {
        SqliteConnection raw(held.run.databaseFile(), SqliteMode::write);
        raw.execute("UPDATE scalars SET value = 7 WHERE step = 3 AND name = 'train/loss'");
    }
    EXPECT_TRUE(pendingMeta(held.run, RunReader(held.run.databaseFile()).meta()).empty());
    RunDatabase database({held.run.databaseFile(), {}, {}});
    EXPECT_FALSE(std::filesystem::exists(held.run.pendingEventsFile()));
    EXPECT_EQ(RunReader(held.run.databaseFile()).lastScalar("train/loss"), 7);
}

/// The process is killed while another holds the lock.
struct KilledRun {
    TemporaryFolder folder;
    RunFolder run = makeRun(folder.path(), "killed");

    KilledRun() {
        test::ChildProcess child([&](const std::function<void()>& ready) {
            RunDatabase database({run.databaseFile(), {}, {}});
            database.publish(scalars(1, 1.0));
            database.flush();
            Writer other(run);
            for (const Event& event : test::oneOfEach())
                database.publish(event);
            database.publish(scalars(2, 1.0));
            database.publish(Scalars{3, 1.5, {{"train/loss", 1.0}, {"val/loss", 0.5}}});
            database.publish(progress(RunState::running, 3));
            if (database.keep() == Kept::pending) ready();
            ::pause();
        });
        EXPECT_TRUE(child.ready());
        child.kill();
        EXPECT_EQ(lossSteps(run), std::vector<std::int64_t>{1});
    }
};

TEST(PendingEvents, SurviveAKillAndAreTakenInAtTheNextOpening) {
    const KilledRun killed;
    const auto next = std::stoll(RunReader(killed.run.pendingEventsFile()).meta().at("next_event"));
    {
        RunDatabase database({killed.run.databaseFile(), {}, {}});
        EXPECT_FALSE(std::filesystem::exists(killed.run.pendingEventsFile()));
        database.publish(scalars(4, 1.0));
    }
    EXPECT_EQ(lossSteps(killed.run), (std::vector<std::int64_t>{1, 2, 3, 4}));
    RunReader reader(killed.run.databaseFile());
    EXPECT_EQ(reader.meta().at("val/loss"), "0.5");
    EXPECT_EQ(reader.meta().at("step"), "3");
    EXPECT_GT(std::stoll(reader.meta().at("next_event")), next);
    // One of each kind, in the order in which they came.
    std::vector<std::size_t> kinds, wanted;
    for (const Event& event : test::oneOfEach())
        wanted.push_back(event.index());
    for (const Event& event : reader.poll(1000))
        kinds.push_back(event.index());
    ASSERT_EQ(kinds.size(), wanted.size() + 4) << "steps 1, 2, 3 and 4";
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), kinds.begin() + 1));
}

TEST(PendingEvents, AreTakenInByWhoHoldsTheLock) {
    const KilledRun killed;
    takeInPendingEvents(killed.run);
    EXPECT_FALSE(std::filesystem::exists(killed.run.pendingEventsFile()));
    EXPECT_EQ(lossSteps(killed.run), kAll);
    takeInPendingEvents(killed.run);
}

TEST(PendingEvents, AreRewoundLikeStoredOnes) {
    const KilledRun killed;
    RunDatabase({killed.run.databaseFile(), 2, {}}).flush();
    EXPECT_EQ(lossSteps(killed.run), (std::vector<std::int64_t>{1, 2}));
}

TEST(PendingEvents, ReadersSayThatTheyWaitAndShowTheNewestState) {
    const KilledRun killed;
    const RunSummary summary = summarizeRun(killed.run.path);
    EXPECT_EQ(summary.problem, "");
    EXPECT_NE(summary.warning.find("events-pending"), std::string::npos) << summary.warning;
    EXPECT_EQ(summary.step, 3);
    EXPECT_EQ(summary.total_steps, 50);
    EXPECT_EQ(summary.state, RunState::interrupted);
    const auto source = openStoredRun(killed.run.path);
    int told = 0;
    for (int round = 0; round < 2; ++round)
        for (const Event& event : source->poll()) {
            const auto* message = std::get_if<Message>(&event);
            if (message == nullptr || message->text.find("events-pending") == std::string::npos)
                continue;
            EXPECT_EQ(message->severity, Severity::warning);
            ++told;
        }
    EXPECT_EQ(told, 1);
    EXPECT_TRUE(std::filesystem::exists(killed.run.pendingEventsFile())) << "reading takes nothing";
}

TEST(PendingEvents, DamagedOnesAreNamedAndStay) {
    const KilledRun killed;
    const auto file = killed.run.pendingEventsFile();
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2 + 100);
    const std::string message = errorOf([&] {
        RunDatabase database({killed.run.databaseFile(), {}, {}});
    });
    EXPECT_NE(message.find("events-pending"), std::string::npos) << message;
    EXPECT_NE(message.find("corrupt"), std::string::npos) << message;
    EXPECT_TRUE(std::filesystem::exists(file));
    EXPECT_EQ(lossSteps(killed.run), std::vector<std::int64_t>{1});
    EXPECT_EQ(summarizeRun(killed.run.path).problem, "");
    std::filesystem::remove(file);
    EXPECT_EQ(errorOf([&] { RunDatabase database({killed.run.databaseFile(), {}, {}}); }), "");
}

TEST(PendingEvents, WithoutADatabaseAreAnError) {
    const KilledRun killed;
    std::filesystem::remove(killed.run.databaseFile());
    EXPECT_NE(errorOf([&] { takeInPendingEvents(killed.run); }).find("no run.db"),
              std::string::npos);
    EXPECT_TRUE(std::filesystem::exists(killed.run.pendingEventsFile()));
}

TEST(PendingEvents, ThatCanBeKeptNowhereAreAnError) {
    TemporaryFolder folder;
    test::SmallDisk disk(folder / "disk", "4m");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    RunDatabase database({folder / "disk" / "run.db", {}, {}});
    ASSERT_TRUE(database.flush());
    disk.fill();
    // More than the log has room for.
    for (std::int64_t step = 1; step <= 20'000; ++step)
        database.publish(scalars(step, 1.0));
    const std::string message = errorOf([&] { database.keep(); });
    EXPECT_NE(message.find("run.db"), std::string::npos) << message;
    EXPECT_NE(message.find("events-pending"), std::string::npos) << message;
    EXPECT_NE(message.find("no space left"), std::string::npos) << message;
    EXPECT_FALSE(std::filesystem::exists(folder / "disk" / ".events-pending.unfinished"));
    std::filesystem::remove(folder / "disk" / "filler");
    EXPECT_EQ(database.keep(), Kept::stored);
}

}  // namespace
}  // namespace orrery
