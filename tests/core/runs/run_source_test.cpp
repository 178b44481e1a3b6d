// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/run_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::errorOf;
using test::keySnapshot;
using test::makeRun;
using test::scalars;
using test::TemporaryFolder;

template <typename Kind>
std::vector<std::int64_t> stepsOf(const std::vector<Event>& events) {
    std::vector<std::int64_t> steps;
    for (const Event& event : events) {
        const auto* found = std::get_if<Kind>(&event);
        if (found == nullptr) continue;
        if constexpr (std::is_same_v<Kind, SharedKeys>)
            steps.push_back((*found)->step);
        else
            steps.push_back(found->step);
    }
    return steps;
}

SharedKeys shared(Keys keys) {
    return std::make_shared<const Keys>(std::move(keys));
}

Progress running(std::int64_t step) {
    Progress progress;
    progress.state = RunState::running;
    progress.step = step;
    progress.total_steps = 50;
    return progress;
}

TEST(StoredRun, GivesTheWholeHistoryAndItsInformation) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        for (std::int64_t step = 0; step < 3; ++step) {
            database.publish(scalars(step, 1.0));
            database.publish(keySnapshot(step, 0));
        }
        database.publish(keySnapshot(1, 1));
        database.publish(running(3));
        database.setMeta("program_version", "9.9");
    }
    auto source = openStoredRun(run.path);
    EXPECT_EQ(source->info().name, "a");
    EXPECT_EQ(source->info().program_version, "9.9");
    EXPECT_EQ(source->info().state, RunState::interrupted);
    EXPECT_EQ(source->info().step, 3);
    EXPECT_EQ(source->info().total_steps, 50);
    const auto events = source->poll();
    EXPECT_EQ(stepsOf<Scalars>(events), (std::vector<std::int64_t>{0, 1, 2}));
    EXPECT_EQ(stepsOf<SharedKeys>(events), (std::vector<std::int64_t>{2, 1}));
    EXPECT_EQ(stepsOf<Progress>(events), (std::vector<std::int64_t>{3}));
    EXPECT_TRUE(source->poll().empty());
    EXPECT_EQ(source->keySteps(0), (std::vector<std::int64_t>{0, 1, 2}));
    ASSERT_TRUE(source->keysAt(0, 1));
    EXPECT_EQ(source->keysAt(0, 1)->keys, keySnapshot(1, 0)->keys);
    EXPECT_FALSE(source->keysAt(1, 2));
    const ScalarPoints middle = source->scalar("train/loss", 1, 2);
    ASSERT_EQ(middle.size(), 2U);
    EXPECT_EQ(middle.front(), std::pair(std::int64_t{1}, 1.0));
    EXPECT_TRUE(source->scalar("nobody", 0, 9).empty());
    const auto read = source->scalarReader("train/loss", 1, 2);
    source.reset();
    ScalarPoints elsewhere;
    std::thread([&] { elsewhere = read(); }).join();
    EXPECT_EQ(elsewhere, middle);
}

TEST(StoredRun, ADamagedProgressHidesNothingElse) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(scalars(2, 1.0));
        database.publish(running(2));
        database.flush();
        database.setMeta("progress", R"({"state": "running", "phase": 7)");
        database.setMeta("step", "2");
    }
    const auto source = openStoredRun(run.path);
    EXPECT_EQ(source->info().state, RunState::interrupted);
    EXPECT_EQ(source->info().step, 2);
    const auto events = source->poll();
    EXPECT_EQ(stepsOf<Scalars>(events), (std::vector<std::int64_t>{2}));
    const auto said = std::ranges::count_if(events, [](const Event& event) {
        const auto* message = std::get_if<Message>(&event);
        return message != nullptr && message->severity == Severity::warning &&
               message->text.find("corrupt progress") != std::string::npos;
    });
    EXPECT_EQ(said, 1);
    EXPECT_TRUE(source->poll().empty());
}

