// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/session.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/config/yaml.h"
#include "core/devices/resources.h"
#include "core/events/commands.h"
#include "core/runs/run_index.h"
#include "core/runs/run_source.h"
#include "core/train/checkpoint.h"
#include "core/train/loaded_run.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using namespace std::chrono_literals;
using test::errorOf;
using test::newRun;
using test::resumedRun;
using test::TemporaryFolder;
using test::tinyConfig;
using test::WatchedSession;

constexpr std::int64_t endless = 1'000'000;

/// Fails where `name` of `step` is told; gives the run's folder.
std::filesystem::path failAt(const Config& config, const std::filesystem::path& runs,
                             std::int64_t step, const std::string& name) {
    const auto queue = std::make_shared<test::ListeningQueue>();
    queue->heard = [&](const Event& event) {
        const auto* scalars = std::get_if<Scalars>(&event);
        if (scalars == nullptr || scalars->step != step) return;
        for (const auto& [key, value] : scalars->values)
            if (key == name) throw std::runtime_error("the roof fell in");
    };
    WatchedSession watched(newRun(config, runs), queue);
    EXPECT_EQ(watched.runToEnd(), RunState::failed);
    EXPECT_NE(watched.messages("state").back().text.find("the roof fell in"), std::string::npos);
    return watched.session.runFolder();
}

TEST(Session, WhatWasTrainedBeforeAFailureIsSaved) {
    const TemporaryFolder folder;
    Config config = tinyConfig(8);
    config.checkpoint.every = endless;
    WatchedSession whole(newRun(config, folder / "whole"));
    ASSERT_EQ(whole.runToEnd(), RunState::finished);
    const auto run = failAt(config, folder / "failed", 5, "val/loss");
    EXPECT_EQ(checkpointSteps(run), std::vector<std::int64_t>{5});
    WatchedSession resumed(resumedRun(run));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);
    const std::pair last(std::int64_t{8}, std::string("train/loss"));
    EXPECT_EQ(test::scalarTable(test::storedEvents(run)).at(last),
              test::scalarTable(whole.events).at(last));
}

TEST(Session, AStepThatFailedHalfwayIsNotSaved) {
    const TemporaryFolder folder;
    const auto run = failAt(tinyConfig(8), folder.path(), 7, "train/loss");
    EXPECT_EQ(checkpointSteps(run).back(), 5);
}

TEST(Session, AFullDiskPausesTrainingAndKeepsTheOldCheckpoint) {
    TemporaryFolder folder;
    test::SmallDisk disk(folder / "disk", "6m");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    Config config = tinyConfig(1000);
    config.checkpoint.every = endless;
    config.snapshots.keys_every = 1000;
    WatchedSession watched(newRun(config, folder / "disk"));
    watched.startPaused();
    ASSERT_TRUE(watched.stepTo(0, 2));
    watched.session.send(command::SaveNow{});
    ASSERT_TRUE(watched.waitFor([](const Event& event) {
        const auto* message = std::get_if<Message>(&event);
        return message != nullptr && message->kind == "checkpoint";
    }));
    const auto saved = checkpointSteps(watched.session.runFolder());
    ASSERT_EQ(saved.size(), 1U);
    const auto filler = [&](int i) { return folder / "disk" / std::to_string(i); };
    for (int i = 0; i < 100; ++i)
        test::writeFile(filler(i), std::string(64 * 1024, 'x'));
    watched.session.send(command::Resume{});
    watched.session.send(command::SaveNow{});
    ASSERT_TRUE(watched.waitFor([](const Event& event) {
        const auto* message = std::get_if<Message>(&event);
        return message != nullptr && message->kind == "checkpoint" &&
               message->severity == Severity::error;
    }));
    ASSERT_TRUE(watched.waitForState(RunState::paused));
    const auto said = watched.messages("checkpoint");
    EXPECT_NE(said.back().text.find("no space left"), std::string::npos) << said.back().text;
    EXPECT_EQ(checkpointSteps(watched.session.runFolder()), saved);
    for (int i = 0; i < 100; ++i)
        std::filesystem::remove(filler(i));
    watched.look();
    const auto last = test::scalarTable(watched.events).rbegin()->first.first;
    watched.session.send(command::StepOnce{});
    ASSERT_TRUE(watched.waitForStep(last + 1));
    watched.session.send(command::Stop{});
    EXPECT_EQ(watched.session.wait(), RunState::stopped);
    EXPECT_GT(checkpointSteps(watched.session.runFolder()).back(), saved.back());
}

