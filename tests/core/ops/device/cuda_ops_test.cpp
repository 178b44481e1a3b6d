// SPDX-License-Identifier: GPL-3.0-or-later
// Each operation on the GPU against the CPU. Label cuda.
#include <gtest/gtest.h>

#include "core/config/fields.h"
#include "core/model/attention.h"
#include "core/ops/bf16_ffn.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/nearest_keys.h"
#include "core/step/adamw.h"
#include "core/step/loss.h"
#include "tests/core/ops/device/device_case.h"
#include "tests/support/cuda.h"

namespace orrery {
namespace {

using test::FfnCase;
using test::ffnCase;
using test::largestDifference;
using test::randomTensor;

class CudaOps : public test::Cuda {
protected:
    const at::Device gpu{at::kCUDA, 0};
};

/// Of the largest value: float32 sums of some hundred terms in another order, bfloat16 in another
/// rounding.
double tolerance(at::ScalarType type) {
    return type == at::kDouble ? 1e-12 : type == at::kFloat ? 3e-5 : 0.03;
}

void expectNear(const std::vector<at::Tensor>& own, const std::vector<at::Tensor>& expected,
                at::ScalarType type) {
    ASSERT_EQ(own.size(), expected.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
        const at::Tensor here = own[i].cpu().reshape({-1}), there = expected[i].reshape({-1});
        const auto worst = (here - there).abs().argmax().item<std::int64_t>();
        EXPECT_LE(largestDifference(here, there),
                  tolerance(type) * there.abs().max().item<double>() + 1e-30)
            << "tensor " << i << " at " << worst << ": " << here[worst].item<double>() << ", not "
            << there[worst].item<double>();
    }
}

/// Output, and gradients of z, gates and, where they can have one, down and up.
std::vector<at::Tensor> experts(FfnCase c, bool half) {
    std::vector<at::Tensor> leaves{c.z, c.gates};
    if (c.down.scalar_type() == c.z.scalar_type()) leaves.insert(leaves.end(), {c.down, c.up});
    for (at::Tensor& leaf : leaves)
        leaf.requires_grad_();
    const at::Tensor y = half ? bf16Ffn(c.z, c.selected, c.gates, c.down, c.up)
                              : groupedFfn(c.z, c.selected, c.gates, c.down, c.up);
    auto result = torch::autograd::grad({y}, leaves, {c.output_gradient});
    result.insert(result.begin(), y.detach());
    return result;
}

TEST_F(CudaOps, Experts) {
    for (const at::ScalarType type : {at::kDouble, at::kFloat}) {
        const FfnCase c = ffnCase(500, 3, 12, 9, 40, 56, type);
        expectNear(experts(c.on(gpu), false), experts(c, false), type);
    }
    for (const std::int64_t d : {128, 20}) {  // one grouped product, and a product an expert
        SCOPED_TRACE(d);
        const FfnCase c = ffnCase(1000, 4, 16, 13, d, 256, at::kFloat);
        expectNear(experts(c.on(gpu), true), experts(c, true), at::kBFloat16);
    }
}

TEST_F(CudaOps, ExpertsKeptInBfloat16) {
    FfnCase c = ffnCase(500, 2, 8, 8, 64, 128, at::kFloat);
    c.down = c.down.to(at::kBFloat16);
    c.up = c.up.to(at::kBFloat16);
    expectNear(experts(c.on(gpu), false), experts(c, false), at::kFloat);
    expectNear(experts(c.on(gpu), true), experts(c, true), at::kBFloat16);
}

TEST_F(CudaOps, Router) {
    const at::Tensor query = randomTensor({3000, 48}, 1, at::kFloat);
    const at::Tensor keys = randomTensor({70, 48}, 2, at::kFloat);
    const at::Tensor gradient = randomTensor({3000, 4}, 3, at::kFloat);
    for (const bool biased : {false, true}) {
        const auto run = [&](const at::Device& device) {
            NearestKeysOptions options{.top_k = 4, .temperature = 0.7};
            if (biased) options.selection_bias = randomTensor({70}, 4, at::kFloat).to(device);
            at::Tensor leaf = query.to(device).detach().clone().requires_grad_();
            const NearestKeys found = nearestKeys(leaf, keys.to(device), options);
            found.gates.backward(gradient.to(device));
            return std::vector<at::Tensor>{found.selected, found.queries, found.gates.detach(),
                                           leaf.grad()};
        };
        auto own = run(gpu);
        auto expected = run(at::kCPU);
        // Another order of summation may exchange two scores that are as good as equal.
        const auto differing = (own[0].cpu() != expected[0]).any(1);
        EXPECT_LE(differing.sum().item<std::int64_t>(), 3);
        const at::Tensor same = differing.logical_not().nonzero().squeeze(1);
        for (auto* tensors : {&own, &expected})
            for (at::Tensor& tensor : *tensors)
                tensor = tensor.cpu().index_select(0, same);
        expectNear(own, expected, at::kFloat);
    }
    const NearestKeys ties =
        nearestKeys(at::ones({5, 8}, gpu), at::ones({9, 8}, gpu), {.top_k = 3});
    EXPECT_TRUE(at::equal(ties.selected[4].cpu(), at::arange(3, at::kLong)));
}

TEST_F(CudaOps, KeysMoveAsOnTheCpu) {
    const auto rules = test::keyRuleCases();
    for (const std::int64_t experts : {40, 4200}) {  // a table of pairs, and their list
        const test::KeyCase c = test::keyCase(experts == 40 ? 5000 : 300, 3, experts, 24);
        for (std::size_t i = 0; i < rules.size(); ++i) {
            SCOPED_TRACE(testing::Message() << experts << " experts, rules " << i);
            at::Tensor keys[2], usage[2];
            std::vector<KeyChange> changes;
            for (const int on_gpu : {0, 1}) {
                const at::Device device = on_gpu ? gpu : at::Device(at::kCPU);
                keys[on_gpu] = c.keys.to(device, at::kFloat, false, true);
                usage[on_gpu] = c.usage.to(device, at::kFloat, false, true);
                KeyStatistics statistics =
                    gatherKeyStatistics(c.queries.to(device), c.selected.to(device), experts);
                statistics.respawn_candidates = drawRespawnCandidates(c.queries.to(device), 50, 3);
                changes.push_back(
                    applyKeyUpdate(keys[on_gpu], usage[on_gpu], statistics, rules[i]));
            }
            changes = synchronized(changes);
            EXPECT_LT(largestDifference(keys[1].cpu(), keys[0]), 1e-4);
            EXPECT_LT(largestDifference(usage[1].cpu(), usage[0]), 1e-5);
            EXPECT_EQ(changes[1].decayed, changes[0].decayed);
            EXPECT_EQ(changes[1].respawned, changes[0].respawned);
        }
    }
}

TEST_F(CudaOps, Attention) {
    for (const auto positions :
         {PositionEncoding::sinusoidal, PositionEncoding::rope, PositionEncoding::alibi})
        for (const bool half : {false, true}) {
            SCOPED_TRACE(wordOf("model.positions", positions) + (half ? ", bf16" : ""));
            AttentionOptions options;
            options.d_model = 64;
            options.num_heads = 4;
            options.positions = positions;
            options.bfloat16 = half;
            std::vector<at::Tensor> results[2];
            for (const int on_gpu : {0, 1}) {
                const at::Device device = on_gpu ? gpu : at::Device(at::kCPU);
                Attention layer(options);
                layer->to(device);
                at::Tensor x = randomTensor({3, 70, 64}, 1, at::kFloat).to(device).requires_grad_();
                const at::Tensor y = layer->forward(x);
                y.backward(randomTensor({3, 70, 64}, 2, at::kFloat).to(device));
                results[on_gpu] = {y.detach(), x.grad()};
                for (const at::Tensor& parameter : layer->parameters())
                    results[on_gpu].push_back(parameter.grad());
            }
            expectNear(results[1], results[0], half ? at::kBFloat16 : at::kFloat);
        }
}

TEST_F(CudaOps, HeadAndLoss) {
    at::Tensor targets = at::arange(600, at::kLong).remainder(301);
    targets[5] = -100;
    const at::Tensor weights = (targets >= 0).to(at::kFloat) / 599;
    for (const bool half : {false, true}) {
        std::vector<at::Tensor> results[2];
        for (const int on_gpu : {0, 1}) {
            const at::Device device = on_gpu ? gpu : at::Device(at::kCPU);
            at::Tensor hidden = randomTensor({600, 32}, 1, at::kFloat).to(device).requires_grad_();
            at::Tensor weight = randomTensor({301, 32}, 2, at::kFloat).to(device).requires_grad_();
            at::Tensor bias = randomTensor({301}, 3, at::kFloat).to(device).requires_grad_();
            const HeadLoss loss =
                headLoss(hidden, weight, bias, targets.to(device), weights.to(device), half);
            loss.weighted.backward();
            results[on_gpu] = {loss.per_token.detach(), loss.weighted.detach(), hidden.grad(),
                               weight.grad(), bias.grad()};
        }
        expectNear(results[1], results[0], half ? at::kBFloat16 : at::kFloat);
    }
}

TEST_F(CudaOps, OptimizerAndClipping) {
    TrainConfig config;
    NamedParameters parameters[2];
    for (const int on_gpu : {0, 1}) {
        const at::Device device = on_gpu ? gpu : at::Device(at::kCPU);
        for (const std::int64_t size : {5, 900, 70'000})
            parameters[on_gpu].emplace_back(
                std::to_string(size),
                randomTensor({size}, 1, at::kFloat).to(device).requires_grad_());
        AdamW optimizer(config, parameters[on_gpu]);
        for (std::uint64_t step = 0; step < 4; ++step) {
            for (auto& [name, parameter] : parameters[on_gpu])
                parameter.mutable_grad() =
                    randomTensor(parameter.sizes(), step, at::kFloat).to(device);
            const double norm = gradientNorm(parameters[on_gpu]).norm;
            EXPECT_NEAR(norm, std::sqrt(70'905.0), 3);
            clipGradients(parameters[on_gpu], norm, 1);
            EXPECT_NEAR(gradientNorm(parameters[on_gpu]).norm, 1, 1e-4);
            optimizer.step(0.01);
        }
    }
    for (std::size_t i = 0; i < 3; ++i)
        expectNear({parameters[1][i].second.detach()}, {parameters[0][i].second.detach()},
                   at::kFloat);
}

/// Forward, backward and key update of one layer in bfloat16: torch throws where the processor
/// waits.
TEST_F(CudaOps, ALayerInBfloat16NeverWaitsForTheGpu) {
    FfnCase c = ffnCase(512, 4, 32, 32, 64, 128, at::kFloat).on(gpu);
    c.down = c.down.to(at::kBFloat16);
    c.up = c.up.to(at::kBFloat16);
    at::Tensor keys = randomTensor({32, 64}, 7, at::kFloat).to(gpu);
    at::Tensor usage = at::zeros({32}, keys.options());
    c.z.requires_grad_();
    const auto layer = [&] {
        const NearestKeys found = nearestKeys(c.z, keys, {.top_k = 4});
        bf16Ffn(c.z, found.selected, found.gates, c.down, c.up).backward(c.output_gradient);
        applyKeyUpdate(keys, usage, gatherKeyStatistics(found.queries, found.selected, 32),
                       test::keyRuleCases()[0]);
    };
    layer();  // what torch and cuBLAS set up once may wait
    const WaitingForbidden scope;
    EXPECT_NO_THROW(layer());
    EXPECT_ANY_THROW(usage.sum().item<float>()) << "waiting is not noticed";
}

}  // namespace
}  // namespace orrery
