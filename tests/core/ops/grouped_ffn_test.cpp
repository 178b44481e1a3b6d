// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/grouped_ffn.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::expectGradients;
using test::largestDifference;
using test::randomTensor;
using test::Threads;

struct Case {
    at::Tensor z, selected, gates, down, up;
};

/// n tokens, k different experts each.
Case makeCase(std::int64_t n, std::int64_t k, std::int64_t experts, std::int64_t d, std::int64_t f,
              at::ScalarType type) {
    Case c;
    c.z = randomTensor({n, d}, 1, type);
    c.selected = at::argsort(randomTensor({n, experts}, 2), 1, false).narrow(1, 0, k).contiguous();
    c.gates = at::softmax(randomTensor({n, k}, 3, type), 1);
    c.down = randomTensor({experts, f, d}, 4, type) * 0.3;
    c.up = randomTensor({experts, d, f}, 5, type) * 0.3;
    return c;
}

at::Tensor run(const Case& c) {
    return groupedFfn(c.z, c.selected, c.gates, c.down, c.up);
}

/// One token, one expert at a time, with torch's GELU.
at::Tensor slowFfn(const Case& c) {
    std::vector<at::Tensor> rows;
    for (std::int64_t t = 0; t < c.z.size(0); ++t) {
        at::Tensor y = at::zeros({c.z.size(1)}, c.z.options());
        for (std::int64_t r = 0; r < c.selected.size(1); ++r) {
            const auto e = c.selected[t][r].item<std::int64_t>();
            y = y + c.gates[t][r] * at::mv(c.up[e], at::gelu(at::mv(c.down[e], c.z[t])));
        }
        rows.push_back(y);
    }
    return at::stack(rows);
}

TEST(GroupedFfn, EqualsTheSlowReferenceInDouble) {
    const Case c = makeCase(37, 3, 5, 6, 11, at::kDouble);
    EXPECT_LT(largestDifference(run(c), slowFfn(c)), 1e-13);
}

TEST(GroupedFfn, EqualsTheSlowReferenceInFloat) {
    const Case c = makeCase(300, 2, 3, 16, 24, at::kFloat);
    EXPECT_LT(largestDifference(run(c), slowFfn(c)), 5e-6);
}

/// Sizes that tiles take: experts with few rows and with several chunks of them, weights of float32
/// and of bfloat16.
TEST(GroupedFfn, WholeTilesEqualTheSlowReferenceForwardAndBackward) {
    for (const std::int64_t tokens : {5, 40, 700})
        for (const bool short_weights : {false, true}) {
            Case c = makeCase(tokens, 2, 3, 64, 96, at::kFloat);
            c.selected.select(1, 1).copy_(c.selected.select(1, 0).add(1).remainder(3));
            if (short_weights)
                for (at::Tensor* weights : {&c.down, &c.up})
                    *weights = weights->to(at::kBFloat16);
            const at::Tensor upstream = randomTensor({tokens, 64}, 9, at::kFloat);
            Case exact = c;
            for (at::Tensor* t : {&exact.z, &exact.gates, &exact.down, &exact.up})
                *t = t->to(at::kDouble);
            for (Case* of : {&c, &exact})
                for (at::Tensor* leaf : {&of->z, &of->gates})
                    *leaf = leaf->detach().requires_grad_();
            const at::Tensor own = run(c), slow = slowFfn(exact);
            EXPECT_LT(largestDifference(own, slow), 2e-5) << tokens;
            const auto gradients = torch::autograd::grad({(own * upstream).sum()}, {c.z, c.gates});
            const auto right =
                torch::autograd::grad({(slow * upstream).sum()}, {exact.z, exact.gates});
            for (std::size_t i = 0; i < 2; ++i)
                EXPECT_LT(largestDifference(gradients[i], right[i]), 1e-4) << tokens << " " << i;
        }
}

/// Few rows of an expert go another way than many (turned_ffn.h): its bits are the same.
TEST(GroupedFfn, ATokensBitsDoNotDependOnHowManyThereAre) {
    const Case c = makeCase(600, 1, 2, 64, 96, at::kFloat);
    const at::Tensor all = run(c);
    for (const std::int64_t count : {1, 17, 40, 130}) {
        Case few = c;
        for (at::Tensor* t : {&few.z, &few.selected, &few.gates})
            *t = t->narrow(0, 0, count).contiguous();
        EXPECT_TRUE(at::equal(run(few), all.narrow(0, 0, count))) << count;
    }
}

TEST(GroupedFfn, GradientsEqualFiniteDifferences) {
    const Case c = makeCase(5, 2, 4, 3, 4, at::kDouble);
    const at::Tensor weights = randomTensor({5, 3}, 9);
    expectGradients(
        [&](const std::vector<at::Tensor>& in) {
            return (groupedFfn(in[0], c.selected, in[1], in[2], in[3]) * weights).sum();
        },
        {c.z, c.gates, c.down, c.up});
}

