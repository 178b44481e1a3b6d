// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a run whose files are locked, removed or moved while it trains.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/events/commands.h"
#include "core/files/sqlite.h"
#include "core/runs/mailbox.h"
#include "core/runs/run_index.h"
#include "core/runs/database/run_reader.h"
#include "core/runs/run_source.h"
#include "core/train/checkpoint.h"
#include "core/train/loaded_run.h"
#include "core/train/session.h"
#include "core/train/session_opening.h"
#include "core/train/session_records.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using test::newRun;
using test::resumedRun;
using test::TemporaryFolder;
using test::tinyConfig;
using test::WatchedSession;

constexpr std::int64_t kEndless = 1'000'000;

bool anyContains(const std::vector<Message>& messages, const std::string& text) {
    return std::ranges::any_of(messages, [&](const Message& message) {
        return message.text.find(text) != std::string::npos;
    });
}

/// The steps whose loss is stored.
std::vector<std::int64_t> lossesOf(const fs::path& run) {
    std::vector<std::int64_t> steps;
    for (const auto& [step, value] : RunReader(run / "run.db").points("train/loss"))
        steps.push_back(step);
    return steps;
}

std::vector<std::int64_t> upTo(std::int64_t last) {
    std::vector<std::int64_t> steps;
    for (std::int64_t step = 1; step <= last; ++step)
        steps.push_back(step);
    return steps;
}

std::vector<Message> storedMessages(const fs::path& run, const std::string& kind) {
    std::vector<Message> found;
    for (const Event& event : test::storedEvents(run))
        if (const auto* message = std::get_if<Message>(&event);
            message != nullptr && message->kind == kind)
            found.push_back(*message);
    return found;
}

bool waitForKind(WatchedSession& watched, const std::string& kind) {
    return watched.waitFor([&](const Event& event) {
        const auto* message = std::get_if<Message>(&event);
        return message != nullptr && message->kind == kind;
    });
}

/// Locks the run's database once a step is told, as another program would.
struct LockedAt {
    std::optional<SqliteConnection> other;
    std::shared_ptr<test::ListeningQueue> queue = std::make_shared<test::ListeningQueue>();

    LockedAt(const fs::path& runs, std::int64_t step) {
        queue->heard = [this, runs, step](const Event& event) {
            const auto* scalars = std::get_if<Scalars>(&event);
            if (scalars == nullptr || scalars->step < step || other) return;
            const fs::path file = listRuns(runs).at(0).folder / "run.db";
            other.emplace(file, SqliteMode::write);
            other->execute("BEGIN IMMEDIATE");
        };
    }
};

TEST(SessionRecords, AHistoryThatCannotBeStoredFailsTheRunAndWaitsForResume) {
    TemporaryFolder folder;
    Config config = tinyConfig(12);
    config.checkpoint.every = 6;
    LockedAt lock(folder / "runs", 3);
    fs::path run;
    {
        WatchedSession watched(newRun(config, folder / "runs"), lock.queue);
        EXPECT_EQ(watched.runToEnd(), RunState::failed);
        run = watched.session.runFolder();
        const auto said = watched.messages("state");
        ASSERT_FALSE(said.empty());
        EXPECT_EQ(said.back().severity, Severity::error);
        EXPECT_NE(said.back().text.find("events-pending"), std::string::npos) << said.back().text;
        EXPECT_NE(said.back().text.find("resume"), std::string::npos) << said.back().text;
        EXPECT_FALSE(anyContains(said, "Finished"));
    }
    EXPECT_FALSE(anyContains({{0, 0, {}, "", test::readFile(run / "log.txt")}}, "Finished"));
    EXPECT_EQ(checkpointSteps(run), (std::vector<std::int64_t>{6, 12}))
        << "each with its history beside it";
    EXPECT_TRUE(fs::exists(run / "events-pending"));
    EXPECT_LT(lossesOf(run).size(), 12U);
    const RunSummary summary = summarizeRun(run);
    EXPECT_EQ(summary.state, RunState::failed);
    EXPECT_EQ(summary.step, 12);
    EXPECT_NE(summary.warning, "");
    EXPECT_FALSE(isComplete(run));

    lock.other.reset();
    WatchedSession resumed(resumedRun(run));
    EXPECT_EQ(resumed.runToEnd(), RunState::finished);
    EXPECT_EQ(lossesOf(run), upTo(12));
    EXPECT_FALSE(fs::exists(run / "events-pending"));
    EXPECT_EQ(summarizeRun(run).warning, "");
    EXPECT_EQ(summarizeRun(run).state, RunState::finished);
}

