// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/weights.h"

#include <gtest/gtest.h>

#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

TEST(Weights, UniformFillsItsRange) {
    at::Tensor weight = at::empty({200, 500});
    drawUniform(weight, 0.5, SeededRandom(1));
    EXPECT_LE(weight.abs().max().item<double>(), 0.5);
    EXPECT_GT(weight.max().item<double>(), 0.49);
    EXPECT_LT(weight.min().item<double>(), -0.49);
    EXPECT_NEAR(weight.mean().item<double>(), 0, 0.005);
}

TEST(Weights, NormalHasItsDeviation) {
    at::Tensor weight = at::empty({200, 500});
    drawNormal(weight, 0.02, SeededRandom(1));
    EXPECT_NEAR(weight.std().item<double>(), 0.02, 2e-4);
    EXPECT_NEAR(weight.mean().item<double>(), 0, 2e-4);
}

TEST(Weights, SameBitsAtAnyNumberOfThreads) {
    at::Tensor first = at::empty({100'003});
    drawNormal(first, 1, SeededRandom(5));
    for (const int threads : {1, 3}) {
        const test::Threads scope(threads);
        at::Tensor again = at::empty({100'003});
        drawNormal(again, 1, SeededRandom(5));
        EXPECT_TRUE(at::equal(again, first));
    }
}

TEST(Weights, AParameterMayBeDrawn) {
    at::Tensor parameter = at::zeros({10}).requires_grad_();
    drawUniform(parameter, 1, SeededRandom(1));
    EXPECT_GT(parameter.detach().abs().sum().item<double>(), 0);
    EXPECT_TRUE(parameter.is_leaf());
}

}  // namespace
}  // namespace orrery
