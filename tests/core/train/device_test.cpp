// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/device.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/error.h"
#include "core/train/devices.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using test::TemporaryFolder;

/// Empty where CUDA works, else why it does not.
std::string cudaFault() {
    try {
        chooseDevice("cuda");
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(Device, CpuIsAlwaysThereAndAutoTakesWhatWorks) {
    EXPECT_EQ(chooseDevice("cpu"), "cpu");
    EXPECT_EQ(chooseDevice("auto"), cudaFault().empty() ? "cuda" : "cpu");
}

TEST(Device, CudaWithoutAGpuSaysWhyAndWhatToDo) {
    const std::string fault = cudaFault();
    if (fault.empty()) GTEST_SKIP() << "This machine has a GPU that works.";
    EXPECT_NE(fault.find("train.device is cuda, but "), std::string::npos) << fault;
    EXPECT_NE(fault.find("set train.device to cpu or auto"), std::string::npos) << fault;
    EXPECT_EQ(fault, cudaFault());
}

TEST(Device, ARunThatAsksForAMissingGpuFailsBeforeItPreparesAnything) {
    if (cudaFault().empty()) GTEST_SKIP() << "This machine has a GPU that works.";
    TemporaryFolder folder;
    Config config = test::tinyConfig(4);
    config.train.device = "cuda";
    test::WatchedSession watched(test::newRun(config, folder.path()));
    EXPECT_EQ(watched.runToEnd(), RunState::failed);
    const auto messages = watched.messages("state");
    ASSERT_FALSE(messages.empty());
    EXPECT_NE(messages.back().text.find("train.device is cuda"), std::string::npos);
    EXPECT_EQ(messages.back().severity, Severity::error);
}

TEST(Device, ANumberedGpuThatIsNotThereIsRefused) {
    if (listDevices().size() > 8) GTEST_SKIP() << "This machine has eight GPUs.";
    EXPECT_THROW(chooseDevice("cuda:7"), Error);
    EXPECT_TRUE(isCuda("cuda:7") && isCuda("cuda") && !isCuda("cpu"));
}

TEST(Device, MemoryOfTheCpuIsTheProcesssOfTheMachines) {
    const DeviceMemory memory = deviceMemory("cpu");
    EXPECT_EQ(memory.device, "cpu");
    EXPECT_GT(memory.used, 1'000'000);
    EXPECT_GT(memory.total, memory.used);
    EXPECT_EQ(deviceGeneration("cpu"), 0);
}

TEST(Device, ACudaGraphThatCanNotBeMadeFailsBeforeAnythingIsPrepared) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(4);
    config.train.device = "cpu";
    config.train.cuda_graph = "on";
    test::WatchedSession watched(test::newRun(config, folder.path()));
    EXPECT_EQ(watched.runToEnd(), RunState::failed);
    ASSERT_FALSE(watched.messages("state").empty());
    EXPECT_NE(watched.messages("state").back().text.find(
                  "train.cuda_graph is on, but the run trains on the CPU"),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(watched.session.runFolder() / "tokenizer.model"));
}

TEST(Device, AutoTrainsWhereThereIsNoGpu) {
    if (cudaFault().empty()) GTEST_SKIP() << "This machine has a GPU that works.";
    TemporaryFolder folder;
    Config config = test::tinyConfig(2);
    config.train.device = "auto";
    test::WatchedSession watched(test::newRun(config, folder.path()));
    EXPECT_EQ(watched.runToEnd(), RunState::finished);
}

TEST(Device, ThreadsAreSetForTheCaller) {
    const int before = at::get_num_threads();
    EXPECT_EQ(prepareThread(1), 1);
    EXPECT_EQ(at::get_num_threads(), 1);
    EXPECT_GE(prepareThread(0), 1);
    at::set_num_threads(before);
}

}  // namespace
}  // namespace orrery