TEST(StoredRun, FollowsAnotherProcessAndNoticesItsEnd) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    test::ChildProcess writer([&](const std::function<void()>& ready) {
        RunLock lock(run);
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(scalars(7, 1.0));
        database.publish(running(7));
        database.flush();
        ready();
        ::pause();
    });
    ASSERT_TRUE(writer.ready());
    auto source = openStoredRun(run.path);
    EXPECT_EQ(source->info().state, RunState::running);
    EXPECT_EQ(source->poll().size(), 2U);
    EXPECT_TRUE(source->poll().empty());
    writer.kill();
    const auto events = source->poll();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(std::get<Progress>(events[0]).state, RunState::interrupted);
    EXPECT_EQ(source->info().state, RunState::interrupted);
}

TEST(StoredRun, FoldersThatAreNoRunAreRefused) {
    TemporaryFolder folder;
    EXPECT_NE(errorOf([&] { openStoredRun(folder / "none"); }), "");
    EXPECT_NE(errorOf([&] { openStoredRun(folder.path()); }).find("not a run folder"),
              std::string::npos);
    const RunFolder run = makeRun(folder.path(), "a");
    std::filesystem::remove(run.configFile());
    EXPECT_NE(errorOf([&] { openStoredRun(run.path); }), "");
}

/// A run of four layers of two experts with keys of three dimensions.
std::string refusalOf(const Event& event) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(scalars(1, 1.0));
        database.publish(event);
    }
    const auto source = openStoredRun(run.path);
    return errorOf([&] { source->poll(); });
}

TEST(StoredRun, EventsOfLayersOrSizesThatTheRunDoesNotHaveAreRefused) {
    EXPECT_EQ(refusalOf(Usage{40, 3, {1, 2}}), "");
    const std::string layer = refusalOf(Usage{40, 4, {1, 2}});
    EXPECT_NE(layer.find("run.db holds usage counts of layer 4 (step 40)"), std::string::npos)
        << layer;
    EXPECT_NE(layer.find("4 layers, counted from 0, of 2 experts"), std::string::npos) << layer;
    EXPECT_NE(refusalOf(Usage{1, -1, {1, 2}}), "");
    EXPECT_NE(refusalOf(Usage{1, 0, {1, 2, 3}}), "");
    EXPECT_NE(refusalOf(keySnapshot(1, 4)).find("keys of layer 4"), std::string::npos);
    EXPECT_NE(refusalOf(shared({1, 0, 1, 3, {1, 2, 3}, {1}})).find("keys of 1 experts"),
              std::string::npos);
    EXPECT_NE(refusalOf(shared({1, 0, 2, 2, {1, 2, 3, 4}, {1, 1}})).find("keys of 2 dimensions"),
              std::string::npos);
    EXPECT_NE(refusalOf(ExpertTokens{1, 9, {{}, {}}}).find("tokens of experts"), std::string::npos);
    EXPECT_NE(refusalOf(ExpertTokens{1, 0, {{}}}), "");
}

TEST(StoredRun, TracesOfOtherLayersOrExpertsAreRefused) {
    const auto trace = [](int layers, int top_k, int experts, std::int32_t expert) {
        const auto cells = static_cast<std::size_t>(layers) * static_cast<std::size_t>(top_k);
        return Trace{1,
                     "a",
                     layers,
                     top_k,
                     experts,
                     {"a"},
                     {7},
                     std::vector<std::int32_t>(cells, expert),
                     std::vector<float>(cells, 1),
                     1};
    };
    EXPECT_EQ(refusalOf(trace(4, 1, 2, 1)), "");
    EXPECT_NE(refusalOf(trace(5, 1, 2, 1)).find("a trace of 5 layers"), std::string::npos);
    EXPECT_NE(refusalOf(trace(4, 3, 2, 1)), "");
    EXPECT_NE(refusalOf(trace(4, 1, 3, 1)), "");
    EXPECT_NE(refusalOf(trace(4, 1, 2, 2)), "");
    EXPECT_NE(refusalOf(trace(4, 1, 2, -1)), "");
}