TEST(GroupedFfn, FloatGradientsEqualTheSlowReference) {
    Case c = makeCase(400, 2, 3, 16, 20, at::kFloat);
    for (at::Tensor* t : {&c.z, &c.gates, &c.down, &c.up})
        *t = t->detach().requires_grad_();
    const at::Tensor weights = randomTensor({400, 16}, 9, at::kFloat);
    const std::vector<at::Tensor> leaves{c.z, c.gates, c.down, c.up};
    const auto own = torch::autograd::grad({(run(c) * weights).sum()}, leaves);
    const auto slow = torch::autograd::grad({(slowFfn(c) * weights).sum()}, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        EXPECT_LT(largestDifference(own[i], slow[i]),
                  2e-5 * slow[i].abs().max().item<double>() + 1e-6)
            << "leaf " << i;
}

TEST(GroupedFfn, FrozenExpertsGetNoGradient) {
    Case c = makeCase(8, 2, 4, 3, 4, at::kFloat);
    c.z.requires_grad_();
    run(c).sum().backward();
    EXPECT_TRUE(c.z.grad().defined());
    EXPECT_FALSE(c.down.grad().defined());
    const GroupedFfnForward kept =
        groupedFfnForwardCpu(c.z.detach(), c.selected, c.gates, c.down, c.up);
    const auto back =
        groupedFfnBackwardCpu(at::ones({8, 3}), c.z.detach(), c.gates, kept, c.down, c.up, false);
    EXPECT_FALSE(back.down.defined());
    EXPECT_FALSE(back.up.defined());
}

TEST(GroupedFfn, SameBitsAtAnyNumberOfThreads) {
    Case c = makeCase(1000, 4, 7, 32, 48, at::kFloat);
    for (at::Tensor* t : {&c.z, &c.gates, &c.down, &c.up})
        *t = t->detach().requires_grad_();
    std::vector<at::Tensor> first;
    for (const int threads : {1, 2, 3}) {
        const Threads scope(threads);
        const at::Tensor y = run(c);
        std::vector<at::Tensor> all =
            torch::autograd::grad({y.square().sum()}, {c.z, c.gates, c.down, c.up});
        all.push_back(y.detach());
        if (first.empty()) first = all;
        for (std::size_t i = 0; i < all.size(); ++i)
            EXPECT_TRUE(at::equal(all[i], first[i]))
                << "tensor " << i << ", " << threads << " threads";
    }
}

TEST(GroupedFfn, OneExpertTakesAllTokens) {
    Case c = makeCase(500, 1, 1, 8, 8, at::kDouble);
    EXPECT_LT(largestDifference(run(c), slowFfn(c)), 1e-13);
}

TEST(GroupedFfn, ExpertsWithoutTokensAreLeftOut) {
    Case c = makeCase(6, 2, 2, 4, 4, at::kDouble);
    c.down = at::cat({c.down, at::full({30, 4, 4}, std::nan(""), at::kDouble)});
    c.up = at::cat({c.up, at::full({30, 4, 4}, std::nan(""), at::kDouble)});
    EXPECT_TRUE(run(c).isfinite().all().item<bool>());
}

TEST(GroupedFfn, NanInOneTokenStaysThere) {
    Case c = makeCase(6, 2, 4, 4, 4, at::kFloat);
    c.z[2][1] = std::nan("");
    const at::Tensor finite = run(c).isfinite().all(1);
    EXPECT_FALSE(finite[2].item<bool>());
    EXPECT_EQ(finite.sum().item<std::int64_t>(), 5);
}

/// Kept in bfloat16 the result is that of the rounded weights, all arithmetic in float32.
TEST(GroupedFfn, ExpertsInBfloat16AreRoundedOnceAndNoMore) {
    Case c = makeCase(300, 2, 5, 16, 24, at::kFloat);
    c.z.requires_grad_();
    c.gates.requires_grad_();
    Case kept = c;
    kept.down = c.down.to(at::kBFloat16);
    kept.up = c.up.to(at::kBFloat16);
    Case rounded = c;
    rounded.down = kept.down.to(at::kFloat);
    rounded.up = kept.up.to(at::kFloat);
    const auto gradients = [](const Case& from) {
        return torch::autograd::grad({run(from).square().sum()}, {from.z, from.gates});
    };
    EXPECT_TRUE(at::equal(run(kept), run(rounded)));
    EXPECT_TRUE(at::equal(gradients(kept)[0], gradients(rounded)[0]));
    EXPECT_TRUE(at::equal(gradients(kept)[1], gradients(rounded)[1]));
    const double scale = run(c).abs().max().item<double>();
    EXPECT_GT(largestDifference(run(kept), run(c)), 1e-6 * scale);
    EXPECT_LT(largestDifference(run(kept), run(c)), 1e-2 * scale);  // 8 bits of a number
    kept.down.requires_grad_();
    EXPECT_THROW(run(kept), Error);
    EXPECT_THROW(groupedFfn(c.z, c.selected, c.gates, c.down.to(at::kBFloat16), c.up), Error);
}

TEST(GroupedFfn, RefusesWrongInput) {
    const Case good = makeCase(4, 2, 3, 4, 5, at::kFloat);
    Case c = good;
    c.selected = c.selected.clone();
    c.selected[1][0] = 3;
    EXPECT_THROW(run(c), Error);
    c.selected[1][0] = -1;
    EXPECT_THROW(run(c), Error);
    c = good;
    c.gates = c.gates.narrow(1, 0, 1);
    EXPECT_THROW(run(c), Error);
    c = good;
    c.up = c.up.transpose(1, 2);
    EXPECT_THROW(run(c), Error);
    c = good;
    c.down = c.down.to(at::kDouble);
    EXPECT_THROW(run(c), Error);
}

}  // namespace
}  // namespace orrery
