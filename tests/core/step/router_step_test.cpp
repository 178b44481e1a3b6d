// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/router_step.h"

#include <ATen/core/grad_mode.h>

#include <gtest/gtest.h>

#include <cmath>

#include "core/step/optimizer.h"
#include "core/step/training_step.h"
#include "tests/core/model/small_config.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::expectGradients;
using test::randomTensor;
using test::smallConfig;

std::vector<LayerRouting> routingOf(const at::Tensor& probabilities, const at::Tensor& selected) {
    LayerRouting layer;
    layer.probabilities = probabilities;
    layer.selected = selected;
    return {layer};
}

TEST(BalanceLoss, ByHand) {
    // Shares of the load 3/4, 1/4, 0; mean probabilities of the counted rows .5, .3, .2.
    const at::Tensor probabilities =
        at::tensor({0.6, 0.3, 0.1, 0.4, 0.3, 0.3, 0.0, 0.0, 1.0}, at::kDouble).view({3, 3});
    const at::Tensor selected = at::tensor({0, 1, 0, 0, 2, 2}, at::kLong).view({3, 2});
    const at::Tensor counted = at::tensor({1, 1, 0}, at::kLong).to(at::kBool);
    auto routing = routingOf(probabilities, selected);
    EXPECT_NEAR(balanceLoss(routing, counted, at::scalar_tensor(2, at::kLong)).item<double>(),
                3 * (0.75 * 0.5 + 0.25 * 0.3), 1e-12);
    EXPECT_FALSE(routing[0].probabilities.defined());
    routing = routingOf(probabilities, selected);
    EXPECT_NEAR(balanceLoss(routing, counted, at::scalar_tensor(8, at::kLong)).item<double>(),
                0.75 * (0.375 + 0.075), 1e-12);
    routing = routingOf(probabilities, selected);
    EXPECT_EQ(balanceLoss(routing, at::zeros({3}, at::kBool), at::scalar_tensor(8, at::kLong))
                  .item<double>(),
              0);
}

TEST(BalanceLoss, IsOneForAnEvenRouterInEachLayer) {
    auto routing = routingOf(at::full({4, 4}, 0.25), at::arange(4, at::kLong).view({4, 1}));
    routing.push_back(routing[0]);
    EXPECT_NEAR(balanceLoss(routing, at::ones({4}, at::kBool), at::scalar_tensor(4, at::kLong))
                    .item<double>(),
                2, 1e-6);
}

TEST(BalanceLoss, GradientsEqualFiniteDifferences) {
    const at::Tensor selected = at::tensor({0, 1, 2, 0, 0, 3, 1, 0}, at::kLong).view({4, 2});
    const at::Tensor counted = at::tensor({1, 0, 1, 1}, at::kLong).to(at::kBool);
    expectGradients(
        [&](const std::vector<at::Tensor>& in) {
            auto routing = routingOf(at::softmax(in[0], 1), selected);
            return balanceLoss(routing, counted, at::scalar_tensor(4, at::kLong));
        },
        {randomTensor({4, 5}, 1)});
}

StepInput someInput() {
    const at::Tensor tokens = (at::arange(44, at::kLong) * 7).remainder(19).add(4).view({4, 11});
    return {tokens.narrow(1, 0, 10).contiguous(), tokens.narrow(1, 1, 10).contiguous()};
}

struct Trained {
    LanguageModel model;
    StepResult last;
};

/// Keys stay, so that what evens out the load is the knob alone. One thread: at this size more of
/// them only wait for each other.
Trained train(Config config, int steps, std::int64_t accumulation = 1) {
    const test::Threads scope(1);
    config.keys.use_alpha = config.keys.use_beta = config.keys.use_delta = false;
    config.train.accumulation = accumulation;
    config.train.schedule = LearningRateSchedule::constant;
    config.train.learning_rate = 0.01;
    Trained result{LanguageModel(config), {}};
    const auto optimizer = makeOptimizer(config.train, result.model);
    for (int step = 0; step < steps; ++step)
        result.last =
            trainingStep(result.model, *optimizer, someInput(), config, {step, steps, false});
    return result;
}

/// Largest load over mean load, of the worst layer.
double worstLoad(const StepResult& result) {
    double worst = 0;
    for (const LayerRouting& layer : result.routing) {
        const at::Tensor counts = at::bincount(layer.selected.flatten(), {}, 6).to(at::kDouble);
        worst = std::max(worst, (counts.max() / counts.mean()).item<double>());
    }
    return worst;
}

TEST(BalanceLoss, EvensOutTheLoadAndIsNoPartOfTheReportedLoss) {
    Config config = smallConfig();
    const Trained plain = train(config, 1);
    EXPECT_EQ(plain.last.balance_loss, 0);
    config.some.balance_loss = 1;
    const Trained first = train(config, 1);
    EXPECT_EQ(first.last.loss, plain.last.loss);
    EXPECT_GT(first.last.balance_loss, 1.9);  // two layers, each about 1 or more
    EXPECT_NE(first.last.gradient_norm, plain.last.gradient_norm);
    config.some.balance_loss = 0;
    const double without = worstLoad(train(config, 60).last);
    config.some.balance_loss = 2;
    EXPECT_LT(worstLoad(train(config, 60).last), 0.8 * without);
}