TEST(SessionRecords, AStoppedRunWhoseHistoryIsNotStoredFailsToo) {
    TemporaryFolder folder;
    LockedAt lock(folder / "runs", 2);
    Config config = tinyConfig(kEndless);
    config.checkpoint.every = kEndless;
    WatchedSession watched(newRun(config, folder / "runs"), lock.queue);
    watched.startPaused();
    ASSERT_TRUE(watched.stepTo(0, 4));
    watched.session.send(command::Stop{});
    EXPECT_EQ(watched.session.wait(), RunState::failed);
    const auto run = watched.session.runFolder();
    EXPECT_EQ(checkpointSteps(run), std::vector<std::int64_t>{4});
    lock.other.reset();
    WatchedSession resumed(resumedRun(run));
    resumed.startPaused();
    ASSERT_TRUE(resumed.stepTo(4, 5));
    resumed.session.send(command::Stop{});
    EXPECT_EQ(resumed.session.wait(), RunState::stopped);
    EXPECT_EQ(lossesOf(run), upTo(5));
}

/// Killed while its database is locked: what was told up to the last save waits beside.
TEST(SessionRecords, AKillLosesNoHistoryOfASavedStep) {
    TemporaryFolder folder;
    Config config = tinyConfig(8);
    config.checkpoint.every = kEndless;
    test::ChildProcess child([&](const std::function<void()>& ready) {
        LockedAt lock(folder / "runs", 2);
        WatchedSession killed(newRun(config, folder / "runs"), lock.queue);
        killed.startPaused();
        killed.stepTo(0, 5);
        killed.session.send(command::Set{"keys.alpha", "0.5"});
        killed.session.send(command::SaveNow{});
        if (waitForKind(killed, "checkpoint")) ready();
        ::pause();
    });
    ASSERT_TRUE(child.ready());
    child.kill();
    const auto run = listRuns(folder / "runs").at(0).folder;
    ASSERT_EQ(checkpointSteps(run), std::vector<std::int64_t>{5});
    EXPECT_LT(lossesOf(run).size(), 5U);
    WatchedSession resumed(resumedRun(run));
    EXPECT_EQ(resumed.runToEnd(), RunState::finished);
    EXPECT_EQ(lossesOf(run), upTo(8));
    const auto settings = RunReader(run / "run.db").settings();
    ASSERT_EQ(settings.size(), 1U) << "the change waited, too";
    EXPECT_EQ(settings[0].step, 5);
}

TEST(SessionRecords, RemovedFilesAreWrittenAnew) {
    TemporaryFolder folder;
    Config config = tinyConfig(9);
    WatchedSession watched(newRun(config, folder / "runs"));
    watched.startPaused();
    ASSERT_TRUE(watched.stepTo(0, 6));
    const auto run = watched.session.runFolder();
    const std::string text = test::readFile(run / "config.yaml");
    const std::string tokenizer = test::readFile(run / "tokenizer.model");
    for (const char* name : {"config.yaml", "tokenizer.model", "run.db", ".lock"})
        ASSERT_TRUE(fs::remove(run / name)) << name;
    watched.session.send(command::Resume{});
    ASSERT_EQ(watched.session.wait(), RunState::finished);
    watched.look();
    EXPECT_TRUE(anyContains(watched.messages("log"), "config.yaml was removed"));
    EXPECT_TRUE(anyContains(watched.messages("log"), "tokenizer.model was removed"));
    EXPECT_TRUE(anyContains(watched.messages("log"), "run.db was removed"));
    EXPECT_EQ(test::readFile(run / "config.yaml"), text);
    EXPECT_EQ(test::readFile(run / "tokenizer.model"), tokenizer);
    EXPECT_EQ(lossesOf(run), upTo(9));
    EXPECT_EQ(openStoredRun(run)->info().state, RunState::finished);
    EXPECT_EQ(LoadedRun::open(run).step(), 9);
}

