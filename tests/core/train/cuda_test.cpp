// SPDX-License-Identifier: GPL-3.0-or-later
// Training on the GPU: the same numbers as on the CPU. Label cuda.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/bench/step_bench.h"
#include "core/train/failure_text.h"
#include "core/train/replay.h"
#include "core/train/training_step.h"
#include "tests/core/model/small_config.h"
#include "tests/core/train/session_support.h"
#include "tests/support/cuda.h"
#include "tests/support/source_folder.h"

namespace orrery {
namespace {

using test::TemporaryFolder;

namespace fs = std::filesystem;

class CudaTraining : public test::Cuda {};

TEST_F(CudaTraining, AgreesWithTheRecordedCases) {
    for (const auto& entry :
         fs::directory_iterator(test::sourceFolder() / "tests/reference/cases")) {
        SCOPED_TRACE(entry.path().filename().string());
        const ReplayResult result = replayCase(entry.path(), {}, "cuda");
        EXPECT_TRUE(result.compared);
        for (const ReplayDifference& difference : result.differences)
            EXPECT_TRUE(difference.passed) << difference.name << ": " << difference.largest
                                           << " over " << difference.tolerance;
    }
}

/// Losses of some steps over one batch.
std::vector<double> losses(const Config& config, const at::Device& device) {
    LanguageModel model(config);
    model->moveTo(device);
    const auto optimizer = makeOptimizer(config.train, model);
    const at::Tensor tokens =
        (at::arange(33, at::kLong) * 7).remainder(19).add(4).view({3, 11}).to(device);
    std::vector<double> result;
    for (int step = 0; step < 6; ++step) {
        const StepResult done = trainingStep(
            model, *optimizer, {tokens.narrow(1, 0, 10).contiguous(), tokens.narrow(1, 1, 10)},
            config, {step, 6, false});
        EXPECT_EQ(done.not_finite, "");
        result.push_back(done.loss);
    }
    return result;
}

TEST_F(CudaTraining, StepsOfEveryKindFollowTheCpu) {
    const std::vector<std::pair<const char*, void (*)(Config&)>> kinds{
        {"frozen", [](Config&) {}},
        {"none", [](Config& c) { c.some.experts = "none"; }},
        {"trained", [](Config& c) { c.some.experts = "trained"; }},
        {"lora", [](Config& c) { c.some.experts = "lora"; }},
        {"hash", [](Config& c) { c.some.routing = "hash"; }},
        {"random", [](Config& c) { c.some.routing = "random"; }},
        {"graph", [](Config& c) { c.some.search = "hnsw"; }},
        {"kept in bf16", [](Config& c) { c.some.expert_dtype = "bf16"; }},
        {"adafactor", [](Config& c) { c.train.optimizer = "adafactor"; }},
        {"balance", [](Config& c) { c.some.balance_loss = 0.01, c.some.balance_bias = 0.01; }},
        {"targets", [](Config& c) { c.keys.tokens = "targets"; }},
        {"accumulation", [](Config& c) { c.train.accumulation = 3; }}};
    for (const auto& [name, change] : kinds)
        for (const std::string precision : {"fp32", "bf16"}) {
            SCOPED_TRACE(name + (", " + precision));
            Config config = test::smallConfig();
            config.train.precision = precision;
            change(config);
            const auto expected = losses(config, at::kCPU);
            const auto own = losses(config, at::Device("cuda"));
            for (std::size_t step = 0; step < own.size(); ++step)
                EXPECT_NEAR(own[step], expected[step], precision == "fp32" ? 1e-3 : 0.05);
        }
}

TEST_F(CudaTraining, ARunTrainsAndResumes) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(10);
    config.train.device = "cuda";
    test::WatchedSession watched(test::newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    const auto run = watched.session.runFolder();
    fs::remove_all(run / "checkpoints/step-000010");
    test::WatchedSession resumed(test::resumedRun(run));
    ASSERT_EQ(resumed.runToEnd(), RunState::finished);
    const auto loss = [](const auto& from) {
        return test::scalarTable(from.events).at({10, "train/loss"});
    };
    // Sums that depend on the order of threads make runs on a GPU differ a little.
    EXPECT_NEAR(loss(watched), loss(resumed), 0.01);
}

TEST_F(CudaTraining, LossesFollowThoseOfTheCpu) {
    TemporaryFolder folder;
    double last[2] = {};
    for (const int which : {0, 1}) {
        Config config = test::tinyConfig(10);
        config.train.device = which == 0 ? "cpu" : "cuda";
        test::WatchedSession watched(test::newRun(config, folder.path()));
        ASSERT_EQ(watched.runToEnd(), RunState::finished);
        last[which] = test::scalarTable(watched.events).at({10, "train/loss"});
    }
    EXPECT_NEAR(last[0], last[1], 0.02);  // TensorFloat-32 has 10 bits of a number
}

TEST_F(CudaTraining, MemoryThatIsNotThereIsAnErrorWithAdvice) {
    try {
        at::empty({std::int64_t{1} << 43}, at::TensorOptions(at::kFloat).device(at::kCUDA));
        FAIL() << "32 TB were given";
    } catch (const std::exception& error) {
        EXPECT_NE(failureText(error).find("Lower train.batch_size"), std::string::npos)
            << failureText(error);
    }
    EXPECT_EQ(at::ones({4}, at::Device("cuda")).sum().item<float>(), 4) << "and training goes on";
}

TEST_F(CudaTraining, AStepIsMeasured) {
    Config config = test::smallConfig();
    config.train.device = "cuda";
    StepBenchOptions options;
    options.repeats = 2;
    options.naive = true;
    const StepBench bench = benchStep(config, options);
    EXPECT_EQ(bench.device, "cuda");
    EXPECT_FALSE(bench.gpu.empty());
    EXPECT_GT(bench.seconds, 0);
    EXPECT_GT(bench.naive_seconds, 0);
    EXPECT_GT(bench.sgemm_gflops, 1000);
    EXPECT_GT(bench.peak_memory, 1000);
}

}  // namespace
}  // namespace orrery
