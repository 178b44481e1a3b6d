// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/packed_attention.h"

#include "core/ops/panels/half_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.h"
#include "core/ops/dot.h"
#include "core/ops/softmax_rows.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::expectGradients;
using test::largestDifference;
using test::randomTensor;
using test::Threads;

/// The slow reference.
at::Tensor torchAttention(const at::Tensor& qkv, std::int64_t heads, bool causal) {
    const std::int64_t batch = qkv.size(0), length = qkv.size(1), d = qkv.size(2) / 3;
    const at::Tensor parts = qkv.view({batch, length, 3, heads, d / heads});
    const auto part = [&](std::int64_t which) { return parts.select(2, which).transpose(1, 2); };
    return at::scaled_dot_product_attention(part(0), part(1), part(2), {}, 0.0, causal)
        .transpose(1, 2)
        .reshape({batch, length, d});
}

at::Tensor gradientOf(const at::Tensor& qkv, const at::Tensor& upstream,
                      const std::function<at::Tensor(const at::Tensor&)>& attention) {
    at::Tensor leaf = qkv.clone().requires_grad_();
    attention(leaf).backward(upstream);
    return leaf.grad();
}

TEST(PackedAttention, EqualsTorchForwardAndBackward) {
    for (const auto& [length, heads, width] :
         std::vector<std::array<std::int64_t, 3>>{{1, 1, 1},
                                                  {7, 3, 5},
                                                  {31, 1, 16},
                                                  {32, 2, 32},
                                                  {33, 1, 64},
                                                  {48, 2, 32},
                                                  {49, 2, 16},
                                                  {64, 1, 33},
                                                  {130, 4, 48},
                                                  {200, 1, 96}})
        for (const bool causal : {true, false}) {
            const at::Tensor qkv = randomTensor({2, length, 3 * heads * width}, 1, at::kFloat);
            const at::Tensor upstream = randomTensor({2, length, heads * width}, 2, at::kFloat);
            const auto own = [&](const at::Tensor& x) { return packedAttention(x, heads, causal); };
            const auto torch = [&](const at::Tensor& x) {
                return torchAttention(x, heads, causal);
            };
            const at::Tensor exact = torch(qkv.to(at::kDouble));
            ASSERT_LT(largestDifference(own(qkv), exact), 5e-6) << length << " " << causal;
            ASSERT_LT(
                largestDifference(gradientOf(qkv, upstream, own),
                                  gradientOf(qkv.to(at::kDouble), upstream.to(at::kDouble), torch)),
                2e-5)
                << length << " " << causal;
        }
}

TEST(PackedAttention, GradientsEqualFiniteDifferences) {
    for (const bool causal : {true, false})
        expectGradients(
            [&](const std::vector<at::Tensor>& in) {
                return (packedAttention(in[0], 2, causal) * randomTensor({1, 5, 6}, 9)).sum();
            },
            {randomTensor({1, 5, 18}, 3)});
}

TEST(PackedAttention, LargeScoresDoNotOverflow) {
    const at::Tensor qkv = 200 * randomTensor({1, 60, 3 * 32}, 4, at::kFloat);
    const at::Tensor exact = torchAttention(qkv.to(at::kDouble), 1, true);
    EXPECT_LT(largestDifference(packedAttention(qkv, 1, true), exact), 0.1);  // of values about 200
}

TEST(PackedAttention, NotANumberIsNotHidden) {
    at::Tensor qkv = randomTensor({1, 50, 3 * 16}, 5, at::kFloat);
    qkv.select(1, 3).fill_(std::numeric_limits<float>::quiet_NaN());
    const at::Tensor output = packedAttention(qkv, 1, true);
    EXPECT_TRUE(output.narrow(1, 3, 47).isnan().all().item<bool>());
}

TEST(PackedAttention, InHalvesItIsNearAndTheSameAtAnyNumberOfThreads) {
    const at::Tensor qkv = randomTensor({2, 71, 3 * 24}, 6, at::kFloat);
    const at::Tensor upstream = randomTensor({2, 71, 24}, 7, at::kFloat);
    for (const bool causal : {false, true}) {
        const auto exact = [&](const at::Tensor& x) { return packedAttention(x, 3, causal); };
        const auto halves = [&](const at::Tensor& x) {
            return packedAttention(x, 3, causal, true);
        };
        const auto near = [](const at::Tensor& a, const at::Tensor& b) {
            return largestDifference(a, b) / b.abs().max().item<double>();
        };
        const at::Tensor output = halves(qkv), gradient = gradientOf(qkv, upstream, halves);
        EXPECT_LT(near(output, exact(qkv)), 0.02);
        EXPECT_LT(near(gradient, gradientOf(qkv, upstream, exact)), 0.03);
        EXPECT_EQ(at::equal(output, exact(qkv)), !hasHalfProducts());
        const Threads scope(4);
        EXPECT_TRUE(at::equal(output, halves(qkv)));
        EXPECT_TRUE(at::equal(gradient, gradientOf(qkv, upstream, halves)));
    }
}