TEST(SessionRecords, ATokenizerThatIsRemovedAfterTheLastSaveIsThereAtTheEnd) {
    TemporaryFolder folder;
    Config config = tinyConfig(4);
    const auto queue = std::make_shared<test::ListeningQueue>();
    queue->heard = [&](const Event& event) {
        const auto* message = std::get_if<Message>(&event);
        if (message != nullptr && message->kind == "checkpoint")
            fs::remove(listRuns(folder / "runs").at(0).folder / "tokenizer.model");
    };
    WatchedSession watched(newRun(config, folder / "runs"), queue);
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    EXPECT_EQ(LoadedRun::open(watched.session.runFolder()).step(), 4);
}

TEST(SessionRecords, AFolderThatIsRenamedIsFollowed) {
    TemporaryFolder folder;
    Config config = tinyConfig(kEndless);
    config.checkpoint.every = kEndless;
    WatchedSession watched(newRun(config, folder / "runs"));
    watched.startPaused();
    ASSERT_TRUE(watched.stepTo(0, 3));
    const auto place = watched.session.runFolder();
    const auto now = folder / "runs" / "renamed";
    fs::rename(place, now);
    ASSERT_TRUE(watched.stepTo(3, 5));
    // Another process finds it by its new name.
    const std::string id = postChanges(RunFolder{now}, {{"keys.alpha", "0.5"}});
    watched.session.send(command::StepOnce{});
    ASSERT_TRUE(watched.waitForStep(6));
    watched.session.send(command::Stop{});
    EXPECT_EQ(watched.session.wait(), RunState::stopped);
    watched.look();
    EXPECT_TRUE(takeAnswer(RunFolder{now}, id));
    EXPECT_TRUE(anyContains(watched.messages("log"), "was moved to"));
    EXPECT_EQ(watched.session.runFolder(), now);
    EXPECT_FALSE(fs::exists(place));
    EXPECT_EQ(checkpointSteps(now), std::vector<std::int64_t>{6}) << "no step is lost";
    EXPECT_EQ(lossesOf(now), upTo(6));
    EXPECT_EQ(openStoredRun(now)->info().state, RunState::stopped);
    WatchedSession resumed(resumedRun(now));
    resumed.startPaused();
    EXPECT_TRUE(resumed.stepTo(6, 7));
}

TEST(SessionRecords, AFolderThatIsRemovedEndsTheRunAsFailed) {
    TemporaryFolder folder;
    Config config = tinyConfig(kEndless);
    config.checkpoint.every = kEndless;
    WatchedSession watched(newRun(config, folder / "runs"));
    watched.startPaused();
    ASSERT_TRUE(watched.stepTo(0, 2));
    const auto place = watched.session.runFolder();
    fs::remove_all(place);
    watched.session.send(command::SaveNow{});
    EXPECT_EQ(watched.session.wait(), RunState::failed) << "a pause would bring nothing back";
    watched.look();
    EXPECT_TRUE(anyContains(watched.messages("state"), "was removed"));
    EXPECT_FALSE(fs::exists(place)) << "no second folder that looks like the run";
}

