// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/loss.h"

#include "core/ops/panels/half_product.h"

#include <ATen/core/grad_mode.h>

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

const at::Tensor targets = at::tensor({3, -100, 1, 0, 4, 1}, at::kLong);

TEST(HeadLoss, EqualsCrossEntropyOfTheLogits) {
    const at::Tensor hidden = randomTensor({6, 4}, 1), weight = randomTensor({5, 4}, 2),
                     bias = randomTensor({5}, 3);
    const at::Tensor weights = randomTensor({6}, 4).abs() * (targets >= 0);
    const at::Tensor logits = at::linear(hidden, weight, bias);
    const at::Tensor expected =
        at::cross_entropy_loss(logits, targets, {}, at::Reduction::None, -100);
    const HeadLoss own = headLoss(hidden, weight, bias, targets, weights);
    EXPECT_LT(largestDifference(own.per_token, expected), 1e-12);
    EXPECT_NEAR(own.weighted.item<double>(), (expected * weights).sum().item<double>(), 1e-12);
}

TEST(HeadLoss, GradientsEqualFiniteDifferences) {
    const at::Tensor weights = at::tensor({0.5, 0.0, 1.0, 0.25, 0.0, 2.0}, at::kDouble);
    test::expectGradients(
        [&](const std::vector<at::Tensor>& in) {
            return headLoss(in[0], in[1], in[2], targets, weights).weighted * 1.5;
        },
        {randomTensor({6, 4}, 1), randomTensor({5, 4}, 2), randomTensor({5}, 3)}, 1e-6);
}

TEST(HeadLoss, ManyPiecesEqualOne) {
    // 70,000 entries of the vocabulary: pieces of 64 rows, so 150 rows are three of them.
    const at::Tensor hidden = randomTensor({150, 3}, 1), weight = randomTensor({70'000, 3}, 2),
                     bias = randomTensor({70'000}, 3);
    const at::Tensor many = at::arange(150, at::kLong) * 400;
    std::vector<at::Tensor> leaves{hidden, weight, bias};
    for (at::Tensor& leaf : leaves)
        leaf = leaf.detach().requires_grad_();
    const at::Tensor weights = at::full({150}, 1.0 / 150, at::kDouble);
    const auto own = torch::autograd::grad(
        {headLoss(leaves[0], leaves[1], leaves[2], many, weights).weighted}, leaves);
    const auto whole = torch::autograd::grad(
        {at::cross_entropy_loss(at::linear(leaves[0], leaves[1], leaves[2]), many)}, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        EXPECT_LT(largestDifference(own[i], whole[i]), 1e-12);
}

// The rows of floats are finished in one pass; those of doubles by torch.
TEST(HeadLoss, FloatsEqualDoublesForAnyNumberOfThreads) {
    for (const std::int64_t vocabulary : {5, 37, 300}) {
        const at::Tensor hidden = randomTensor({70, 8}, 1) * 3;
        const at::Tensor weight = randomTensor({vocabulary, 8}, 2);
        const at::Tensor bias = randomTensor({vocabulary}, 3);
        at::Tensor some = at::arange(70, at::kLong).remainder(vocabulary);
        some[4] = -100;
        const at::Tensor weights = randomTensor({70}, 4).abs() * (some >= 0);
        const auto gradients = [&](at::ScalarType type) {
            std::vector<at::Tensor> leaves{hidden, weight, bias};
            for (at::Tensor& leaf : leaves)
                leaf = leaf.to(type).detach().requires_grad_();
            const HeadLoss loss = headLoss(leaves[0], leaves[1], leaves[2], some, weights.to(type));
            auto all = torch::autograd::grad({loss.weighted}, leaves);
            all.push_back(loss.per_token);
            return all;
        };
        const auto doubles = gradients(at::kDouble);
        const auto floats = gradients(at::kFloat);
        const test::Threads scope(3);
        const auto threaded = gradients(at::kFloat);
        for (std::size_t i = 0; i < doubles.size(); ++i) {
            EXPECT_LT(largestDifference(floats[i], doubles[i]), 2e-5) << vocabulary << " " << i;
            if (i == 0 || i == 3) {
                EXPECT_TRUE(at::equal(floats[i], threaded[i])) << i;
            }
        }
    }
}

TEST(HeadLoss, WithoutGradientModeNothingIsKept) {
    at::NoGradGuard no_gradient;
    const at::Tensor hidden = randomTensor({6, 4}, 1).requires_grad_();
    const HeadLoss own = headLoss(hidden, randomTensor({5, 4}, 2), randomTensor({5}, 3), targets,
                                  at::ones({6}, at::kDouble));
    EXPECT_FALSE(own.weighted.requires_grad());
}

TEST(HeadLoss, RefusesWrongInput) {
    const at::Tensor hidden = at::ones({6, 4}), weight = at::ones({4, 4}), bias = at::ones({4});
    EXPECT_THROW(headLoss(hidden, weight, bias, targets, at::ones({6})), Error);  // target 4 of 4
    EXPECT_THROW(headLoss(hidden, at::ones({5, 3}), bias, targets, at::ones({6})), Error);
    EXPECT_THROW(headLoss(hidden, at::ones({5, 4}), at::ones({5}), targets, at::ones({5})), Error);
}

/// Products of bfloat16, softmax in float32: near float32 by the rounding of the logits.
TEST(HeadLoss, InBfloat16IsNearFloat32) {
    const at::Tensor targets = at::arange(40, at::kLong).remainder(9);
    const at::Tensor weights = at::full({40}, 1.0 / 40);
    at::Tensor results[2][3];
    double losses[2];
    for (const bool half : {false, true}) {
        std::vector<at::Tensor> leaves = {test::randomTensor({40, 16}, 1, at::kFloat),
                                          test::randomTensor({9, 16}, 2, at::kFloat),
                                          test::randomTensor({9}, 3, at::kFloat)};
        for (at::Tensor& leaf : leaves)
            leaf.requires_grad_();
        const HeadLoss loss = headLoss(leaves[0], leaves[1], leaves[2], targets, weights, half);
        EXPECT_EQ(loss.per_token.scalar_type(), at::kFloat);
        loss.weighted.backward();
        losses[half ? 1 : 0] = loss.weighted.item<double>();
        for (std::size_t i = 0; i < 3; ++i)
            results[half ? 1 : 0][i] = leaves[i].grad();
    }
    EXPECT_NEAR(losses[1], losses[0], 0.02 * losses[0]);
    EXPECT_EQ(losses[1] != losses[0], hasHalfProducts());
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(results[1][i].scalar_type(), at::kFloat);
        EXPECT_LT(test::largestDifference(results[0][i], results[1][i]),
                  0.03 * results[0][i].abs().max().item<double>());
    }
}

}  // namespace
}  // namespace orrery
