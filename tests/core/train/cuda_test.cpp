// SPDX-License-Identifier: GPL-3.0-or-later
// Training on the GPU: the same numbers as on the CPU. Label cuda.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "core/config/fields.h"
#include "core/devices/devices.h"
#include "core/devices/failure_text.h"
#include "core/step/adamw.h"
#include "core/step/device_step.h"
#include "core/step/graph_rules.h"
#include "core/step/optimizer.h"
#include "core/step/stepper.h"
#include "core/step/training_step.h"
#include "core/train/loaded_run.h"
#include "core/train/loop/respawned_keys.h"
#include "core/train/replay.h"
#include "tests/core/model/small_config.h"
#include "tests/core/step/graph_case.h"
#include "tests/core/train/asked_text.h"
#include "tests/core/train/session_support.h"
#include "tests/support/cuda.h"
#include "tests/support/source_folder.h"
#include "tests/support/torch_checks.h"

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
    Stepper stepper(model, *optimizer, config, stepBackend(device.is_cuda() ? "cuda" : "cpu"));
    const at::Tensor tokens =
        (at::arange(33, at::kLong) * 7).remainder(19).add(4).view({3, 11}).to(device);
    std::vector<double> result;
    for (int step = 0; step < 6; ++step) {
        const StepResult done =
            stepper.step({tokens.narrow(1, 0, 10).contiguous(), tokens.narrow(1, 1, 10)}, config,
                         {step, 6, false});
        EXPECT_EQ(done.not_finite, "");
        result.push_back(done.loss);
    }
    return result;
}

TEST_F(CudaTraining, StepsOfEveryKindFollowTheCpu) {
    const std::vector<std::pair<const char*, void (*)(Config&)>> kinds{
        {"frozen", [](Config&) {}},
        {"none", [](Config& c) { c.some.experts = ExpertKind::none; }},
        {"trained", [](Config& c) { c.some.experts = ExpertKind::trained; }},
        {"lora", [](Config& c) { c.some.experts = ExpertKind::lora; }},
        {"hash", [](Config& c) { c.some.routing = Routing::hash; }},
        {"random", [](Config& c) { c.some.routing = Routing::random; }},
        {"graph", [](Config& c) { c.some.search = KeySearch::hnsw; }},
        {"kept in bf16", [](Config& c) { c.some.expert_dtype = Precision::bf16; }},
        {"adafactor", [](Config& c) { c.train.optimizer = OptimizerKind::adafactor; }},
        {"balance", [](Config& c) { c.some.balance_loss = 0.01, c.some.balance_bias = 0.01; }},
        {"targets", [](Config& c) { c.keys.tokens = KeyTokens::targets; }},
        {"learned temperature", [](Config& c) { c.keys.temperature = GateTemperature::learned; }},
        {"some tokens", [](Config& c) { c.keys.token_fraction = 0.5; }},
        {"respawn", [](Config& c) { c.keys.respawn_threshold = 0.5; }},
        {"accumulation", [](Config& c) { c.train.accumulation = 3; }}};
    for (const auto& [name, change] : kinds)
        for (const Precision precision : {Precision::fp32, Precision::bf16}) {
            SCOPED_TRACE(name + (", " + wordOf("train.precision", precision)));
            Config config = test::smallConfig();
            config.train.precision = precision;
            change(config);
            const auto expected = losses(config, at::kCPU);
            const auto own = losses(config, at::Device("cuda"));
            for (std::size_t step = 0; step < own.size(); ++step)
                EXPECT_NEAR(own[step], expected[step], precision == Precision::fp32 ? 1e-3 : 0.05);
        }
}

Config graphConfig() {
    Config config = test::recordable();
    config.model.d_model = 64;
    config.model.num_heads = 4;
    config.some.num_experts = 16;
    config.some.d_ffn = 128;
    config.keys.warmup_steps = 0;
    return config;
}

StepInput onGpu(std::int64_t number) {
    const StepInput input = test::graphBatch(number);
    return {input.inputs.to(at::kCUDA), input.targets.to(at::kCUDA)};
}

/// Losses of each step, and the model's state after them, on the CPU.
std::map<std::string, at::Tensor> trainedOnGpu(const Config& config, bool expect_replays) {
    LanguageModel model(config);
    model->moveTo(at::Device("cuda"));
    const auto optimizer = makeOptimizer(config.train, model);
    Stepper stepper(model, *optimizer, config, stepBackend("cuda"));
    stepper.tell = [](const std::string& text) { ADD_FAILURE() << text; };
    std::map<std::string, at::Tensor> result;
    for (std::int64_t step = 0; step < 12; ++step) {
        Config live = config;
        if (step >= 6) live.keys.alpha = 0.3;
        const StepResult done = stepper.step(onGpu(step), live, {step, 12, step % 4 == 0});
        EXPECT_EQ(done.not_finite, "");
        const bool warm = (step >= 3 && step < 6) || step >= 9;
        EXPECT_EQ(stepper.replays(), expect_replays && warm) << step;
        result["loss " + std::to_string(step)] = at::scalar_tensor(done.loss, at::kDouble);
        // What others do in between takes no memory from what was recorded.
        const at::NoGradGuard no_gradient;
        model->forward(onGpu(0).inputs.repeat({1, 1 + step}), {});
    }
    for (const auto& [name, tensor] : model->state(true))
        result[name] = tensor.cpu();
    return result;
}