TEST(SessionRecords, ALineOfACheckpointThatAKillTookIsWrittenAtResume) {
    TemporaryFolder folder;
    Config config = tinyConfig(8);
    config.checkpoint.every = 2;
    test::ChildProcess child([&](const std::function<void()>& ready) {
        WatchedSession killed(newRun(config, folder / "runs"));
        killed.startPaused();
        if (killed.stepTo(0, 5)) ready();
        ::pause();
    });
    ASSERT_TRUE(child.ready());
    child.kill();
    const auto run = listRuns(folder / "runs").at(0).folder;
    ASSERT_EQ(checkpointSteps(run), (std::vector<std::int64_t>{2, 4}));
    EXPECT_EQ(storedMessages(run, "checkpoint").size(), 2U) << "stored before the next step";
    // As if it had been killed a moment earlier, between the checkpoint and its line.
    SqliteConnection(run / "run.db", SqliteMode::write)
        .execute("DELETE FROM events WHERE kind = 'checkpoint' AND step = 4");
    WatchedSession resumed(resumedRun(run));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);
    std::vector<std::string> said;
    for (const Message& message : storedMessages(run, "checkpoint"))
        said.push_back(message.text);
    EXPECT_EQ(said, (std::vector<std::string>{"Saved step 2.", "Saved step 4.", "Saved step 6.",
                                              "Saved step 8."}));
}

struct OpenRecords : testing::Test {
    TemporaryFolder folder;
    RunFolder run = test::makeRun(folder.path(), "open");
    std::shared_ptr<EventQueue> queue = std::make_shared<EventQueue>();
    SessionRecords records{run, std::make_unique<RunLock>(run), std::nullopt, queue};
};

TEST_F(OpenRecords, TheFolderIsKnownWhereItWasSeenLastAfterTheyAreClosed) {
    EXPECT_EQ(records.folder(), run.path);
    fs::rename(run.path, folder / "renamed");
    EXPECT_EQ(records.folder(), run.path) << "nobody has looked";
    EXPECT_EQ(records.locate(), folder / "renamed");
    EXPECT_TRUE(isRunLocked(folder / "renamed"));
    records.close();
    EXPECT_FALSE(isRunLocked(folder / "renamed"));
    EXPECT_EQ(records.folder(), folder / "renamed");
}

TEST_F(OpenRecords, AHistoryThatWaitsBesideIsKeptAndNotStored) {
    const RunStorage storage = records.storage();
    records.database().publish(test::scalars(1, 3.5));
    EXPECT_NO_THROW(storage.store());
    SqliteConnection other(run.databaseFile(), SqliteMode::write);
    other.execute("BEGIN IMMEDIATE");
    records.database().publish(test::scalars(2, 3.25));
    EXPECT_NO_THROW(storage.keep());
    EXPECT_TRUE(fs::exists(run.pendingEventsFile()));
    const std::string fault = test::errorOf([&] { storage.store(); });
    EXPECT_NE(fault.find(run.pendingEventsFile().string()), std::string::npos) << fault;
    EXPECT_NE(fault.find("resume the run"), std::string::npos) << fault;
    const auto told = queue->take().events;
    ASSERT_FALSE(told.empty()) << "whoever watches hears of it, too";
    EXPECT_EQ(std::get<Message>(told[0]).severity, Severity::error);
    EXPECT_NE(test::readFile(run.logFile()).find("Events are kept in memory"), std::string::npos);
    other.execute("ROLLBACK");
    EXPECT_NO_THROW(storage.store());
    EXPECT_FALSE(fs::exists(run.pendingEventsFile()));
}

TEST_F(OpenRecords, ARunThatIsRemovedIsNotKept) {
    fs::remove_all(run.path);
    EXPECT_NE(test::errorOf([&] { records.locate(); }).find("removed"), std::string::npos);
    EXPECT_THROW(records.keep(), Error);
}

