// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/step_bench.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "core/bench/busy_processes.h"
#include "core/devices/device.h"
#include "core/error.h"

namespace orrery {
namespace {

Config benchConfig() {
    Config config;
    config.model = {.vocab_size = 64, .d_model = 16, .num_layers = 1, .num_heads = 2, .seq_len = 8};
    config.some.num_experts = 4;
    config.some.d_ffn = 16;
    config.some.top_k = 2;
    config.train.batch_size = 2;
    config.train.device = DeviceChoice::cpu;
    return config;
}

TEST(StepBench, CountsTheProductsOfTheReferenceShape) {
    Config config;  // D=128 L=4 E=32 F=256 k=4 V=2048 T=256
    const double d = 128, layer = 3 * (8 * d * d + 2 * 256 * d + 8 * d * d) + 2 * d * 32 +
                                  2 * 4 * d * 256 * 4;
    EXPECT_EQ(flopPerToken(config), 4 * layer + 6 * d * 2048);
    EXPECT_NEAR(flopPerToken(config) / 1e6, 9.7, 0.1);
    config.some.experts = ExpertKind::none;
    EXPECT_LT(flopPerToken(config), 5e6);
}

TEST(StepBench, MeasuresBothWaysAndEveryPart) {
    StepBenchOptions options;
    options.repeats = 2;
    options.naive = true;
    const StepBench bench = benchStep(benchConfig(), options);
    EXPECT_EQ(bench.device, "cpu");
    EXPECT_TRUE(bench.gpu.empty());
    EXPECT_GT(bench.seconds, 0);
    EXPECT_GT(bench.naive_seconds, 0);
    EXPECT_EQ(bench.tokens, 16);
    ASSERT_EQ(bench.parts.size(), 7U);
    double sum = 0;
    for (const StepPart& part : bench.parts)
        sum += part.seconds;
    EXPECT_NEAR(sum, bench.seconds, 1e-9);
    EXPECT_EQ(bench.parts.back().name, "rest");
    EXPECT_GT(bench.data_seconds, 0);
    EXPECT_GT(bench.record_seconds, 0);
    EXPECT_GE(bench.peak_memory, bench.base_memory);
    options.parts = false;
    EXPECT_TRUE(benchStep(benchConfig(), options).parts.empty());
}

TEST(StepBench, MeasuresBesideBusyProcesses) {
    StepBenchOptions options;
    options.repeats = 2;
    options.parts = false;
    const StepBench alone = benchStep(benchConfig(), options);
    EXPECT_EQ(alone.beside_seconds, 0);
    EXPECT_GE(alone.available_threads, alone.plan.threads);
    options.beside = 1;
    const StepBench bench = benchStep(benchConfig(), options);
    EXPECT_EQ(bench.beside, 1);
    EXPECT_GT(bench.beside_seconds, 0);
    EXPECT_GE(bench.beside_plan.threads, 1);
}

TEST(BusyProcesses, ComputeUntilTheyArePausedAndEndWithTheirOwner) {
    pid_t process = 0;
    const auto ticks = [&] {
        std::ifstream file("/proc/" + std::to_string(process) + "/stat");
        std::string text((std::istreambuf_iterator<char>(file)), {});
        std::istringstream fields(text.substr(text.rfind(')') + 2));
        std::string field;
        long used = 0;
        for (int i = 0; i < 12; ++i)
            fields >> field;
        used = std::stol(field);
        return used;
    };
    {
        BusyProcesses busy(1);
        process = busy.processes().front();
        EXPECT_EQ(ticks(), 0);
        busy.resume();
        for (int i = 0; i < 6000 && ticks() < 5; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        EXPECT_GE(ticks(), 5);
        busy.pause();
    }
    EXPECT_FALSE(std::ifstream("/proc/" + std::to_string(process) + "/stat").good());
}

TEST(StepBench, MeasuresBfloat16Too) {
    Config config = benchConfig();
    config.train.precision = Precision::bf16;
    config.some.expert_dtype = Precision::bf16;
    StepBenchOptions options;
    options.repeats = 1;
    options.steps = 1;
    const StepBench bench = benchStep(config, options);
    EXPECT_EQ(bench.parts.size(), 7U);
    for (const StepPart& part : bench.parts)
        EXPECT_NE(part.seconds, 0) << part.name;
}

TEST(StepBench, AGpuThatIsNotThereIsAnError) {
    try {
        chooseDevice(DeviceChoice::cuda);
        GTEST_SKIP() << "This machine has a GPU that works.";
    } catch (const Error&) {
    }
    Config config = benchConfig();
    config.train.device = DeviceChoice::cuda;
    EXPECT_THROW(benchStep(config, {}), Error);
}

}  // namespace
}  // namespace orrery
