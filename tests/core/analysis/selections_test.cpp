// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/selections.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"

namespace orrery {
namespace {

const std::vector<std::int32_t> chosen{0, 1, 1, 2, 2, 0, 3, 0};  // 4 tokens, 2 experts each

TEST(Selections, CountsAllRanks) {
    EXPECT_EQ(selectionCounts({chosen, 2, 5}), (std::vector<double>{3, 2, 2, 1, 0}));
}

TEST(Selections, WhatDoesNotFitIsAnError) {
    EXPECT_NO_THROW(checkSelections({chosen, 2, 4}));
    EXPECT_THROW(checkSelections({chosen, 3, 4}), Error);
    EXPECT_THROW(checkSelections({chosen, 0, 4}), Error);
    EXPECT_THROW(checkSelections({chosen, 2, 3}), Error);
    const std::vector<std::int32_t> negative{-1, 0};
    EXPECT_THROW(checkSelections({negative, 2, 4}), Error);
}

TEST(GateEntropy, IsTheMeanOverTokensInNats) {
    const std::vector<float> gates{0.5F, 0.5F, 1, 0};
    EXPECT_NEAR(gateEntropy(gates, 2), std::log(2.0) / 2, 1e-7);
    EXPECT_NEAR(gateEntropy(std::vector<float>{0.25F, 0.25F, 0.25F, 0.25F}, 4), std::log(4.0),
                1e-7);
    EXPECT_EQ(gateEntropy({}, 2), 0);
}

TEST(Churn, IsTheShareOfExpertsThatChanged) {
    EXPECT_EQ(churn({chosen, 2, 4}, {chosen, 2, 4}), 0);
    const std::vector<std::int32_t> swapped{1, 0, 1, 3, 3, 1, 0, 3};  // 0, 1, 2, 0 of 2 changed
    EXPECT_DOUBLE_EQ(churn({chosen, 2, 4}, {swapped, 2, 4}), 3.0 / 8);
    const std::vector<std::int32_t> shorter{0, 1};
    EXPECT_THROW(churn({chosen, 2, 4}, {shorter, 2, 4}), Error);
    EXPECT_THROW(churn({chosen, 2, 4}, {chosen, 4, 4}), Error);
}

}  // namespace
}  // namespace orrery