/// The run was begun by version 0.1.0, whose run.db told of changes in sentences.
TEST(SessionRecords, ARunOfFormat1IsResumedWithItsSettings) {
    TemporaryFolder folder;
    Config config = tinyConfig(8);
    config.checkpoint.every = 4;
    WatchedSession first(newRun(config, folder / "runs"));
    first.startPaused();
    ASSERT_TRUE(first.stepTo(0, 5));
    first.session.send(command::StopNow{});
    ASSERT_EQ(first.session.wait(), RunState::stopped);
    const auto run = first.session.runFolder();
    {
        SqliteConnection raw(run / "run.db", SqliteMode::write);
        raw.execute(
            "DROP TABLE settings; DROP TABLE respawns; PRAGMA user_version = 1;"
            "CREATE TABLE figures(id INTEGER PRIMARY KEY, step INTEGER NOT NULL, created TEXT NOT "
            "NULL, name TEXT NOT NULL, file TEXT NOT NULL);"
            "INSERT INTO events SELECT max(id) + 1, 2, 0.5, 'set', 'info', 'keys.alpha = 0.5' FROM "
            "events;"
            "INSERT INTO events SELECT max(id) + 1, 6, 0.7, 'set', 'info', 'keys.beta = 0.25' FROM "
            "events;");
    }
    EXPECT_EQ(LoadedRun::open(run).config().keys.alpha, 0.5) << "before it is upgraded";
    WatchedSession resumed(resumedRun(run));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);
    EXPECT_TRUE(anyContains(resumed.messages("log"), "as at step 2: keys.alpha = 0.5"));
    EXPECT_TRUE(anyContains(resumed.messages("log"), "as at step 6: keys.beta = 0.25"));
    EXPECT_EQ(LoadedRun::open(run).config().keys.beta, 0.25);
    EXPECT_EQ(SqliteConnection(run / "run.db", SqliteMode::read).integer("PRAGMA user_version"), 2);
}

TEST(SessionOpening, ARunIsCompleteWithAllItsStepsInAWholeCheckpoint) {
    const Config config = tinyConfig(12);
    const auto complete = [&](RunState state, std::int64_t step, std::int64_t saved) {
        Progress stored;
        stored.state = state;
        stored.step = step;
        FoundCheckpoint found;
        if (saved >= 0) found.state.emplace().step = saved;
        return isComplete(config, stored, found);
    };
    EXPECT_TRUE(complete(RunState::finished, 12, 12));
    EXPECT_FALSE(complete(RunState::stopped, 12, 12));
    EXPECT_FALSE(complete(RunState::finished, 10, 10)) << "train.max_steps was raised";
    EXPECT_FALSE(complete(RunState::finished, 12, 10)) << "its last checkpoint is damaged";
    EXPECT_FALSE(complete(RunState::finished, 12, -1));
}

TEST(SessionOpening, ANewRunThatCannotBeOpenedLeavesNothingBehind) {
    TemporaryFolder folder;
    const auto queue = std::make_shared<EventQueue>();
    SessionOptions options = newRun(tinyConfig(), folder / "runs");
    options.tokenizer = folder / "no.model";
    EXPECT_THROW(openRun(options, queue), Error);
    options = newRun(tinyConfig(), folder / "runs");
    options.init = folder / "no.safetensors";
    EXPECT_THROW(openRun(options, queue), Error);
    options = newRun(tinyConfig(), folder / "runs");
    options.config.keys.alpha = -1;
    EXPECT_THROW(openRun(options, queue), Error);
    EXPECT_TRUE(listRuns(folder / "runs").empty());
    EXPECT_THROW(openRun(resumedRun(folder / "runs" / "none"), queue), Error);
    const OpenedRun run = openRun(newRun(tinyConfig(), folder / "runs"), queue);
    EXPECT_FALSE(run.trainer.resume_from);
    EXPECT_TRUE(isRunLocked(run.records->folder()));
    EXPECT_EQ(run.trainer.storage.locate(), run.records->folder());
}

}  // namespace
}  // namespace orrery
