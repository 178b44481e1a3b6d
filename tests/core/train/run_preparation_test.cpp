// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run_preparation.h"

#include <gtest/gtest.h>

#include <map>

#include "core/train/checkpoint.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/loop/loop_support.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using test::errorOf;

struct RunPreparationTest : testing::Test {
    test::TemporaryFolder folder;
    test::RecordingReporter told;
    TrainerOptions options;
    std::map<std::string, std::string> meta;
    bool stopped = false;

    void SetUp() override {
        options.config = test::tinyConfig();
        options.folder = {folder.path()};
        options.record = {"then", "auto", ""};
        options.token_folder = test::tokenFolder();
        options.remember = [this](const std::string& key, const std::string& value) {
            meta[key] = value;
        };
    }
    std::unique_ptr<TrainingRun> prepare() {
        return prepareRun(
            options, [this] { return stopped; }, told.reporter);
    }
    std::string warning() const {
        std::string texts;
        for (const Message& message : told.all<Message>())
            if (message.severity == Severity::warning) texts += message.text + "\n";
        return texts;
    }
};

TEST_F(RunPreparationTest, WhatTheRunIsMadeOfIsRecordedAndRemembered) {
    const auto run = prepare();
    EXPECT_EQ(run->step, 0);
    EXPECT_EQ(run->total_steps, 20);
    EXPECT_EQ(options.record.device, "cpu");
    EXPECT_EQ(options.record.corpus_hash, run->data.corpus_hash);
    EXPECT_EQ(meta.at("corpus_hash"), run->data.corpus_hash);
    EXPECT_EQ(meta.at("device"), "cpu");
    EXPECT_EQ(meta.at("threads"), "2");
    EXPECT_NE(test::readFile(folder / "config.yaml").find(run->data.corpus_hash),
              std::string::npos);
    EXPECT_TRUE(fs::exists(folder / "tokenizer.model"));
    EXPECT_NE(describeData(*run).find("20 in all, 2 threads"), std::string::npos);
    EXPECT_EQ(warning(), "");
}

TEST_F(RunPreparationTest, ACorpusThatHasChangedIsRefusedBeforeAnythingIsWritten) {
    options.record.corpus_hash = "0123456789abcdef";
    EXPECT_NE(errorOf([&] { prepare(); }).find("has changed since this run started"),
              std::string::npos);
    EXPECT_TRUE(meta.empty());
    EXPECT_FALSE(fs::exists(folder / "config.yaml"));
}

TEST_F(RunPreparationTest, AStopEndsIt) {
    stopped = true;
    EXPECT_THROW(prepare(), Cancelled);
    EXPECT_TRUE(meta.empty());
}

TEST_F(RunPreparationTest, ACheckpointIsTakenOverWithItsTime) {
    auto first = prepare();
    first->step = 4;
    first->real_tokens = 99;
    first->validation.add(4, 2.5);
    writeCheckpoint(folder.path(), first->checkpoint(12.5), 2);
    options.resume_from = 4;
    const auto resumed = prepare();
    EXPECT_EQ(resumed->step, 4);
    EXPECT_EQ(resumed->real_tokens, 99);
    EXPECT_EQ(resumed->validation.last, 2.5);
    EXPECT_EQ(resumed->validation.step, 4);
    EXPECT_EQ(told.reporter.progress.step, 4);
    EXPECT_EQ(told.reporter.clock.seconds(), 12.5);
    EXPECT_EQ(warning(), "");
}

/// Other threads are named where they change digits alone (threadObstacle).
TEST_F(RunPreparationTest, ACheckpointOfOtherThreadsOrAnotherVersionIsNamed) {
    options.config.model.norm = NormPlacement::pre;
    CheckpointContent content = prepare()->checkpoint(0);
    content.state.step = 4;
    content.state.threads = 3;
    content.state.program_version = "0.0.9";
    writeCheckpoint(folder.path(), content, 2);
    options.resume_from = 4;
    const auto resumed = prepare();
    EXPECT_NE(warning().find("2 threads instead of 3"), std::string::npos) << warning();
    EXPECT_NE(warning().find("version 0.0.9"), std::string::npos) << warning();
    EXPECT_EQ(resumed->validation.step, -1) << "none was measured there";
}

TEST_F(RunPreparationTest, OtherThreadsThatChangeNothingAreNotNamed) {
    CheckpointContent content = prepare()->checkpoint(0);
    content.state.step = 4;
    content.state.threads = 3;
    writeCheckpoint(folder.path(), content, 2);
    options.resume_from = 4;
    prepare();
    EXPECT_EQ(warning(), "");
}

TEST_F(RunPreparationTest, ACheckpointThatIsNotThereOrDoesNotFitIsAnError) {
    CheckpointContent content = prepare()->checkpoint(0);
    options.resume_from = 8;
    EXPECT_NE(errorOf([&] { prepare(); }).find("no checkpoint of step 8"), std::string::npos);
    content.state.step = 8;
    content.model.erase(content.model.begin());
    writeCheckpoint(folder.path(), content, 2);
    EXPECT_NE(errorOf([&] { prepare(); }), "");
}

TEST_F(RunPreparationTest, AnInitialStateThatDoesNotFitNamesItsFile) {
    test::writeFile(folder / "init.safetensors", "no tensors");
    EXPECT_NE(errorOf([&] { prepare(); }).find("init.safetensors"), std::string::npos);
}

}  // namespace
}  // namespace orrery
