// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/adafactor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/model/state_file.h"
#include "tests/support/source_folder.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

TEST(Adafactor, FirstStepOfAMatrixByHand) {
    TrainConfig config;
    config.weight_decay = 0;
    at::Tensor weight = at::zeros({2, 3}, at::kDouble).requires_grad_();
    Adafactor optimizer(config, {{"w", weight}});
    const at::Tensor g = randomTensor({2, 3}, 1);
    weight.mutable_grad() = g;
    optimizer.step(0.1);
    // At the first step the decay is 0: the moments are this gradient's means.
    const at::Tensor square = g * g;
    const at::Tensor estimate = at::outer(square.mean(1), square.mean(0)) / square.mean();
    const at::Tensor update = g / estimate.sqrt();
    const double size = update.square().mean().sqrt().item<double>();
    EXPECT_LT(largestDifference(weight, -0.1 * update / std::max(1.0, size)), 1e-9);
}

/// tests/reference/adafactor_reference.py: the paper's algorithms with their sums, in double.
TEST(Adafactor, EqualsThePapersAlgorithmOverSixSteps) {
    const NamedTensors stored =
        loadTensors(test::sourceFolder() / "tests/reference/adafactor.safetensors");
    TrainConfig config;
    config.weight_decay = 0.1;
    for (const auto& [type, tolerance] :
         {std::pair{at::kDouble, 1e-12}, std::pair{at::kFloat, 2e-6}})
        for (const std::string name : {"matrix", "vector", "stack"}) {
            at::Tensor weight = stored.at(name + ".start").to(type).clone().requires_grad_();
            Adafactor optimizer(config, {{name, weight}});
            const at::Tensor& rates = stored.at("rates");
            for (std::int64_t step = 0; step < rates.numel(); ++step) {
                weight.mutable_grad() = stored.at(name + ".gradients")[step].to(type);
                optimizer.step(rates[step].item<double>());
                EXPECT_LT(largestDifference(weight.detach(), stored.at(name + ".weights")[step]),
                          tolerance)
                    << name << " step " << step;
            }
        }
}

TEST(Adafactor, LowersAQuadraticLoss) {
    at::Tensor weight = randomTensor({4, 5}, 1, at::kFloat).requires_grad_();
    at::Tensor bias = randomTensor({5}, 2, at::kFloat).requires_grad_();
    Adafactor optimizer({}, {{"w", weight}, {"b", bias}});
    const auto loss = [&] { return (weight - 1).square().mean() + (bias + 1).square().mean(); };
    const double before = loss().item<double>();
    for (int step = 0; step < 60; ++step) {
        loss().backward();
        optimizer.step(0.05);
    }
    EXPECT_LT(loss().item<double>(), 0.05 * before);
}

TEST(Adafactor, StateResumesBitForBit) {
    const auto run = [](Adafactor& optimizer, at::Tensor& weight, int from, int to) {
        for (int step = from; step < to; ++step) {
            weight.mutable_grad() = randomTensor({4, 5}, step, at::kFloat);
            optimizer.step(0.05);
        }
    };
    at::Tensor straight = at::ones({4, 5}).requires_grad_();
    Adafactor whole({}, {{"w", straight}});
    run(whole, straight, 0, 5);
    at::Tensor weight = at::ones({4, 5}).requires_grad_();
    Adafactor first({}, {{"w", weight}});
    run(first, weight, 0, 2);
    Adafactor second({}, {{"w", weight}});
    second.loadState(first.state());
    run(second, weight, 2, 5);
    EXPECT_TRUE(at::equal(weight.detach(), straight.detach()));
    EXPECT_THROW(second.loadState({}), Error);
}

}  // namespace
}  // namespace orrery
