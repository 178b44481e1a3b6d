// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/checkpoint.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "core/train/loaded_run.h"
#include "tests/core/runs/run_support.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using test::errorOf;
using test::TemporaryFolder;

CheckpointContent content(std::int64_t step, double loss = std::nan(""), std::int64_t size = 50) {
    CheckpointContent result;
    result.state.step = step;
    result.state.total_steps = 100;
    result.state.seconds = 1.5;
    result.state.validation_loss = loss;
    result.state.program_version = "0.0.1";
    result.model["weight"] = at::full({size, 4}, static_cast<float>(step));
    result.optimizer["weight.mean"] = at::arange(7, at::kDouble);
    result.session["counts.0"] = at::arange(3, at::kLong);
    return result;
}

TEST(Checkpoint, ReadsBackWhatItWrote) {
    TemporaryFolder folder;
    writeCheckpoint(folder.path(), content(12, 2.5), 2);
    const CheckpointContent read = readCheckpoint(folder.path(), 12);
    EXPECT_EQ(read.state.step, 12);
    EXPECT_EQ(read.state.total_steps, 100);
    EXPECT_EQ(read.state.seconds, 1.5);
    EXPECT_EQ(read.state.validation_loss, 2.5);
    EXPECT_TRUE(std::isnan(read.state.best_loss));
    EXPECT_EQ(read.state.program_version, "0.0.1");
    EXPECT_TRUE(at::equal(read.model.at("weight"), content(12).model.at("weight")));
    EXPECT_TRUE(at::equal(read.optimizer.at("weight.mean"), at::arange(7, at::kDouble)));
    EXPECT_TRUE(at::equal(read.session.at("counts.0"), at::arange(3, at::kLong)));
    EXPECT_TRUE(std::filesystem::exists(folder / "checkpoints" / "step-000012" / "state.json"));
}

TEST(Checkpoint, KeepsTheNewestAndTheBest) {
    TemporaryFolder folder;
    const double losses[] = {5.0, 2.0, 3.0, std::nan(""), 2.5, 4.0};
    for (std::int64_t step = 1; step <= 6; ++step) {
        writeCheckpoint(folder.path(), content(step, losses[step - 1]), 2);
    }
    EXPECT_EQ(checkpointSteps(folder.path()), (std::vector<std::int64_t>{2, 5, 6}));
}

TEST(Checkpoint, ASecondOfTheSameStepReplacesTheFirst) {
    TemporaryFolder folder;
    writeCheckpoint(folder.path(), content(3), 2);
    CheckpointContent second = content(3);
    second.model["weight"].fill_(9);
    writeCheckpoint(folder.path(), second, 2);
    EXPECT_EQ(readCheckpoint(folder.path(), 3).model.at("weight").max().item<float>(), 9);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "checkpoints"), {}), 1);
}

TEST(Checkpoint, AnyDamageIsNoticedAndTheOneBeforeIsFound) {
    TemporaryFolder folder;
    const auto newest = folder / "checkpoints" / "step-000002";
    const auto restore = [&] {
        std::filesystem::remove_all(folder / "checkpoints");
        writeCheckpoint(folder.path(), content(1), 5);
        writeCheckpoint(folder.path(), content(2), 5);
    };
    const std::vector<std::function<void()>> damages = {
        [&] { std::filesystem::remove(newest / "model.safetensors"); },
        [&] { std::filesystem::remove(newest / "state.json"); },
        [&] { std::filesystem::resize_file(newest / "optimizer.safetensors", 20); },
        [&] { test::writeFile(newest / "state.json", "{\"step\": 2}"); },
        [&] { test::writeFile(newest / "state.json", "PNG"); },
        [&] {
            std::string bytes = test::readFile(newest / "model.safetensors");
            bytes.back() = static_cast<char>(bytes.back() ^ 1);
            test::writeFile(newest / "model.safetensors", bytes);
        },
    };
    for (std::size_t i = 0; i < damages.size(); ++i) {
        restore();
        damages[i]();
        const FoundCheckpoint found = findCheckpoint(folder.path());
        ASSERT_TRUE(found.state) << i;
        EXPECT_EQ(found.state->step, 1) << i;
        EXPECT_EQ(found.damaged.size(), 1U) << i;
        EXPECT_NE(errorOf([&] { readCheckpoint(folder.path(), 2); }).find("corrupt"),
                  std::string::npos)
            << i;
        EXPECT_EQ(checkpointSteps(folder.path()), (std::vector<std::int64_t>{1})) << i;
    }
}

