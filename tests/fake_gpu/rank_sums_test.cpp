// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks with a GPU each, as NCCL serves them: here they share the fake one.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/ranks/device_sums.h"
#include "core/step/adamw.h"
#include "core/step/device_step.h"
#include "core/step/graph_rules.h"
#include "core/step/optimizer.h"
#include "core/step/stepper.h"
#include "tests/core/model/small_config.h"
#include "tests/core/step/graph_case.h"
#include "tests/support/cuda.h"
#include "tests/support/rank_threads.h"

namespace orrery {
namespace {

constexpr int kSteps = 6;

using FakeRanks = test::Cuda;

int deviceSums() {
    auto* count = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "orrery_fake_device_sums"));
    return count == nullptr ? -1 : count();
}

TEST_F(FakeRanks, SumsOnTheDevice) {
    ASSERT_TRUE(hasDeviceSums());
    EXPECT_EQ(test::asRanks(2,
                            [](const Ranks& ranks) {
                                ASSERT_TRUE(ranks.useDevice(0));
                                const at::Tensor own =
                                    at::full({3}, ranks.rank() + 1.0F, at::TensorOptions("cuda"));
                                const int before = deviceSums();
                                {
                                    const WaitingForbidden none;
                                    ranks.allReduce(own);
                                }
                                EXPECT_GT(deviceSums(), before);
                                EXPECT_TRUE(own.cpu().eq(3).all().item<bool>());
                            }),
              "");
}

std::vector<double> losses(const Config& config, const Ranks& ranks) {
    LanguageModel model(config);
    model->moveTo(at::Device("cuda"));
    const auto optimizer = makeOptimizer(config.train, model);
    Stepper stepper(model, *optimizer, config, stepBackend("cuda"));
    std::vector<double> all;
    for (std::int64_t step = 0; step < kSteps; ++step) {
        const at::Tensor tokens =
            (at::arange(36, at::kLong) * 7 + step * 5).remainder(19).add(4).view({4, 9});
        const StepInput input{tokens.narrow(1, 0, 8).to(at::kCUDA).contiguous(),
                              tokens.narrow(1, 1, 8).to(at::kCUDA).contiguous()};
        StepOptions options{step, kSteps};
        options.ranks = ranks;
        all.push_back(stepper.step(input, config, options, [] {}).loss);
    }
    return all;
}

Config graphConfig() {
    Config config = test::recordable();
    config.model.d_model = 64;
    config.model.num_heads = 4;
    config.some.num_experts = 16;
    config.some.d_ffn = 128;
    config.keys.temperature = GateTemperature::learned;
    config.keys.tokens = KeyTokens::targets;
    config.some.balance_bias = 0.01;
    config.some.balance_loss = 0.01;
    config.train.accumulation = 2;
    return config;
}

/// So that it can be recorded with its sums.
TEST_F(FakeRanks, AStepAsksTheHostNothing) {
    const Config config = graphConfig();
    ASSERT_EQ(graphObstacle(config, deviceGeneration("cuda")), "");
    EXPECT_EQ(
        test::asRanks(
            2,
            [&](const Ranks& ranks) {
                ASSERT_TRUE(ranks.useDevice(0));
                LanguageModel model(config);
                model->moveTo(at::Device("cuda"));
                AdamW optimizer(config.train, model->trainedParameters());
                DeviceStep step(model, optimizer);
                const StepInput batch = test::graphBatch(0);
                const StepInput input{batch.inputs.to(at::kCUDA), batch.targets.to(at::kCUDA)};
                StepOptions options{1, 10, true};
                options.ranks = ranks;
                const auto run = [&] {
                    optimizer.prepare(0.01);
                    step.run(input, config, options);
                };
                run();  // what torch sets up once may wait
                step.result();
                const int before = deviceSums();
                ranks.barrier();  // waiting is forbidden to both at once
                {
                    const WaitingForbidden scope;
                    ranks.barrier();
                    EXPECT_NO_THROW(run());
                    ranks.barrier();
                }
                EXPECT_GE(deviceSums(), before + 2);
                ranks.barrier();
                const StepResult result = step.result();
                EXPECT_EQ(result.not_finite, "");
                EXPECT_EQ(result.routed_targets.size(0), 2);  // of four rows
            }),
        "");
}

TEST_F(FakeRanks, TrainTheModelOfOne) {
    Config config = test::smallConfig();
    config.model.seq_len = 8;
    config.some.balance_bias = 0.001;
    config.keys.respawn_threshold = 0.05;
    config.keys.temperature = GateTemperature::learned;
    const std::vector<double> alone = losses(config, {});
    for (const bool on_device : {false, true}) {
        std::vector<std::vector<double>> found(2);
        const int before = deviceSums();
        EXPECT_EQ(test::asRanks(2,
                                [&](const Ranks& ranks) {
                                    if (on_device) ASSERT_TRUE(ranks.useDevice(0));
                                    found[static_cast<std::size_t>(ranks.rank())] =
                                        losses(config, ranks);
                                }),
                  "");
        EXPECT_EQ(deviceSums() > before, on_device);
        EXPECT_EQ(found[0], found[1]);
        ASSERT_EQ(found[0].size(), alone.size());
        for (std::size_t step = 0; step < alone.size(); ++step)
            EXPECT_NEAR(found[0][step] / alone[step], 1, 1e-5) << step;
    }
}

}  // namespace
}  // namespace orrery
