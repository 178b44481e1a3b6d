// SPDX-License-Identifier: GPL-3.0-or-later
// train.tensorboard: event files beside the run, and never in its way.
#include <gtest/gtest.h>

#include "core/train/preflight.h"
#include "core/train/session.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using test::newRun;
using test::resumedRun;
using test::TemporaryFolder;
using test::tinyConfig;
using test::WatchedSession;

std::size_t filesIn(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

Config boardConfig(const TemporaryFolder& folder, std::int64_t steps) {
    Config config = tinyConfig(steps);
    config.train.tensorboard = (folder / "board").string();
    return config;
}

TEST(SessionTensorboard, ARunHasAFolderThatItGoesOnIn) {
    const TemporaryFolder folder;
    Config config = boardConfig(folder, 10);
    WatchedSession first(newRun(config, folder / "runs"));
    ASSERT_EQ(first.runToEnd(), RunState::finished);
    const fs::path run = first.session.runFolder();
    const fs::path board = folder / "board" / run.filename().string();
    ASSERT_EQ(filesIn(board), 1U);
    const std::string text = test::readFile(fs::directory_iterator(board)->path());
    for (const char* name : {"train/loss", "val/loss", "layer0/gini"})
        EXPECT_NE(text.find(name), std::string::npos) << name;
    std::string yaml = test::readFile(run / "config.yaml");
    yaml.replace(yaml.find("max_steps: 10"), 13, "max_steps: 12");
    test::writeFile(run / "config.yaml", yaml);
    WatchedSession second(resumedRun(run));
    ASSERT_EQ(second.runToEnd(), RunState::finished);
    EXPECT_EQ(filesIn(board), 2U);
    EXPECT_EQ(filesIn(folder / "board"), 1U);
}

TEST(SessionTensorboard, WhatCantBeWrittenIsAWarningAndTheRunEndsWell) {
    const TemporaryFolder folder;
    WatchedSession run(newRun(boardConfig(folder, 10), folder / "runs"));
    test::writeFile(folder / "board", "in the way");  // after it was checked
    ASSERT_EQ(run.runToEnd(), RunState::finished);
    int told = 0;
    for (const Message& message : run.messages("log"))
        if (message.text.find("tries again") != std::string::npos) {
            ++told;
            EXPECT_EQ(message.severity, Severity::warning);
        }
    EXPECT_EQ(told, 1);
}

TEST(SessionTensorboard, AFolderThatCantBeIsAFaultBeforeTheRunBegins) {
    const TemporaryFolder folder;
    test::writeFile(folder / "board", "a file");
    Config config = boardConfig(folder, 10);
    const auto faults = preflight(config, folder / "runs");
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults[0].key, "train.tensorboard");
    EXPECT_NE(faults[0].message.find("not a folder"), std::string::npos);
}

}  // namespace
}  // namespace orrery
