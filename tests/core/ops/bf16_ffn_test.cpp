// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/bf16_ffn.h"

#include <gtest/gtest.h>

#include <utility>

#include "core/error.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/panels/half_product.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

struct HalfCase {
    at::Tensor z = randomTensor({40, 12}, 1, at::kFloat);
    at::Tensor selected = (at::arange(80, at::kLong) * 5 + 1).remainder(7).view({40, 2});
    at::Tensor gates = at::softmax(randomTensor({40, 2}, 2, at::kFloat), 1);
    at::Tensor down = randomTensor({8, 10, 12}, 3, at::kFloat) / 4;  // expert 7 is never chosen
    at::Tensor up = randomTensor({8, 12, 10}, 4, at::kFloat) / 4;
};

/// One pair at a time: every operand and every product rounded to bfloat16.
at::Tensor slowHalf(const HalfCase& c) {
    const auto bf16 = [](const at::Tensor& tensor) { return tensor.to(at::kBFloat16); };
    at::Tensor result = at::zeros_like(c.z);
    for (std::int64_t t = 0; t < c.z.size(0); ++t)
        for (std::int64_t r = 0; r < 2; ++r) {
            const auto e = c.selected[t][r].item<std::int64_t>();
            const at::Tensor hidden = at::gelu(at::mv(bf16(c.down[e]), bf16(c.z[t])));
            result[t] += c.gates[t][r] * at::mv(bf16(c.up[e]), hidden).to(at::kFloat);
        }
    return result;
}

TEST(Bf16Ffn, EqualsTheSlowReferenceAndRounds) {
    const HalfCase c;
    const at::Tensor own = bf16Ffn(c.z, c.selected, c.gates, c.down, c.up);
    EXPECT_EQ(own.scalar_type(), at::kFloat);
    const double scale = own.abs().max().item<double>();
    const at::Tensor exact = groupedFfn(c.z, c.selected, c.gates, c.down, c.up);
    if (!hasHalfProducts()) {
        EXPECT_TRUE(at::equal(own, exact)) << "fp32 where bfloat16 is no faster";
        return;
    }
    // An order of summation may move a sum over a rounding step of 2^-8.
    EXPECT_LT(largestDifference(own, slowHalf(c)), scale * 0.01);
    EXPECT_LT(largestDifference(own, exact), scale * 0.03);
    EXPECT_GT(largestDifference(own, exact), scale * 1e-4);
    const at::Tensor kept =
        bf16Ffn(c.z, c.selected, c.gates, c.down.to(at::kBFloat16), c.up.to(at::kBFloat16));
    EXPECT_TRUE(at::equal(own, kept)) << "experts kept in bfloat16 are not rounded again";
}

/// Sizes at which AMX reads experts that are kept in bfloat16 where they lie, and packs others.
TEST(Bf16Ffn, AnExpertThatIsNotPackedGivesTheSameBits) {
    const std::int64_t tokens = 200;
    const at::Tensor z = randomTensor({tokens, 64}, 1, at::kFloat);
    // Rows in one chunk, in several, in part of a tile, and one alone.
    at::Tensor selected = at::zeros({tokens, 2}, at::kLong);
    selected.select(1, 1).copy_((at::arange(tokens, at::kLong) * 5).remainder(4) + 1);
    selected[7][1] = 5;
    const at::Tensor gates = at::softmax(randomTensor({tokens, 2}, 2, at::kFloat), 1);
    const at::Tensor down = randomTensor({6, 96, 64}, 3, at::kFloat) / 4;
    const at::Tensor up = randomTensor({6, 64, 96}, 4, at::kFloat) / 4;
    const auto bf16 = [](const at::Tensor& of) { return of.to(at::kBFloat16); };
    const auto run = [&](const at::Tensor& first, const at::Tensor& second) {
        const at::Tensor leaf = z.clone().requires_grad_();
        const at::Tensor y = bf16Ffn(leaf, selected, gates, first, second);
        (y * y).sum().backward();
        return std::pair(y.detach(), leaf.grad());
    };
    const auto [packed, packed_gradient] = run(down, up);
    const auto [kept, kept_gradient] = run(bf16(down), bf16(up));
    if (!hasHalfProducts()) return;  // fp32 of other weights
    EXPECT_TRUE(at::equal(packed, kept));
    EXPECT_TRUE(at::equal(packed_gradient, kept_gradient));
}