/// Bits, not only values: what lies behind a token must not even round it.
TEST(PackedAttention, LaterTokensChangeNoBitOfEarlierOnes) {
    const at::Tensor qkv = randomTensor({1, 100, 3 * 32}, 6, at::kFloat);
    for (const bool half : {false, true})
        for (const std::int64_t length : {1, 31, 32, 33, 77}) {
            at::Tensor other = qkv.clone();
            other.narrow(1, length, 100 - length).mul_(-3);
            const auto first = [&](const at::Tensor& x) {
                return packedAttention(x, 1, true, half).narrow(1, 0, length);
            };
            EXPECT_TRUE(at::equal(first(qkv), first(other))) << length << " " << half;
        }
}

/// Weights so small that their parts would be no normal numbers.
TEST(PackedAttention, TinyGradientsStayNear) {
    const at::Tensor qkv = randomTensor({1, 64, 3 * 32}, 8, at::kFloat);
    const at::Tensor upstream = randomTensor({1, 64, 32}, 9, at::kFloat);
    const auto own = [](const at::Tensor& x) { return packedAttention(x, 1, true); };
    const at::Tensor whole = gradientOf(qkv, upstream, own);
    const at::Tensor tiny = gradientOf(qkv, upstream * 0x1p-70F, own) * 0x1p70F;
    EXPECT_LT(largestDifference(tiny, whole), 1e-5);
}

TEST(PackedAttention, IsTheSameAtAnyNumberOfThreads) {
    const at::Tensor qkv = randomTensor({3, 70, 3 * 24}, 6, at::kFloat);
    const at::Tensor upstream = randomTensor({3, 70, 24}, 7, at::kFloat);
    const auto both = [&](int threads) {
        const Threads scope(threads);
        const auto own = [&](const at::Tensor& x) { return packedAttention(x, 3, true); };
        return std::pair(own(qkv), gradientOf(qkv, upstream, own));
    };
    const auto [output, gradient] = both(1);
    const auto [output4, gradient4] = both(4);
    EXPECT_TRUE(at::equal(output, output4));
    EXPECT_TRUE(at::equal(gradient, gradient4));
}

TEST(PackedAttention, RefusesWhatDoesNotFit) {
    EXPECT_THROW(packedAttention(at::zeros({2, 3, 10}), 1, true), Error);
    EXPECT_THROW(packedAttention(at::zeros({2, 0, 12}), 2, true), Error);
    EXPECT_THROW(packedAttention(at::zeros({2, 3, 12}, at::kHalf), 2, true), Error);
}

TEST(SoftmaxRows, EqualTheStandardLibrary) {
    for (const std::int64_t count : {1, 7, 8, 16, 17, 50}) {
        const at::Tensor values = 3 * randomTensor({count}, 8, at::kFloat);
        const float largest = largestOf(values.const_data_ptr<float>(), count);
        EXPECT_EQ(largest, values.max().item<float>());
        at::Tensor result = values.clone();
        const float sum = expRow(result.mutable_data_ptr<float>(), count, 0.5F, 0.5F * largest);
        const at::Tensor exact = (0.5 * (values.to(at::kDouble) - largest)).exp();
        EXPECT_LT(largestDifference(result, exact), 2e-7);
        EXPECT_NEAR(sum, exact.sum().item<double>(), 1e-5);
    }
}

TEST(SoftmaxRows, TheWayBackEqualsItsFormula) {
    for (const std::int64_t count : {1, 7, 16, 17, 50}) {
        const at::Tensor weights = randomTensor({count}, 8, at::kFloat).softmax(0);
        at::Tensor gradient = randomTensor({count}, 9, at::kFloat);
        const at::Tensor exact = weights.to(at::kDouble), upstream = gradient.to(at::kDouble);
        const at::Tensor along = (exact * upstream).sum();
        const float dot =
            dotOf(weights.const_data_ptr<float>(), gradient.const_data_ptr<float>(), count);
        EXPECT_NEAR(dot, along.item<double>(), 1e-6);
        scoreGradientsRow(weights.const_data_ptr<float>(), gradient.mutable_data_ptr<float>(),
                          count, 0.5F, dot);
        EXPECT_LT(largestDifference(gradient, 0.5 * exact * (upstream - along)), 1e-6);
    }
}

/// Denormal numbers would make a step of a model with sharp scores several times as long.
TEST(SoftmaxRows, WhatVanishesIsZero) {
    for (const std::int64_t count : {3, 16, 40}) {
        at::Tensor values = at::full({count}, -300.0F);
        values[0] = 0.0F;
        values[1] = -60.0F;
        EXPECT_FLOAT_EQ(expRow(values.mutable_data_ptr<float>(), count, 1.0F, 0.0F), 1.0F);
        EXPECT_NEAR(values[1].item<float>() / std::exp(-60.0), 1, 1e-5);
        EXPECT_EQ(values.narrow(0, 2, count - 2).count_nonzero().item<std::int64_t>(), 0);
    }
}

}  // namespace
}  // namespace orrery