TEST(StoredRun, OldSnapshotsAndCountsAreCheckedWhenTheyAreAskedFor) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(shared({1, 0, 1, 3, {1, 2, 3}, {1}}));
        database.publish(Usage{1, 0, {1, 2, 3}});
        database.publish(keySnapshot(2, 0));  // of the snapshots only the newest is polled
    }
    const auto source = openStoredRun(run.path);
    EXPECT_NE(errorOf([&] { source->keysAt(0, 1); }), "");
    EXPECT_TRUE(source->keysAt(0, 2));
    EXPECT_NE(errorOf([&] { source->usageHistory(0, 10); }), "");
}

TEST(LiveRun, ThePastIsCheckedToo) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    {
        RunDatabase earlier({run.databaseFile(), {}, {}});
        earlier.publish(Usage{1, 7, {1, 2}});
    }
    const RunDatabase database({run.databaseFile(), 2, {}});
    const auto source = openLiveRun(run.path, std::make_shared<EventQueue>());
    EXPECT_NE(errorOf([&] { source->poll(); }).find("layer 7"), std::string::npos);
}

TEST(LiveRun, GivesThePastFromTheDatabaseAndTheRestFromTheQueue) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    {
        RunDatabase earlier({run.databaseFile(), {}, {}});
        for (std::int64_t step = 1; step <= 4; ++step) {
            earlier.publish(scalars(step, 1.0));
            earlier.publish(keySnapshot(step, 0));
        }
    }
    RunDatabase database({run.databaseFile(), 2, {}});
    auto queue = std::make_shared<EventQueue>();
    const auto source = openLiveRun(run.path, queue);
    for (const Event& event : std::vector<Event>{scalars(3, 2.0), keySnapshot(3, 0), running(3)}) {
        database.publish(event);
        queue->publish(event);
    }
    database.flush();
    EXPECT_EQ(stepsOf<Scalars>(source->poll(2)), (std::vector<std::int64_t>{1, 2}));
    const auto events = source->poll();
    EXPECT_EQ(stepsOf<Scalars>(events), (std::vector<std::int64_t>{3}));
    EXPECT_EQ(source->info().state, RunState::running);
    EXPECT_EQ(source->info().step, 3);
    EXPECT_EQ(source->keySteps(0), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_TRUE(source->keysAt(0, 2));
}

TEST(LiveRun, ASnapshotIsThereBeforeTheDatabaseHasIt) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    auto queue = std::make_shared<EventQueue>();
    const auto source = openLiveRun(run.path, queue);
    queue->publish(keySnapshot(20, 1));
    EXPECT_EQ(source->poll().size(), 1U);
    EXPECT_EQ(source->keySteps(1), (std::vector<std::int64_t>{20}));
    ASSERT_TRUE(source->keysAt(1, 20));
    EXPECT_EQ(source->keysAt(1, 20)->usage, keySnapshot(20, 1)->usage);
}

TEST(LiveRun, ASnapshotIsTheOneThatWasPublished) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    auto queue = std::make_shared<EventQueue>();
    const auto source = openLiveRun(run.path, queue);
    EXPECT_FALSE(source->newestKeys(1));
    const SharedKeys published = keySnapshot(20, 1);
    queue->publish(published);
    EXPECT_FALSE(source->newestKeys(1));  // not yet polled
    const std::vector<Event> events = source->poll();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(std::get<SharedKeys>(events[0]), published);
    EXPECT_EQ(source->newestKeys(1), published);
    EXPECT_EQ(source->keysAt(1, 20), published);
    EXPECT_FALSE(source->newestKeys(0));
}

