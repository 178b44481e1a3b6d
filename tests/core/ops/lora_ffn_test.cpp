// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/lora_ffn.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/ops/grouped_ffn.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::expectGradients;
using test::largestDifference;
using test::randomTensor;
using test::Threads;

struct Case {
    at::Tensor z, selected, gates, down, up;
    LoraWeights lora;
};

/// n tokens, k different experts each, rank 2.
Case makeCase(std::int64_t n, std::int64_t k, std::int64_t experts, std::int64_t d, std::int64_t f,
              at::ScalarType type) {
    Case c;
    c.z = randomTensor({n, d}, 1, type);
    c.selected = at::argsort(randomTensor({n, experts}, 2), 1, false).narrow(1, 0, k).contiguous();
    c.gates = at::softmax(randomTensor({n, k}, 3, type), 1);
    c.down = randomTensor({experts, f, d}, 4, type) * 0.3;
    c.up = randomTensor({experts, d, f}, 5, type) * 0.3;
    c.lora = {
        randomTensor({experts, 2, d}, 6, type) * 0.3, randomTensor({experts, f, 2}, 7, type) * 0.3,
        randomTensor({experts, 2, f}, 8, type) * 0.3, randomTensor({experts, d, 2}, 9, type) * 0.3};
    return c;
}

at::Tensor run(const Case& c) {
    return loraFfn(c.z, c.selected, c.gates, c.down, c.up, c.lora);
}

/// The matrices as a whole, one token and one expert at a time.
at::Tensor slowFfn(const Case& c) {
    const at::Tensor down = c.down + at::bmm(c.lora.down_b, c.lora.down_a);
    const at::Tensor up = c.up + at::bmm(c.lora.up_b, c.lora.up_a);
    std::vector<at::Tensor> rows;
    for (std::int64_t t = 0; t < c.z.size(0); ++t) {
        at::Tensor y = at::zeros({c.z.size(1)}, c.z.options());
        for (std::int64_t r = 0; r < c.selected.size(1); ++r) {
            const auto e = c.selected[t][r].item<std::int64_t>();
            y = y + c.gates[t][r] * at::mv(up[e], at::gelu(at::mv(down[e], c.z[t])));
        }
        rows.push_back(y);
    }
    return at::stack(rows);
}

std::vector<at::Tensor> leavesOf(Case& c) {
    std::vector<at::Tensor> leaves;
    for (at::Tensor* t :
         {&c.z, &c.gates, &c.lora.down_a, &c.lora.down_b, &c.lora.up_a, &c.lora.up_b}) {
        *t = t->detach().requires_grad_();
        leaves.push_back(*t);
    }
    return leaves;
}

TEST(LoraFfn, EqualsTheSlowReference) {
    const Case exact = makeCase(37, 3, 5, 6, 11, at::kDouble);
    EXPECT_LT(largestDifference(run(exact), slowFfn(exact)), 1e-13);
    const Case single = makeCase(300, 2, 3, 16, 24, at::kFloat);
    EXPECT_LT(largestDifference(run(single), slowFfn(single)), 1e-5);
}

TEST(LoraFfn, GradientsEqualFiniteDifferences) {
    const Case c = makeCase(5, 2, 4, 3, 4, at::kDouble);
    const at::Tensor weights = randomTensor({5, 3}, 11);
    expectGradients(
        [&](const std::vector<at::Tensor>& in) {
            return (loraFfn(in[0], c.selected, in[1], c.down, c.up, {in[2], in[3], in[4], in[5]}) *
                    weights)
                .sum();
        },
        {c.z, c.gates, c.lora.down_a, c.lora.down_b, c.lora.up_a, c.lora.up_b});
}

TEST(LoraFfn, GradientsEqualTheSlowReference) {
    Case c = makeCase(90, 2, 7, 6, 10, at::kDouble);
    const auto leaves = leavesOf(c);
    const at::Tensor weights = randomTensor({90, 6}, 11);
    const auto own = torch::autograd::grad({(run(c) * weights).sum()}, leaves);
    const auto slow = torch::autograd::grad({(slowFfn(c) * weights).sum()}, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        EXPECT_LT(largestDifference(own[i], slow[i]), 1e-11) << i;
}

TEST(LoraFfn, AZeroPartLeavesTheFrozenExperts) {
    Case c = makeCase(200, 3, 5, 16, 24, at::kFloat);
    c.lora.down_b.zero_();
    c.lora.up_b.zero_();
    const at::Tensor frozen = groupedFfn(c.z, c.selected, c.gates, c.down, c.up);
    EXPECT_LT(largestDifference(run(c), frozen), 5e-6);
}

TEST(LoraFfn, SameBitsAtAnyNumberOfThreads) {
    Case c = makeCase(500, 3, 9, 16, 24, at::kFloat);
    const auto leaves = leavesOf(c);
    std::vector<at::Tensor> first;
    for (const int threads : {1, 2, 3}) {
        const Threads scope(threads);
        const at::Tensor y = run(c);
        auto all = torch::autograd::grad({y.square().sum()}, leaves);
        all.push_back(y.detach());
        if (first.empty()) first = all;
        for (std::size_t i = 0; i < all.size(); ++i)
            EXPECT_TRUE(at::equal(all[i], first[i])) << i << " at " << threads;
    }
}

TEST(LoraFfn, ExpertsWithoutTokensGetNoGradient) {
    Case c = makeCase(8, 1, 4, 3, 5, at::kDouble);
    c.selected.fill_(2);
    const auto leaves = leavesOf(c);
    const auto gradients = torch::autograd::grad({run(c).sum()}, leaves);
    for (std::size_t i = 2; i < leaves.size(); ++i) {
        EXPECT_EQ(gradients[i][0].abs().sum().item<double>(), 0);
        EXPECT_GT(gradients[i][2].abs().sum().item<double>(), 0);
    }
}

TEST(LoraFfn, FrozenPartsMayBeBfloat16) {
    Case c = makeCase(40, 2, 4, 8, 12, at::kFloat);
    Case rounded = c;
    c.down = c.down.to(at::kBFloat16);
    c.up = c.up.to(at::kBFloat16);
    rounded.down = c.down.to(at::kFloat);
    rounded.up = c.up.to(at::kFloat);
    EXPECT_TRUE(at::equal(run(c), run(rounded)));
}

TEST(LoraFfn, RefusesWrongInput) {
    const Case good = makeCase(5, 2, 4, 3, 6, at::kFloat);
    for (const auto& spoil : std::vector<void (*)(Case&)>{
             [](Case& c) { c.lora.down_a = c.lora.down_a.transpose(1, 2); },
             [](Case& c) { c.lora.up_b = c.lora.up_b.narrow(0, 0, 3); },
             [](Case& c) { c.lora.up_a = c.lora.up_a.to(at::kDouble); },
             [](Case& c) { c.selected = c.selected + 3; },
             [](Case& c) { c.gates = c.gates.narrow(1, 0, 1); },
             [](Case& c) { c.down = c.down.detach().requires_grad_(); }}) {
        Case c = good;
        spoil(c);
        EXPECT_THROW(run(c), Error);
    }
}

}  // namespace
}  // namespace orrery