TEST(Session, ANearlyFullDiskIsEnoughForARunThatGoesOn) {
    TemporaryFolder folder;
    test::SmallDisk disk(folder / "disk", "64m");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    Config config = tinyConfig(20);
    config.model.vocab_size = 2000;  // checkpoints that outweigh the records
    config.model.d_model = 64;
    config.data.train_documents = 400;
    config.checkpoint.keep = 1;
    config.snapshots.keys_every = endless;
    WatchedSession first(newRun(config, folder / "disk"));
    first.startPaused();
    ASSERT_TRUE(first.stepTo(0, 11));
    first.session.send(command::Stop{});
    ASSERT_EQ(first.session.wait(), RunState::stopped);
    const auto run = first.session.runFolder();
    const double all = estimateNeed(config).disk_bytes;
    const double added =
        estimateNeed(config, storedPart(RunFolder{run}.checkpointsFolder(), 11)).disk_bytes;
    ASSERT_LT(added, 0.7 * all);
    const auto free = static_cast<double>(std::filesystem::space(folder / "disk").available);
    const double wanted = 0.5 * (added + all);
    ASSERT_GT(free, wanted);
    test::writeFile(folder / "disk" / "filler",
                    std::string(static_cast<std::size_t>(free - wanted), 'x'));
    WatchedSession second(resumedRun(run));
    EXPECT_EQ(second.runToEnd(), RunState::finished);
    EXPECT_NE(errorOf([&] {
                  WatchedSession other(newRun(config, folder / "disk"));
              }).find("lower checkpoint.keep"),
              std::string::npos);
}

TEST(Session, AFinishedRunIsNotTouchedByResume) {
    TemporaryFolder folder;
    WatchedSession first(newRun(tinyConfig(4), folder.path()));
    ASSERT_EQ(first.runToEnd(), RunState::finished);
    const auto run = first.session.runFolder();
    EXPECT_NE(errorOf([&] { WatchedSession again(resumedRun(run)); }).find("finished"),
              std::string::npos);
    EXPECT_EQ(openStoredRun(run)->info().state, RunState::finished);
    EXPECT_EQ(openStoredRun(run)->info().step, 4);
}

TEST(Session, AResumeThatFailsKeepsTheRunsFigures) {
    TemporaryFolder folder;
    Config config = tinyConfig(endless);
    config.data.corpus = (folder / "text.txt").string();
    config.data.split = DocumentSplit::line;
    config.data.train_documents = config.data.val_documents = 0;
    std::string text;
    for (int i = 0; i < 400; ++i)
        text += "The fox number " + std::to_string(i * 7919 % 1000) + " ran over the old bridge.\n";
    test::writeFile(config.data.corpus, text);
    WatchedSession first(newRun(config, folder / "runs"));
    first.session.start();
    ASSERT_TRUE(first.waitForStep(6));
    first.session.send(command::Stop{});
    ASSERT_EQ(first.session.wait(), RunState::stopped);
    const auto run = first.session.runFolder();
    const auto before = openStoredRun(run)->info();
    test::writeFile(config.data.corpus, text + "One more.\n");
    EXPECT_NE(errorOf([&] { LoadedRun::open(run).evaluate(); }).find("changed"), std::string::npos);
    WatchedSession second(resumedRun(run));
    EXPECT_EQ(second.runToEnd(), RunState::failed);
    const auto after = openStoredRun(run)->info();
    EXPECT_EQ(after.step, before.step);
    EXPECT_EQ(after.total_steps, before.total_steps);
}