void expectGraphIsExact(Config config) {
    ASSERT_EQ(graphObstacle(config, 9), "");
    const std::string obstacle = graphObstacle(config, deviceGeneration("cuda"));
    if (!obstacle.empty()) GTEST_SKIP() << obstacle;
    const auto graphed = trainedOnGpu(config, true);
    config.train.cuda_graph = CudaGraphUse::off;
    const auto plain = trainedOnGpu(config, false);
    const auto again = trainedOnGpu(config, false);
    // Where torch's own sums differ from run to run, replays may differ as much.
    for (const auto& [name, tensor] : graphed) {
        const double own = test::largestDifference(tensor, plain.at(name));
        const double chance = test::largestDifference(again.at(name), plain.at(name));
        EXPECT_LE(own, 4 * chance) << name;
    }
}

TEST_F(CudaTraining, ARecordedStepIsTheStepItself) {
    expectGraphIsExact(graphConfig());
}

TEST_F(CudaTraining, ARecordedStepOfEveryKindIsTheStepItself) {
    for (const auto change : {+[](Config& c) { c.some.experts = ExpertKind::trained; },
                              +[](Config& c) { c.some.routing = Routing::hash; },
                              +[](Config& c) { c.some.expert_dtype = Precision::bf16; },
                              +[](Config& c) { c.model.positions = PositionEncoding::rope; },
                              +[](Config& c) { c.train.accumulation = 3; },
                              +[](Config& c) {
                                  c.keys.temperature = GateTemperature::learned;
                                  c.some.balance_bias = 0.01;
                                  c.some.balance_loss = 0.01;
                              }}) {
        Config config = graphConfig();
        change(config);
        expectGraphIsExact(config);
    }
}

TEST_F(CudaTraining, AStepNeverWaitsForTheGpu) {
    const std::string obstacle = graphObstacle(graphConfig(), deviceGeneration("cuda"));
    if (!obstacle.empty()) GTEST_SKIP() << obstacle;
    Config config = graphConfig();
    config.keys.temperature = GateTemperature::learned;
    config.keys.tokens = KeyTokens::targets;
    config.some.balance_bias = 0.01;
    config.some.balance_loss = 0.01;
    LanguageModel model(config);
    model->moveTo(at::Device("cuda"));
    AdamW optimizer(config.train, model->trainedParameters());
    DeviceStep step(model, optimizer);
    const StepInput input = onGpu(0);
    const auto run = [&] {
        optimizer.prepare(0.01);
        step.run(input, config, {1, 10, true});
    };
    run();  // what torch sets up once may wait
    step.result();
    {
        const WaitingForbidden scope;
        EXPECT_NO_THROW(run());
    }
    EXPECT_EQ(step.result().not_finite, "");
}

TEST_F(CudaTraining, ARunIsToldWhetherItsStepsAreRecorded) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(4);
    config.train.device = DeviceChoice::cuda;
    test::WatchedSession watched(test::newRun(config, folder.path()));
    ASSERT_EQ(watched.runToEnd(), RunState::finished);
    bool told = false;
    for (const Message& message : watched.messages("log"))
        told |= message.text.find("recorded as a CUDA graph") != std::string::npos;
    EXPECT_TRUE(told);
    EXPECT_GT(test::scalarTable(watched.events).at({4, "memory/used"}), 1000);
}

TEST_F(CudaTraining, ThisGpuIsListed) {
    const auto devices = listDevices();
    ASSERT_GE(devices.size(), 2u);
    EXPECT_EQ(devices[1].id, "cuda:0");
    EXPECT_EQ(devices[1].name, deviceName("cuda"));
    EXPECT_EQ(devices[1].capability.substr(0, devices[1].capability.find('.')),
              std::to_string(deviceGeneration("cuda:0")));
    EXPECT_EQ(devices[1].total, deviceMemory("cuda").total);
    Config config;
    findField("train.device")->set(config, "cuda:" + std::to_string(devices.size() - 1));
    EXPECT_THROW(chooseDevice(config.train.device), Error);
}

TEST_F(CudaTraining, ARunTrainsAndResumes) {
    TemporaryFolder folder;
    Config config = test::tinyConfig(10);
    config.train.device = DeviceChoice::cuda;
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
        config.train.device = which == 0 ? DeviceChoice::cpu : DeviceChoice::cuda;
        test::WatchedSession watched(test::newRun(config, folder.path()));
        ASSERT_EQ(watched.runToEnd(), RunState::finished);
        last[which] = test::scalarTable(watched.events).at({10, "train/loss"});
    }
    EXPECT_NEAR(last[0], last[1], 0.02);  // TensorFloat-32 has 10 bits of a number
}

