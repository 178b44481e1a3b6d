// SPDX-License-Identifier: GPL-3.0-or-later
// The same numbers on the GPU as on the CPU. Label cuda: where no GPU works these are skipped.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/error.h"
#include "core/train/device.h"
#include "core/train/replay.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using test::TemporaryFolder;

namespace fs = std::filesystem;

class Cuda : public testing::Test {
protected:
    void SetUp() override {
        try {
            chooseDevice("cuda");
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
    }
};

TEST_F(Cuda, AgreesWithTheRecordedCases) {
    for (const auto& entry :
         fs::directory_iterator(fs::path(ORRERY_SOURCE_DIR) / "tests/reference/cases")) {
        SCOPED_TRACE(entry.path().filename().string());
        const ReplayResult result = replayCase(entry.path(), {}, "cuda");
        EXPECT_TRUE(result.compared);
        for (const ReplayDifference& difference : result.differences)
            EXPECT_TRUE(difference.passed) << difference.name << ": " << difference.largest
                                           << " over " << difference.tolerance;
    }
}

TEST_F(Cuda, ARunTrainsAndResumes) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(10);
    config.train.device = "cuda";
    test::WatchedSession watched(test::newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const auto run = watched.session.runFolder();
    fs::remove_all(run / "checkpoints/step-000010");
    test::WatchedSession resumed(test::resumedRun(run));
    EXPECT_EQ(resumed.runToEnd(), RunState::finished);
}

TEST_F(Cuda, LossesFollowThoseOfTheCpu) {
    TemporaryFolder folder;
    double last[2] = {};
    for (const int which : {0, 1}) {
        Config config = test::tinyConfig(10);
        config.train.device = which == 0 ? "cpu" : "cuda";
        test::WatchedSession watched(test::newRun(config, folder.path()));
        ASSERT_EQ(watched.runToEnd(), RunState::finished);
        last[which] = test::scalarTable(watched.events).at({10, "train/loss"});
    }
    EXPECT_NEAR(last[0], last[1], 1e-3);
}

}  // namespace
}  // namespace orrery