TEST(Bf16Ffn, GradientsAreNearThoseOfFloat32) {
    at::Tensor gradients[2][3];
    for (const bool bf16 : {false, true}) {
        HalfCase c;
        for (at::Tensor* leaf : {&c.z, &c.gates, &c.down})
            leaf->requires_grad_();
        const at::Tensor y = bf16 ? bf16Ffn(c.z, c.selected, c.gates, c.down, c.up)
                                  : groupedFfn(c.z, c.selected, c.gates, c.down, c.up);
        (y * randomTensor({40, 12}, 5, at::kFloat)).sum().backward();
        int i = 0;
        for (const at::Tensor* leaf : {&c.z, &c.gates, &c.down})
            gradients[bf16 ? 1 : 0][i++] = leaf->grad();
        EXPECT_FALSE(c.up.grad().defined()) << "frozen";
    }
    for (int i = 0; i < 3; ++i) {
        const double scale = gradients[0][i].abs().max().item<double>();
        EXPECT_LT(largestDifference(gradients[0][i], gradients[1][i]), 0.04 * scale) << i;
        EXPECT_EQ(gradients[1][i].scalar_type(), at::kFloat);
    }
}

TEST(Bf16Ffn, IsTheSameAtAnyNumberOfThreads) {
    const auto all = [](int threads) {
        const test::Threads scope(threads);
        HalfCase c;
        c.z.requires_grad_();
        c.gates.requires_grad_();
        const at::Tensor y = bf16Ffn(c.z, c.selected, c.gates, c.down, c.up);
        (y * randomTensor({40, 12}, 5, at::kFloat)).sum().backward();
        return std::vector<at::Tensor>{y.detach(), c.z.grad(), c.gates.grad()};
    };
    const auto one = all(1);
    for (const int threads : {2, 3, 7}) {
        const auto many = all(threads);
        for (std::size_t i = 0; i < one.size(); ++i)
            EXPECT_TRUE(at::equal(one[i], many[i])) << threads << " threads, tensor " << i;
    }
}

TEST(Bf16Ffn, KnowsLowRankParts) {
    HalfCase c;
    const LoraWeights lora{
        randomTensor({8, 3, 12}, 6, at::kFloat) / 4, randomTensor({8, 10, 3}, 7, at::kFloat) / 4,
        randomTensor({8, 3, 10}, 8, at::kFloat) / 4, randomTensor({8, 12, 3}, 9, at::kFloat) / 4};
    const at::Tensor exact = loraFfn(c.z, c.selected, c.gates, c.down, c.up, lora);
    const double scale = exact.abs().max().item<double>();
    EXPECT_LT(largestDifference(bf16Ffn(c.z, c.selected, c.gates, c.down, c.up, lora), exact),
              0.03 * scale);
    EXPECT_GT(largestDifference(bf16Ffn(c.z, c.selected, c.gates, c.down, c.up), exact),
              0.1 * scale);
}

TEST(Bf16Ffn, RefusesOtherTypes) {
    const HalfCase c;
    EXPECT_THROW(bf16Ffn(c.z.to(at::kDouble), c.selected, c.gates, c.down, c.up), Error);
    EXPECT_THROW(bf16Ffn(c.z, c.selected.to(at::kInt), c.gates, c.down, c.up), Error);
    EXPECT_THROW(bf16Ffn(c.z, c.selected, c.gates.slice(1, 1), c.down, c.up), Error);
}

}  // namespace
}  // namespace orrery