/// Of a stored run: how many keys of each layer its events name as respawned after a step.
std::map<std::pair<std::int64_t, int>, std::size_t> namedRespawns(const fs::path& run) {
    std::map<std::pair<std::int64_t, int>, std::size_t> named;
    for (const Event& event : test::storedEvents(run))
        if (const auto* respawned = std::get_if<Respawned>(&event))
            named[{respawned->step, respawned->layer}] = respawned->experts.size();
    return named;
}

/// The reference is the same checkpoint on the CPU.
TEST_F(CudaTraining, TextsAreWrittenBetweenItsStepsWithInterventionsToo) {
    const TemporaryFolder folder;
    Config config = test::tinyConfig(100'000);
    config.train.device = DeviceChoice::cuda;
    config.eval.every = config.checkpoint.every = 100'000;
    test::WatchedSession watched(test::newRun(config, folder.path()));
    watched.startPaused();
    ASSERT_TRUE(watched.stepTo(0, 5));
    test::AskedText plain, changed, live;
    watched.session.send(plain.request(12));
    ASSERT_EQ(plain.end.get_future().get(), "");
    ASSERT_FALSE(plain.readings.empty());
    const std::int32_t expert = plain.readings.back().experts.front();
    command::WriteText without = changed.request(12);
    without.options.interventions =
        parseInterventions("knock-out 0:" + std::to_string(expert) + "; freeze-key 1:0");
    watched.session.send(without);
    ASSERT_EQ(changed.end.get_future().get(), "");
    EXPECT_EQ(test::servedBy(changed.readings, 0, expert), 0);
    EXPECT_GT(test::servedBy(plain.readings, 0, expert), 0);
    watched.session.send(command::SaveNow{});

    // The same for all steps from here on, and for what is asked without any of its own.
    watched.session.send(command::Set{
        "some.interventions", "'knock-out 0:" + std::to_string(expert) + "; swap-keys 1:0=1:1'"});
    ASSERT_TRUE(watched.stepTo(5, 12));
    watched.session.send(live.request(12));
    ASSERT_EQ(live.end.get_future().get(), "");
    EXPECT_EQ(live.step, 12);
    EXPECT_EQ(test::servedBy(live.prompt, 0, expert), 0);
    EXPECT_EQ(test::servedBy(live.readings, 0, expert), 0);
    watched.session.send(command::Stop{});
    ASSERT_EQ(watched.session.wait(), RunState::stopped);

    LoadedRun reference = LoadedRun::open(watched.session.runFolder(), 5);
    const TextScore score = reference.score("The bird", {.attribution = true});
    ASSERT_EQ(score.readings.size(), plain.prompt.size());
    for (std::size_t i = 0; i < score.readings.size(); ++i)
        EXPECT_NEAR(plain.prompt[i].surprise, score.readings[i].surprise, 3e-2)
            << i << ": TensorFloat-32 has 10 bits of a number";
}

TEST_F(CudaTraining, RespawnedKeysAreNamedWithTheStepsThatRespawnThem) {
    for (const DeviceChoice device : {DeviceChoice::cpu, DeviceChoice::cuda}) {
        TemporaryFolder folder;
        Config config = test::tinyConfig(8);
        config.train.device = device;
        config.keys.warmup_steps = 0;
        config.keys.respawn_threshold = 0.9995;  // keys that decayed have 0.999
        config.snapshots.usage_every = config.snapshots.keys_every = 1;
        test::WatchedSession watched(test::newRun(config, folder.path()));
        ASSERT_EQ(watched.runToEnd(), RunState::finished);
        const auto run = watched.session.runFolder();
        std::map<std::pair<std::int64_t, int>, std::size_t> counted;
        for (const auto& [place, value] : test::scalarTable(test::storedEvents(run)))
            if (place.second.ends_with("/respawned") && value > 0)
                counted[{place.first, place.second[5] - '0'}] = static_cast<std::size_t>(value);
        EXPECT_FALSE(counted.empty()) << "the test shows nothing";
        EXPECT_EQ(namedRespawns(run), counted);
    }
}

TEST_F(CudaTraining, RespawnedKeysAreGatheredWithoutWaitingForTheGpu) {
    const auto change = [](const std::vector<std::int32_t>& numbers) {
        KeyChange pending;
        pending.pending = at::tensor(numbers, at::kInt).to(at::kCUDA);
        return pending;
    };
    const std::vector<KeyChange> first{change({4, 0, 1, 0})}, second{change({4, 0, 0, 1})};
    RespawnedKeys keys;
    {
        const WaitingForbidden scope;
        EXPECT_NO_THROW(keys.add(first));
        EXPECT_NO_THROW(keys.add(second));
    }
    const auto events = keys.take(2, 0);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].experts, (std::vector<int>{1, 2}));
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

}  // namespace
}  // namespace orrery
