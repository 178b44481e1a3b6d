// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/checkpointing.h"

#include <gtest/gtest.h>

#include "tests/core/runs/run_support.h"
#include "tests/core/train/loop/loop_support.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using test::errorOf;

struct CheckpointingTest : testing::Test {
    test::TemporaryFolder folder;
    test::RecordingReporter told;
    bool gone = false;
    int keeps = 0;
    std::function<void()> keep = [] {};
    RunFiles files{RunFolder{folder.path()},
                   {[this] {
                        if (gone) throw Error("The run's folder was removed.");
                        return folder.path();
                    },
                    [this] {
                        ++keeps;
                        keep();
                    },
                    [] {}},
                   {Config(), {"then", "cpu", ""}, "bytes"},
                   told.reporter};
    Checkpointing checkpoints{files, told.reporter};

    bool save(std::int64_t step, std::int64_t kept = 5) {
        return checkpoints.save(
            [&] {
                CheckpointContent content;
                content.state.step = step;
                content.model["weight"] = at::full({4}, step, at::kFloat);
                return content;
            },
            kept);
    }
};

TEST_F(CheckpointingTest, TheHistoryIsKeptBeforeTheCheckpointAndItsLineAfterIt) {
    keep = [&] {
        EXPECT_EQ(checkpointSteps(folder.path()).size(), keeps == 1 ? 0U : 1U);
        EXPECT_EQ(told.all<Message>().empty() || told.last("checkpoint").text.empty(), keeps == 1);
    };
    EXPECT_EQ(checkpoints.savedStep(), -1);
    EXPECT_TRUE(save(4));
    EXPECT_EQ(keeps, 2);
    EXPECT_EQ(checkpoints.savedStep(), 4);
    EXPECT_EQ(told.last("checkpoint").text, savedText(4));
    EXPECT_EQ(readCheckpoint(folder.path(), 4).model.at("weight").sum().item<float>(), 16);
}

TEST_F(CheckpointingTest, AHistoryThatCannotBeKeptIsNoReasonToLoseTheRun) {
    ASSERT_TRUE(save(2));
    keep = [] { throw Error("The disk is full."); };
    EXPECT_FALSE(save(4));
    EXPECT_TRUE(checkpoints.failed());
    EXPECT_EQ(checkpoints.savedStep(), 2);
    EXPECT_EQ(checkpointSteps(folder.path()), std::vector<std::int64_t>{2})
        << "none without its history";
    EXPECT_EQ(told.last("checkpoint").severity, Severity::error);
    EXPECT_NE(told.last("checkpoint").text.find("The disk is full. Older checkpoints are intact"),
              std::string::npos);
    keep = [] {};
    EXPECT_TRUE(save(4));
    EXPECT_FALSE(checkpoints.failed());
    EXPECT_EQ(checkpoints.savedStep(), 4);
}

TEST_F(CheckpointingTest, ACheckpointThatCannotBeWrittenIsTold) {
    test::writeFile(folder / "checkpoints", "a file in its place");
    EXPECT_FALSE(save(4));
    EXPECT_EQ(checkpoints.savedStep(), -1);
    EXPECT_NE(told.last("checkpoint").text.find("resume to try again"), std::string::npos);
    fs::remove(folder / "checkpoints");
    EXPECT_TRUE(save(4));
}

TEST_F(CheckpointingTest, AFolderThatIsGoneIsAnErrorBeforeAnythingIsGathered) {
    gone = true;
    const auto never = []() -> CheckpointContent {
        ADD_FAILURE() << "a checkpoint for no folder";
        return {};
    };
    EXPECT_NE(errorOf([&] { checkpoints.save(never, 5); }).find("was removed"), std::string::npos);
    EXPECT_EQ(keeps, 0);
    EXPECT_FALSE(checkpoints.failed()) << "no pause brings it back";
}

TEST_F(CheckpointingTest, OldOnesGoAndMissingFilesComeBack) {
    for (std::int64_t step = 1; step <= 4; ++step) {
        fs::remove(folder / "tokenizer.model");
        ASSERT_TRUE(save(step, 2));
        EXPECT_EQ(test::readFile(folder / "tokenizer.model"), "bytes");
    }
    EXPECT_EQ(checkpointSteps(folder.path()), (std::vector<std::int64_t>{3, 4}));
}

TEST_F(CheckpointingTest, ARunThatGoesOnKnowsItsCheckpoint) {
    const Checkpointing resumed(files, told.reporter, 12);
    EXPECT_EQ(resumed.savedStep(), 12);
    EXPECT_FALSE(resumed.failed());
}

}  // namespace
}  // namespace orrery
