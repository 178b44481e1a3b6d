// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/adamw.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

at::Tensor gradientOf(std::int64_t step) {
    return randomTensor({9001}, 100 + step, at::kFloat);
}

at::Tensor runAdamW(AdamW& optimizer, at::Tensor& weight, std::int64_t from, std::int64_t to) {
    for (std::int64_t step = from; step < to; ++step) {
        weight.mutable_grad() = gradientOf(step);
        optimizer.step(0.01 * static_cast<double>(step + 1));
    }
    return weight.detach().clone();
}

TEST(AdamW, EqualsTheFormulaInDouble) {
    TrainConfig config;
    at::Tensor weight = randomTensor({9001}, 1, at::kFloat).requires_grad_();
    AdamW optimizer(config, {{"w", weight}});
    at::Tensor expected = weight.detach().to(at::kDouble);
    at::Tensor mean = at::zeros_like(expected), square = at::zeros_like(expected);
    runAdamW(optimizer, weight, 0, 4);
    for (std::int64_t step = 0; step < 4; ++step) {
        const double rate = 0.01 * static_cast<double>(step + 1),
                     count = static_cast<double>(step + 1);
        const at::Tensor g = gradientOf(step).to(at::kDouble);
        mean = 0.9 * mean + 0.1 * g;
        square = 0.95 * square + 0.05 * g * g;
        const at::Tensor root = at::sqrt(square / (1 - std::pow(0.95, count))) + config.eps;
        expected = expected * (1 - rate * 0.1) - rate * mean / (1 - std::pow(0.9, count)) / root;
    }
    EXPECT_LT(largestDifference(weight, expected), 2e-6);
    EXPECT_FALSE(weight.grad().defined());
}

TEST(AdamW, SeveralStepAsEachAlone) {
    std::vector<NamedParameters> parameters(2);
    for (NamedParameters& own : parameters)
        for (const std::int64_t size : {5, 300, 7})
            own.emplace_back(std::to_string(size),
                             randomTensor({size}, 1, at::kFloat).requires_grad_());
    AdamW together({}, parameters[0]);
    std::vector<AdamW> alone;
    for (const auto& parameter : parameters[1])
        alone.emplace_back(TrainConfig(), NamedParameters{parameter});
    for (std::uint64_t step = 0; step < 3; ++step) {
        for (NamedParameters& own : parameters)
            for (const std::size_t i : {0, 1})  // the last one has no gradient
                own[i].second.mutable_grad() =
                    randomTensor(own[i].second.sizes(), 10 * step + i, at::kFloat);
        together.step(0.01);
        for (AdamW& one : alone)
            one.step(0.01);
    }
    const auto state = together.state();
    for (const AdamW& one : alone)
        for (const auto& [name, tensor] : one.state())
            EXPECT_TRUE(at::equal(tensor, state.at(name))) << name;
    for (const std::size_t i : {0, 1, 2})
        EXPECT_TRUE(at::equal(parameters[0][i].second, parameters[1][i].second));
    EXPECT_FALSE(parameters[0][0].second.grad().defined());
}

TEST(AdamW, FloatsAndDoublesAgree) {
    TrainConfig config;
    at::Tensor weight = randomTensor({9001}, 1, at::kFloat).requires_grad_();
    at::Tensor wide = weight.detach().to(at::kDouble).requires_grad_();
    AdamW floats(config, {{"w", weight}});
    AdamW doubles(config, {{"w", wide}});
    for (std::int64_t step = 0; step < 3; ++step) {
        weight.mutable_grad() = gradientOf(step);
        wide.mutable_grad() = gradientOf(step).to(at::kDouble);
        floats.step(0.01);
        doubles.step(0.01);
    }
    EXPECT_LT(largestDifference(weight, wide), 1e-6);
}

TEST(AdamW, AGradientMayBeATranspose) {
    at::Tensor plain = randomTensor({30, 40}, 1, at::kFloat).requires_grad_();
    at::Tensor same = plain.detach().clone().requires_grad_();
    AdamW optimizer({}, {{"plain", plain}, {"same", same}});
    plain.mutable_grad() = randomTensor({40, 30}, 2, at::kFloat).t().contiguous();
    same.mutable_grad() = randomTensor({40, 30}, 2, at::kFloat).t();
    optimizer.step(0.01);
    EXPECT_TRUE(at::equal(plain.detach(), same.detach()));
}

TEST(AdamW, SameBitsAtAnyNumberOfThreads) {
    at::Tensor first;
    for (const int threads : {1, 2, 3}) {
        const test::Threads scope(threads);
        at::Tensor weight = randomTensor({9001}, 1, at::kFloat).requires_grad_();
        AdamW optimizer({}, {{"w", weight}});
        const at::Tensor result = runAdamW(optimizer, weight, 0, 3);
        if (!first.defined()) first = result;
        EXPECT_TRUE(at::equal(result, first));
    }
}

TEST(AdamW, StateResumesBitForBit) {
    at::Tensor straight = randomTensor({9001}, 1, at::kFloat).requires_grad_();
    AdamW whole({}, {{"w", straight}});
    runAdamW(whole, straight, 0, 6);

    at::Tensor weight = randomTensor({9001}, 1, at::kFloat).requires_grad_();
    AdamW first({}, {{"w", weight}});
    runAdamW(first, weight, 0, 3);
    AdamW second({}, {{"w", weight}});
    second.loadState(first.state());
    runAdamW(second, weight, 3, 6);
    EXPECT_TRUE(at::equal(weight.detach(), straight.detach()));
}

TEST(AdamW, ParametersWithoutGradientStay) {
    at::Tensor weight = at::ones({3}).requires_grad_();
    AdamW optimizer({}, {{"w", weight}});
    optimizer.step(0.1);
    EXPECT_TRUE(at::equal(weight.detach(), at::ones({3})));
}

TEST(AdamW, AForeignStateIsRefusedAndChangesNothing) {
    at::Tensor weight = at::ones({3}).requires_grad_();
    AdamW optimizer({}, {{"w", weight}});
    auto state = optimizer.state();
    for (auto& [name, tensor] : state)
        tensor = at::ones_like(tensor);
    auto missing = state;
    missing.erase("w.exp_avg");
    EXPECT_THROW(optimizer.loadState(missing), Error);
    auto misshapen = state;
    misshapen["w.exp_avg_sq"] = at::ones({4});
    EXPECT_THROW(optimizer.loadState(misshapen), Error);
    auto stranger = state;
    stranger["x"] = at::ones({1});
    EXPECT_THROW(optimizer.loadState(stranger), Error);
    EXPECT_EQ(optimizer.state().at("w.exp_avg").sum().item<double>(), 0);
    optimizer.loadState(state);
    EXPECT_EQ(optimizer.state().at("w.exp_avg").sum().item<double>(), 3);
}

}  // namespace
}  // namespace orrery
