// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/positions.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

TEST(Positions, SinusoidalByHand) {
    const at::Tensor table = sinusoidalPositions(5, 6, at::TensorOptions(at::kDouble));
    for (int t = 0; t < 5; ++t)
        for (int i = 0; i < 3; ++i) {
            const double angle = t / std::pow(10000.0, 2.0 * i / 6);
            EXPECT_NEAR(table[t][2 * i].item<double>(), std::sin(angle), 1e-12);
            EXPECT_NEAR(table[t][2 * i + 1].item<double>(), std::cos(angle), 1e-12);
        }
}

TEST(Positions, SinusoidalOfAnOddWidth) {
    EXPECT_EQ(sinusoidalPositions(3, 5, at::TensorOptions(at::kFloat)).size(1), 5);
}

TEST(Positions, RotationKeepsLengthsAndDependsOnTheDistance) {
    const at::Tensor q = randomTensor({1, 1, 1, 8}, 1).expand({1, 1, 9, 8});
    const at::Tensor k = randomTensor({1, 1, 1, 8}, 2).expand({1, 1, 9, 8});
    const at::Tensor turned_q = rotatePositions(q);
    const at::Tensor turned_k = rotatePositions(k);
    EXPECT_LT(largestDifference(turned_q.norm(2, 3), q.norm(2, 3)), 1e-12);
    const at::Tensor scores = at::matmul(turned_q, turned_k.transpose(2, 3))[0][0];  // [T, T]
    for (int shift = 1; shift < 6; ++shift)
        EXPECT_NEAR(scores[3][1].item<double>(),
                    scores[3 + shift - 1][1 + shift - 1].item<double>(), 1e-12);
    EXPECT_TRUE(at::equal(turned_q[0][0][0], q[0][0][0]));
}

TEST(Positions, AlibiByHand) {
    const at::Tensor bias = alibiBias(4, 3, true, at::TensorOptions(at::kDouble));
    EXPECT_DOUBLE_EQ(bias[0][2][0].item<double>(), -2 * std::exp2(-2.0));
    EXPECT_DOUBLE_EQ(bias[3][2][1].item<double>(), -std::exp2(-8.0));
    EXPECT_TRUE(std::isinf(bias[1][0][2].item<double>()));
    EXPECT_DOUBLE_EQ(alibiBias(4, 3, false, at::TensorOptions(at::kDouble))[0][0][2].item<double>(),
                     -2 * std::exp2(-2.0));
}

TEST(Positions, AlibiOfSixHeadsInterleaves) {
    const at::Tensor bias = alibiBias(6, 2, true, at::TensorOptions(at::kDouble));
    const std::vector<double> exponents{2, 4, 6, 8, 1, 3};
    for (int h = 0; h < 6; ++h)
        EXPECT_DOUBLE_EQ(bias[h][1][0].item<double>(), -std::exp2(-exponents[h]));
}

}  // namespace
}  // namespace orrery
