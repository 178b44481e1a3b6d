// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/attention.h"

#include <ATen/core/grad_mode.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.h"
#include "core/ops/panels/half_product.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

/// Softmax attention written out, one head at a time.
at::Tensor slowAttention(Attention& attention, const at::Tensor& x, std::int64_t heads,
                         bool causal) {
    const auto parameters = attention->named_parameters();
    const std::int64_t d = x.size(2);
    const std::int64_t width = d / heads;
    const at::Tensor packed =
        at::matmul(x, parameters["in_proj.weight"].t()) + parameters["in_proj.bias"];
    std::vector<at::Tensor> mixed;
    for (std::int64_t h = 0; h < heads; ++h) {
        const auto part = [&](std::int64_t which) {
            return packed.narrow(2, which * d + h * width, width);
        };
        at::Tensor scores =
            at::matmul(part(0), part(1).transpose(1, 2)) / std::sqrt(static_cast<double>(width));
        if (causal)
            scores = scores.masked_fill(at::ones({x.size(1), x.size(1)}, at::kBool).triu(1),
                                        -std::numeric_limits<double>::infinity());
        mixed.push_back(at::matmul(at::softmax(scores, 2), part(2)));
    }
    return at::matmul(at::cat(mixed, 2), parameters["out_proj.weight"].t()) +
           parameters["out_proj.bias"];
}

TEST(Attention, EqualsTheSlowReference) {
    for (const bool causal : {true, false}) {
        AttentionOptions options{.d_model = 12, .num_heads = 3, .causal = causal, .name = "a"};
        Attention attention(options);
        attention->to(at::kDouble);
        {
            at::NoGradGuard no_gradient;
            attention->named_parameters()["in_proj.bias"].copy_(randomTensor({36}, 5));
            attention->named_parameters()["out_proj.bias"].copy_(randomTensor({12}, 6));
        }
        const at::Tensor x = randomTensor({2, 7, 12}, 1);
        EXPECT_LT(largestDifference(attention(x), slowAttention(attention, x, 3, causal)), 1e-12);
    }
}

/// 8 bits of a number; the type of what goes in comes out, and nothing of autocast stays behind.
TEST(Attention, InBfloat16ItIsRoundedAndLeavesNoTrace) {
    AttentionOptions options{.d_model = 12, .num_heads = 3, .name = "a"};
    Attention exact(options);
    options.bfloat16 = true;
    Attention half(options);
    const at::Tensor x = randomTensor({2, 7, 12}, 1, at::kFloat).requires_grad_();
    const at::Tensor y = half(x);
    EXPECT_EQ(y.scalar_type(), at::kFloat);
    const double scale = exact(x).abs().max().item<double>();
    if (hasHalfProducts()) {
        EXPECT_GT(largestDifference(y, exact(x)), 1e-5 * scale);
    }
    EXPECT_LT(largestDifference(y, exact(x)), 2e-2 * scale);
    EXPECT_TRUE(at::equal(exact(x), exact(x)));
    EXPECT_EQ(at::matmul(x, x.transpose(1, 2)).scalar_type(), at::kFloat);
    const at::Tensor own = torch::autograd::grad({y.sum()}, {x})[0];
    const at::Tensor full = torch::autograd::grad({exact(x).sum()}, {x})[0];
    EXPECT_LT(largestDifference(own, full), 3e-2 * full.abs().max().item<double>());
    // A cast that was kept from the first pass would give the old result.
    at::NoGradGuard no_gradient;
    half->named_parameters()["out_proj.weight"].zero_();
    EXPECT_EQ(half(x).abs().max().item<double>(), 0);
}

TEST(Attention, StartsAsTorchDoes) {
    AttentionOptions options{.d_model = 64, .num_heads = 4, .name = "a"};
    const auto parameters = Attention(options)->named_parameters();
    EXPECT_EQ(parameters["in_proj.bias"].abs().max().item<double>(), 0);
    EXPECT_EQ(parameters["out_proj.bias"].abs().max().item<double>(), 0);
    EXPECT_NEAR(parameters["in_proj.weight"].abs().max().item<double>(), std::sqrt(6.0 / 256),
                1e-3);
    EXPECT_NEAR(parameters["out_proj.weight"].abs().max().item<double>(), 0.125, 1e-3);
}

TEST(Attention, RefusesHeadsThatDoNotFit) {
    EXPECT_THROW(Attention(AttentionOptions{.d_model = 10, .num_heads = 4, .name = "a"}), Error);
    EXPECT_THROW(
        Attention(AttentionOptions{
            .d_model = 6, .num_heads = 2, .positions = PositionEncoding::rope, .name = "a"}),
        Error);
}

}  // namespace
}  // namespace orrery
