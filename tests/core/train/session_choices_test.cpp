// SPDX-License-Identifier: GPL-3.0-or-later
// What a session chooses by itself: precision and threads.
#include <gtest/gtest.h>

#include "core/config/yaml.h"
#include "core/ops/panels/half_product.h"
#include "core/threads.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using test::newRun;
using test::resumedRun;
using test::TemporaryFolder;
using test::tinyConfig;
using test::WatchedSession;

std::string logged(const WatchedSession& watched, const std::string& begin) {
    for (const Message& message : watched.messages("log"))
        if (message.text.rfind(begin, 0) == 0) return message.text;
    return {};
}

TEST(SessionChoices, AutoPrecisionIsToldAndStoredWithTheRun) {
    TemporaryFolder folder;
    Config config = tinyConfig(5);
    config.train.precision = Precision::automatic;
    WatchedSession watched(newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const Precision chosen = hasHalfProducts() ? Precision::bf16 : Precision::fp32;
    EXPECT_NE(logged(watched, "train.precision: auto is "), "");
    const Config stored = loadConfig(RunFolder{watched.session.runFolder()}.configFile());
    EXPECT_EQ(stored.train.precision, chosen);
    // As if that had been asked for.
    config.train.precision = chosen;
    WatchedSession asked(newRun(config, folder.path()));
    ASSERT_EQ(asked.runToEnd(), RunState::finished);
    EXPECT_EQ(test::withoutTimes(test::scalarTable(watched.events)),
              test::withoutTimes(test::scalarTable(asked.events)));
}

TEST(SessionChoices, ThreadsThatAreChosenChangeNoNumber) {
    test::ScalarTable tables[2];
    for (const std::int64_t threads : {0, 1}) {
        TemporaryFolder folder;
        Config config = tinyConfig(80);
        config.eval.every = 40;
        config.checkpoint.every = 40;
        config.train.threads = threads;
        WatchedSession watched(newRun(config, folder.path()));
        ASSERT_EQ(watched.runToEnd(), RunState::finished);
        const bool chooses = threads == 0 && availableThreads() > 1;
        EXPECT_EQ(logged(watched, "Threads: ").empty(), !chooses);
        tables[threads] = test::withoutTimes(test::scalarTable(watched.events));
    }
    EXPECT_EQ(tables[0], tables[1]);
}

TEST(SessionChoices, ThreadsAreNotChosenWhereThatWouldChangeNumbers) {
    TemporaryFolder folder;
    Config config = tinyConfig(3);
    config.train.threads = 0;
    config.model.norm = NormPlacement::pre;
    WatchedSession watched(newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    EXPECT_EQ(logged(watched, "Threads: "), "");
    EXPECT_EQ(logged(watched, "The number of threads is not tuned").empty(),
              availableThreads() == 1);
}

}  // namespace
}  // namespace orrery