TEST(Session, ADamagedCheckpointIsSkippedWithAWarning) {
    TemporaryFolder folder;
    WatchedSession watched(newRun(tinyConfig(10), folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const auto run = watched.session.runFolder();
    const auto newest = run / "checkpoints" / "step-000010" / "model.safetensors";
    std::filesystem::resize_file(newest, std::filesystem::file_size(newest) / 2);
    {
        WatchedSession resumed(resumedRun(run));
        ASSERT_EQ(resumed.runToEnd(), RunState::finished);
        const auto said = resumed.messages("checkpoint");
        ASSERT_FALSE(said.empty());
        EXPECT_EQ(said.front().severity, Severity::warning);
        EXPECT_NE(said.front().text.find("step-000010"), std::string::npos) << said.front().text;
    }
    for (const char* step : {"step-000005", "step-000010"}) {
        std::filesystem::remove(run / "checkpoints" / step / "optimizer.safetensors");
    }
    EXPECT_NE(errorOf([&] { WatchedSession again(resumedRun(run)); }).find("can't be resumed"),
              std::string::npos);
}

TEST(Session, TwoSessionsOnOneRunAreRefused) {
    TemporaryFolder folder;
    WatchedSession watched(newRun(tinyConfig(5), folder.path()));
    EXPECT_NE(errorOf([&] {
                  WatchedSession second(resumedRun(watched.session.runFolder()));
              }).find("is in use"),
              std::string::npos);
}

TEST(Session, WhatCannotRunIsRefusedAndLeavesNothing) {
    TemporaryFolder folder;
    Config contradiction = tinyConfig();
    contradiction.model.num_heads = 3;
    EXPECT_THROW(WatchedSession(newRun(contradiction, folder.path())), ConfigError);
    Config range = tinyConfig();
    range.train.learning_rate = -1;
    EXPECT_NE(errorOf([&] {
                  WatchedSession bad(newRun(range, folder.path()));
              }).find("train.learning_rate"),
              std::string::npos);
    Config huge = tinyConfig();
    huge.train.batch_size = 65'536;
    huge.model.seq_len = 131'072;
    EXPECT_NE(
        errorOf([&] { WatchedSession big(newRun(huge, folder.path())); }).find("train.batch_size="),
        std::string::npos);
    test::writeFile(folder / "plain", "x");
    EXPECT_NE(errorOf([&] { WatchedSession odd(newRun(tinyConfig(), folder / "plain")); }), "");
    EXPECT_NE(errorOf([&] { WatchedSession none(resumedRun(folder / "none")); }), "");
    std::filesystem::remove(folder / "plain");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Session, ACorpusThatCannotBeReadFailsTheRunWithItsReason) {
    TemporaryFolder folder;
    Config config = tinyConfig();
    config.data.corpus = (folder / "none.txt").string();
    EXPECT_THROW(WatchedSession(newRun(config, folder / "runs")), ConfigError);
    EXPECT_FALSE(std::filesystem::exists(folder / "runs"));
    config.data.corpus = (folder / "empty.txt").string();
    test::writeFile(config.data.corpus, "");
    WatchedSession watched(newRun(config, folder / "runs"));
    EXPECT_EQ(watched.runToEnd(), RunState::failed);
    const auto said = watched.messages("state");
    ASSERT_FALSE(said.empty());
    EXPECT_NE(said.back().text.find("empty"), std::string::npos) << said.back().text;
    EXPECT_NE(said.back().text.find("no run folder is left"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(watched.session.runFolder()));
    EXPECT_TRUE(std::filesystem::is_empty(folder / "runs"));
}

TEST(Session, ALegacyModelWithoutMaskIsLabelled) {
    TemporaryFolder folder;
    Config config = tinyConfig(2);
    config.model.causal = false;
    WatchedSession watched(newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const auto probe = watched.messages("probe");
    ASSERT_EQ(probe.size(), 10U);
    EXPECT_EQ(probe[0].severity, Severity::warning);
    EXPECT_NE(probe[0].text.find("no causal mask"), std::string::npos);
}

TEST(Session, ControlsWithoutKeysTrainToo) {
    const std::pair<const char*, void (*)(Config&)> controls[] = {
        {"none", [](Config& c) { c.some.experts = ExpertKind::none; }},
        {"random", [](Config& c) { c.some.routing = Routing::random; }},
        {"hash", [](Config& c) { c.some.routing = Routing::hash; }}};
    for (const auto& [name, change] : controls) {
        TemporaryFolder folder;
        Config config = tinyConfig(4);
        change(config);
        WatchedSession watched(newRun(config, folder.path()));
        EXPECT_EQ(watched.runToEnd(), RunState::finished) << name;
    }
}

TEST(Session, RunsInBfloat16AndWithAGraphOfKeysEndNearTheUsualOne) {
    double losses[3];
    int run = 0;
    for (const char* knob : {"plain", "bf16", "hnsw"}) {
        TemporaryFolder folder;
        Config config = tinyConfig(20);
        config.some.num_experts = 48;
        if (std::string(knob) == "bf16") config.train.precision = Precision::bf16;
        if (std::string(knob) == "hnsw") config.some.search = KeySearch::hnsw;
        WatchedSession watched(newRun(config, folder.path()));
        ASSERT_EQ(watched.runToEnd(), RunState::finished) << knob;
        losses[run++] = test::scalarTable(watched.events).at({20, "val/loss"});
    }
    EXPECT_NEAR(losses[1], losses[0], 0.05);
    EXPECT_NE(losses[1], losses[0]);
    EXPECT_NEAR(losses[2], losses[0], 0.02);
}

}  // namespace
}  // namespace orrery