TEST(Checkpoint, FindsTheNewestAtOrBelowAStep) {
    TemporaryFolder folder;
    EXPECT_FALSE(findCheckpoint(folder.path()).state);
    for (const std::int64_t step : {5, 10, 15})
        writeCheckpoint(folder.path(), content(step), 9);
    EXPECT_EQ(findCheckpoint(folder.path()).state->step, 15);
    EXPECT_EQ(findCheckpoint(folder.path(), 14).state->step, 10);
    EXPECT_FALSE(findCheckpoint(folder.path(), 4).state);
    EXPECT_NE(errorOf([&] { readCheckpoint(folder.path(), 7); }).find("no checkpoint of step 7"),
              std::string::npos);
}

TEST(Checkpoint, OfAProcessKilledWhileSavingTheNewestCompleteOneLoads) {
    TemporaryFolder folder;
    std::mt19937 random(7);
    const auto begin = std::chrono::steady_clock::now();
    writeCheckpoint(folder.path(), content(1, std::nan(""), 5000), 2);
    const std::chrono::duration<double, std::micro> once = std::chrono::steady_clock::now() - begin;
    std::int64_t reached = 0;
    // On a busy machine most are killed before they saved.
    for (int kill = 0; kill < 100 || (reached <= 10 && kill < 3000); ++kill) {
        test::ChildProcess writer([&](const std::function<void()>& ready) {
            const auto begin = findCheckpoint(folder.path()).state;
            std::int64_t step = begin ? begin->step : 0;
            ready();
            while (true)
                writeCheckpoint(folder.path(), content(++step, std::nan(""), 5000), 2);
        });
        ASSERT_TRUE(writer.ready());
        // Anywhere in the first one and a half saves.
        std::this_thread::sleep_for(once * (1.5 * random() / std::mt19937::max()));
        writer.kill();
        const FoundCheckpoint found = findCheckpoint(folder.path());
        EXPECT_TRUE(found.damaged.empty());
        ASSERT_TRUE(found.state);
        reached = found.state->step;
        const auto read = readCheckpoint(folder.path(), reached);
        EXPECT_EQ(read.model.at("weight").max().item<float>(), static_cast<float>(read.state.step));
    }
    EXPECT_GT(reached, 10);
    removeUnfinishedCheckpoints(folder.path());
    for (const auto& entry : std::filesystem::directory_iterator(folder / "checkpoints")) {
        EXPECT_EQ(entry.path().filename().string().rfind("step-", 0), 0U) << entry.path();
    }
}

TEST(Checkpoint, AFullDiskLeavesTheOldOnesAndNoRest) {
    TemporaryFolder folder;
    test::SmallDisk disk(folder / "disk", "400k");
    if (!disk.mounted()) GTEST_SKIP() << "a small disk can't be mounted here (needs root)";
    writeCheckpoint(folder / "disk", content(1), 5);
    const std::string message =
        errorOf([&] { writeCheckpoint(folder / "disk", content(2, 1.0, 100'000), 5); });
    EXPECT_NE(message.find("No space left"), std::string::npos) << message;
    EXPECT_EQ(checkpointSteps(folder / "disk"), (std::vector<std::int64_t>{1}));
    EXPECT_EQ(
        std::distance(std::filesystem::directory_iterator(folder / "disk" / "checkpoints"), {}), 1);
}

}  // namespace
}  // namespace orrery