TEST(BalanceLoss, OfMicroBatchesIsTheirMean) {
    Config config = smallConfig();
    config.some.balance_loss = 1;
    const StepResult whole = train(config, 1).last;
    const StepResult split = train(config, 1, 2).last;
    EXPECT_NEAR(split.balance_loss, whole.balance_loss, 0.1);
    EXPECT_NE(split.balance_loss, whole.balance_loss);  // loads are those of each part
}

TEST(BalanceBias, MovesAgainstTheLoad) {
    Config config = smallConfig();
    config.some.balance_bias = 0.01;
    const Trained trained = train(config, 1);
    for (std::int64_t layer : {0, 1}) {
        const at::Tensor counts =
            at::bincount(trained.last.routing[layer].selected.flatten(), {}, 6).to(at::kDouble);
        const at::Tensor expected = 0.01 * (counts.mean() - counts).sign();
        EXPECT_LT(test::largestDifference(trained.model->balanceBias(layer), expected), 1e-8);
        EXPECT_GT(expected.abs().max().item<double>(), 0);
    }
    EXPECT_FALSE(LanguageModel(smallConfig())->balanceBias(0).defined());
}

TEST(BalanceBias, EvensOutTheLoad) {
    Config config = smallConfig();
    const double without = worstLoad(train(config, 60).last);
    config.some.balance_bias = 0.02;
    EXPECT_LT(worstLoad(train(config, 60).last), 0.8 * without);
}

TEST(BalanceBias, CountsTokensAsTheKeysDo) {
    Config config = smallConfig();
    config.some.balance_bias = 0.01;
    LanguageModel model(config);
    LayerRouting routing;
    routing.selected = at::tensor({0, 0, 0, 5}, at::kLong).view({4, 1});
    routing.gates = at::ones({4, 1});
    const at::Tensor targets = at::tensor({1, 1, 1, 9}, at::kLong).view({1, 4});  // three pads
    moveRouters(model, {routing, routing}, targets, config);
    EXPECT_NEAR(model->balanceBias(0)[0].item<double>(), 0.01, 1e-8);
    EXPECT_NEAR(model->balanceBias(0)[5].item<double>(), -0.01, 1e-8);
    config.keys.tokens = KeyTokens::all;
    moveRouters(model, {routing, routing}, targets, config);
    EXPECT_NEAR(model->balanceBias(0)[0].item<double>(), 0, 1e-8);
    moveRouters(model, {routing, routing}, at::full({1, 4}, -100, at::kLong), smallConfig());
}

TEST(EntropyBand, IsCutToWhatTheGatesAllow) {
    KeysConfig keys;
    EntropyBand band = entropyBand(keys, 16);
    EXPECT_EQ(band.low, 1.5);
    EXPECT_EQ(band.high, 2.5);
    band = entropyBand(keys, 2);
    EXPECT_NEAR(band.low, 0.90 * std::log(2.0), 1e-12);
    EXPECT_NEAR(band.high, 0.95 * std::log(2.0), 1e-12);
    keys.entropy_band = {0.1, 0.2};
    band = entropyBand(keys, 2);
    EXPECT_EQ(band.low, 0.1);
    EXPECT_EQ(band.high, 0.2);
}

double entropyOf(const LayerRouting& layer) {
    return -(layer.gates * layer.gates.log()).sum(1).mean().item<double>();
}

TEST(LearnedTemperature, BringsTheEntropyIntoTheBandFromBothSides) {
    Config config = smallConfig();
    config.some.top_k = 4;
    config.keys.temperature = GateTemperature::learned;
    for (const double start : {1.0, 0.02}) {
        config.train.temperature = start;
        config.keys.entropy_band = {0.9, 1.1};
        const Trained trained = train(config, 150);
        for (std::int64_t layer : {0, 1}) {
            EXPECT_GT(entropyOf(trained.last.routing[layer]), 0.85) << start;
            EXPECT_LT(entropyOf(trained.last.routing[layer]), 1.15) << start;
            const double log = trained.model->logTemperature(layer).item<double>();
            EXPECT_TRUE(start == 1 ? log < -0.5 : log > 0.5) << log;
        }
    }
    config.keys.temperature = GateTemperature::fixed;
    EXPECT_FALSE(LanguageModel(config)->logTemperature(0).defined());
}

TEST(LearnedTemperature, DividesTheScores) {
    Config config = smallConfig();
    const at::Tensor tokens = someInput().inputs;
    at::NoGradGuard no_gradient;
    ForwardOptions options;
    options.temperature = 0.5;
    const auto fixed = LanguageModel(config)->forward(tokens, options).routing[0].gates;
    config.keys.temperature = GateTemperature::learned;
    LanguageModel model(config);
    model->logTemperature(0).fill_(std::log(2.0));
    options.temperature = 0.25;
    EXPECT_LT(test::largestDifference(model->forward(tokens, options).routing[0].gates, fixed),
              1e-6);
}

}  // namespace
}  // namespace orrery