TEST(StoredRun, TheNewestSnapshotIsReadOnce) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    {
        RunDatabase database({run.databaseFile(), {}, {}});
        database.publish(keySnapshot(1, 0));
        database.publish(keySnapshot(2, 0));
    }
    const auto source = openStoredRun(run.path);
    EXPECT_FALSE(source->newestKeys(0));
    while (!source->poll().empty()) {
    }
    ASSERT_TRUE(source->newestKeys(0));
    EXPECT_EQ(source->newestKeys(0)->step, 2);
    EXPECT_EQ(source->keysAt(0, 2), source->newestKeys(0));
    ASSERT_TRUE(source->keysAt(0, 1));
    EXPECT_EQ(source->keysAt(0, 1)->step, 1);
}

TEST(LiveRun, WhatTheQueueDroppedComesFromTheDatabase) {
    TemporaryFolder folder;
    const RunFolder run = makeRun(folder.path(), "a");
    RunDatabase database({run.databaseFile(), {}, {}});
    auto queue = std::make_shared<EventQueue>(4);
    const auto source = openLiveRun(run.path, queue);
    std::vector<std::int64_t> seen;
    const auto look = [&] {
        for (const std::int64_t step : stepsOf<Scalars>(source->poll()))
            seen.push_back(step);
    };
    for (std::int64_t step = 1; step <= 20; ++step) {
        database.publish(scalars(step, 1.0));
        queue->publish(scalars(step, 1.0));
        if (step == 2 || step == 3 || step == 17) {
            database.flush();
            look();
        }
    }
    look();
    ASSERT_EQ(seen.size(), 20U);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        EXPECT_EQ(seen[i], static_cast<std::int64_t>(i) + 1);
    }
}

TEST(RunSource, GivesCountsOfALayerOverTheRunThinned) {
    TemporaryFolder root;
    const RunFolder folder = makeRun(root.path(), "a");
    {
        RunDatabase database({folder.databaseFile(), {}, {}});
        for (int step = 1; step <= 100; ++step)
            for (int layer = 0; layer < 2; ++layer)
                database.publish(Usage{step, layer, {1.0 * step, 1.0 * layer}});
    }
    const auto source = openStoredRun(folder.path);
    const std::vector<Usage> all = source->usageHistory(1, 1000);
    ASSERT_EQ(all.size(), 100U);
    EXPECT_EQ(all[41].counts, (std::vector<double>{42, 1}));
    const std::vector<Usage> some = source->usageHistory(0, 10);
    ASSERT_EQ(some.size(), 10U);
    EXPECT_EQ(some.front().step, 1);
    EXPECT_NEAR(static_cast<double>(some[5].step), 50, 3);
    EXPECT_TRUE(source->usageHistory(7, 10).empty());
}

TEST(StoredRun, WhatIsNotThereInTheRunIsNamed) {
    const auto faultOf = [](const Event& event) {
        TemporaryFolder folder;
        const RunFolder run = makeRun(folder.path(), "a");
        RunDatabase({run.databaseFile(), {}, {}}).publish(event);
        return errorOf([&] { openStoredRun(run.path)->poll(); });
    };
    const auto names = [](const std::string& error, const std::string& part) {
        return error.find(part) != std::string::npos && error.find("run.db") != std::string::npos;
    };
    EXPECT_PRED2(names, faultOf(Usage{3, 99, {1, 2}}), "usage counts of layer 99 (step 3)");
    EXPECT_PRED2(names, faultOf(Usage{3, -1, {1, 2}}), "usage counts of layer -1");
    EXPECT_PRED2(names, faultOf(Usage{3, 0, std::vector<double>(5000)}), "of 5000 experts");
    EXPECT_PRED2(names, faultOf(keySnapshot(3, 99)), "keys of layer 99");
    EXPECT_PRED2(names, faultOf(ExpertTokens{3, 99, {}}), "tokens of experts of layer 99");
    Trace trace{3, "x", 4, 1, 2, {"x"}, {1}, {7000, 0, 0, 0}, {1, 1, 1, 1}, 1};
    EXPECT_PRED2(names, faultOf(trace), "a trace of expert 7000");
}

}  // namespace
}  // namespace orrery
