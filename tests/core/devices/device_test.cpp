// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/device.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/config/yaml.h"
#include "core/devices/devices.h"
#include "core/error.h"
#include "core/events/commands.h"
#include "core/files/atomic_file.h"
#include "core/runs/run_source.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using test::TemporaryFolder;

/// Empty where CUDA works, else why it does not.
std::string cudaFault() {
    try {
        chooseDevice(DeviceChoice::cuda);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(Device, CpuIsAlwaysThereAndAutoTakesWhatWorks) {
    EXPECT_EQ(chooseDevice(DeviceChoice::cpu), "cpu");
    EXPECT_EQ(chooseDevice(DeviceChoice::automatic), cudaFault().empty() ? "cuda" : "cpu");
}

TEST(Device, CudaWithoutAGpuSaysWhyAndWhatToDo) {
    const std::string fault = cudaFault();
    if (fault.empty()) GTEST_SKIP() << "This machine has a GPU that works.";
    EXPECT_NE(fault.find("train.device is cuda, but "), std::string::npos) << fault;
    EXPECT_NE(fault.find("set train.device to cpu or auto"), std::string::npos) << fault;
    EXPECT_EQ(fault, cudaFault());
}

/// What a new run of `config` is refused with; no folder is left of it.
std::string refusal(const Config& config) {
    const TemporaryFolder folder;
    const std::string text = test::errorOf(
        [&] { Session(test::newRun(config, folder.path()), std::make_shared<EventQueue>()); });
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    return text;
}

TEST(Device, ARunThatAsksForAMissingGpuIsNotBegun) {
    if (cudaFault().empty()) GTEST_SKIP() << "This machine has a GPU that works.";
    Config config = test::tinyConfig(4);
    config.train.device = DeviceChoice::cuda;
    EXPECT_NE(refusal(config).find("train.device is cuda, but"), std::string::npos);
}

TEST(Device, ARunOfAGpuThatIsNotHereIsAsItWasAndTheErrorSaysWhereToChangeIt) {
    if (cudaFault().empty()) GTEST_SKIP() << "This machine has a GPU that works.";
    const TemporaryFolder folder;
    std::filesystem::path run;
    {
        test::WatchedSession watched(test::newRun(test::tinyConfig(4), folder.path()));
        watched.startPaused();
        ASSERT_TRUE(watched.stepTo(0, 2));
        watched.session.send(command::Stop{});
        ASSERT_TRUE(watched.waitForState(RunState::stopped));
        run = watched.session.runFolder();
    }
    const auto setDevice = [&](DeviceChoice device) {
        Config config = readRunConfig({run});
        config.train.device = device;
        writeFileAtomically(RunFolder{run}.configFile(), toYaml(config));
    };
    setDevice(DeviceChoice::cuda);
    const std::string text =
        test::errorOf([&] { Session(test::resumedRun(run), std::make_shared<EventQueue>()); });
    EXPECT_NE(text.find("train.device is cuda, but"), std::string::npos);
    EXPECT_NE(text.find(RunFolder{run}.configFile().string()), std::string::npos) << text;
    EXPECT_EQ(openStoredRun(run)->info().state, RunState::stopped);
    setDevice(DeviceChoice::cpu);
    test::WatchedSession resumed(test::resumedRun(run));
    EXPECT_EQ(resumed.runToEnd(), RunState::finished);
}

TEST(Device, ANumberedGpuThatIsNotThereIsRefused) {
    if (listDevices().size() > 8) GTEST_SKIP() << "This machine has eight GPUs.";
    EXPECT_THROW(chooseDevice(DeviceChoice::cuda7), Error);
    EXPECT_TRUE(isCuda("cuda:7") && isCuda("cuda") && !isCuda("cpu"));
}

TEST(Device, MemoryOfTheCpuIsTheProcesssOfTheMachines) {
    const DeviceMemory memory = deviceMemory("cpu");
    EXPECT_EQ(memory.device, "cpu");
    EXPECT_GT(memory.used, 1'000'000);
    EXPECT_GT(memory.total, memory.used);
    EXPECT_EQ(deviceGeneration("cpu"), 0);
}

TEST(Device, ARunThatAsksForACudaGraphThatCanNotBeMadeIsNotBegun) {
    Config config = test::tinyConfig(4);
    config.train.device = DeviceChoice::cpu;
    config.train.cuda_graph = CudaGraphUse::on;
    EXPECT_NE(refusal(config).find("train.cuda_graph is on, but the run trains on the CPU"),
              std::string::npos);
}

TEST(Device, AutoTrainsWhereThereIsNoGpu) {
    if (cudaFault().empty()) GTEST_SKIP() << "This machine has a GPU that works.";
    TemporaryFolder folder;
    Config config = test::tinyConfig(2);
    config.train.device = DeviceChoice::automatic;
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
