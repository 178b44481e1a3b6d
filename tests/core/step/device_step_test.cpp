// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/device_step.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/step/adamw.h"
#include "core/step/optimizer.h"
#include "core/step/schedule.h"
#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::smallConfig;

StepInput batchOf(std::int64_t number) {
    const at::Tensor tokens =
        (at::arange(44, at::kLong) * (7 + number)).remainder(19).add(4).view({4, 11});
    StepInput input{tokens.narrow(1, 0, 10).contiguous(), tokens.narrow(1, 1, 10).contiguous()};
    input.targets[0].narrow(0, 7, 3).fill_(1);
    return input;
}

StepResult deviceStep(DeviceStep& step, AdamW& optimizer, const Config& config,
                      const StepOptions& options, const StepInput& input) {
    optimizer.prepare(learningRate(config.train, options.step, options.total_steps));
    step.run(input, config, options);
    return step.result();
}

void expectFollowsTrainingStep(const Config& config) {
    LanguageModel model(config), reference(config);
    AdamW optimizer(config.train, model->trainedParameters());
    const auto other = makeOptimizer(config.train, reference);
    DeviceStep step(model, optimizer);
    for (std::int64_t i = 0; i < 5; ++i) {
        const StepOptions options{i, 5, i == 3};
        const StepResult own = deviceStep(step, optimizer, config, options, batchOf(i));
        const StepResult expected = trainingStep(reference, *other, batchOf(i), config, options);
        EXPECT_EQ(own.not_finite, "");
        EXPECT_NEAR(own.loss, expected.loss, 1e-5);
        EXPECT_NEAR(own.loss_with_pads, expected.loss_with_pads, 1e-5);
        EXPECT_NEAR(own.gradient_norm, expected.gradient_norm, 1e-5);
        EXPECT_NEAR(own.balance_loss, expected.balance_loss, 1e-6);
        EXPECT_EQ(own.targets, expected.targets);
        EXPECT_EQ(own.real_targets, expected.real_targets);
        ASSERT_EQ(own.routing.size(), expected.routing.size());
        EXPECT_EQ(own.routing[1].contribution.defined(),
                  i == 3 && config.some.experts != ExpertKind::none);
        EXPECT_EQ(own.key_changes.size(), expected.key_changes.size());
    }
    const auto expected = reference->state(false);
    for (const auto& [name, tensor] : model->state(false)) {
        // The gradient of the keys' bias is zero but for rounding, which AdamW makes large.
        const bool noise = name.ends_with("in_proj.bias");
        EXPECT_LT(largestDifference(tensor, expected.at(name)), noise ? 0.02 : 2e-5) << name;
    }
    EXPECT_EQ(optimizer.state().at("step").item<std::int64_t>(), 5);
}

TEST(DeviceStep, FollowsTrainingStep) {
    const std::vector<std::pair<const char*, void (*)(Config&)>> kinds{
        {"as it is", [](Config&) {}},
        {"none", [](Config& c) { c.some.experts = ExpertKind::none; }},
        {"trained", [](Config& c) { c.some.experts = ExpertKind::trained; }},
        {"hash", [](Config& c) { c.some.routing = Routing::hash; }},
        {"all tokens, padding learned",
         [](Config& c) { c.keys.tokens = KeyTokens::all, c.train.pad_in_loss = true; }},
        {"balance", [](Config& c) { c.some.balance_loss = 0.01, c.some.balance_bias = 0.01; }},
        {"balance over all tokens",
         [](Config& c) { c.some.balance_loss = 0.01, c.keys.tokens = KeyTokens::all; }},
        {"learned temperature", [](Config& c) { c.keys.temperature = GateTemperature::learned; }},
        {"clipped", [](Config& c) { c.train.clip_norm = 0.05; }},
        {"not clipped", [](Config& c) { c.train.clip_norm = 0; }},
        {"accumulation", [](Config& c) { c.train.accumulation = 3; }},
        {"respawn", [](Config& c) { c.keys.respawn_threshold = 0.5, c.keys.delta = 0.9; }}};
    for (const auto& [name, change] : kinds) {
        SCOPED_TRACE(name);
        Config config = smallConfig();
        config.train.learning_rate = 0.01;
        change(config);
        expectFollowsTrainingStep(config);
    }
}

using State = std::map<std::string, at::Tensor>;

State stateCopy(const LanguageModel& model) {
    State copy;
    for (const auto& [name, tensor] : model->state(true))
        copy[name] = tensor.clone();
    return copy;
}

void expectState(const LanguageModel& model, const State& before) {
    for (const auto& [name, tensor] : model->state(true))
        EXPECT_TRUE(at::allclose(tensor, before.at(name), 0, 0, /*equal_nan=*/true)) << name;
}

TEST(DeviceStep, WhatIsNotFiniteChangesNothingAndIsNamed) {
    Config config = smallConfig();
    config.some.balance_bias = 0.01;
    config.keys.temperature = GateTemperature::learned;
    LanguageModel model(config);
    bool spoil = false;
    for (auto& [name, parameter] : model->trainedParameters())
        if (name == "layers.1.attention.out_proj.weight")
            parameter.register_hook([&spoil](const at::Tensor& gradient) {
                return spoil ? gradient * std::nan("") : gradient;
            });
    AdamW optimizer(config.train, model->trainedParameters());
    DeviceStep step(model, optimizer);
    EXPECT_EQ(deviceStep(step, optimizer, config, {0, 9, false}, batchOf(0)).not_finite, "");
    const State before = stateCopy(model);
    spoil = true;
    const StepResult bad = deviceStep(step, optimizer, config, {1, 9, false}, batchOf(1));
    EXPECT_EQ(bad.not_finite, "layers.1.attention.out_proj.weight");
    EXPECT_TRUE(std::isfinite(bad.loss));
    EXPECT_TRUE(bad.routing.empty());
    expectState(model, before);
    EXPECT_EQ(optimizer.state().at("step").item<std::int64_t>(), 1);
    spoil = false;
    EXPECT_EQ(deviceStep(step, optimizer, config, {1, 9, false}, batchOf(1)).not_finite, "");
    EXPECT_EQ(optimizer.state().at("step").item<std::int64_t>(), 2);
}

TEST(DeviceStep, ALossThatIsNotFiniteTouchesNothing) {
    LanguageModel model(smallConfig());
    {
        at::NoGradGuard no_gradient;
        model->trainedParameters()[0].second.fill_(std::nan(""));
    }
    const State before = stateCopy(model);
    AdamW optimizer({}, model->trainedParameters());
    DeviceStep step(model, optimizer);
    EXPECT_EQ(deviceStep(step, optimizer, smallConfig(), {0, 9, false}, batchOf(0)).not_finite,
              "loss");
    expectState(model, before);
    EXPECT_EQ(optimizer.state().at("step").item<std::int64_t>(), 0);
}

TEST(DeviceStep, RefusesWrongShapes) {
    LanguageModel model(smallConfig());
    AdamW optimizer({}, model->trainedParameters());
    DeviceStep step(model, optimizer);
    StepInput input = batchOf(0);
    input.targets = input.targets.narrow(1, 0, 9);
    EXPECT_THROW(step.run(input, smallConfig(), {}), Error);
}

}  // namespace
}  // namespace orrery
