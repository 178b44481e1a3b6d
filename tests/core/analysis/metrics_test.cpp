// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metrics.h"

#include <gtest/gtest.h>

#include <vector>

namespace orrery {
namespace {

const std::vector<double> equal{5, 5, 5, 5};
const std::vector<double> one{0, 8, 0, 0};
const std::vector<double> none{0, 0, 0, 0};
const std::vector<double> mixed{1, 2, 3, 4};

TEST(Gini, KnownDistributions) {
    EXPECT_DOUBLE_EQ(gini(equal), 0);
    EXPECT_DOUBLE_EQ(gini(one), 0.75);
    EXPECT_DOUBLE_EQ(gini(mixed), 0.25);  // (-3*1 - 1*2 + 1*3 + 3*4) / (4 * 10)
    EXPECT_DOUBLE_EQ(gini(none), 0);
}

TEST(Entropy, BitsAndEffectiveExperts) {
    EXPECT_DOUBLE_EQ(entropyBits(equal), 2);
    EXPECT_DOUBLE_EQ(effectiveExperts(equal), 4);
    EXPECT_DOUBLE_EQ(entropyBits(one), 0);
    EXPECT_DOUBLE_EQ(effectiveExperts(one), 1);
    EXPECT_DOUBLE_EQ(effectiveExperts(none), 0);
}

TEST(MaxViolation, IsRelativeToTheMean) {
    EXPECT_DOUBLE_EQ(maxViolation(equal), 0);
    EXPECT_DOUBLE_EQ(maxViolation(one), 3);
    EXPECT_DOUBLE_EQ(maxViolation(mixed), 0.6);
    EXPECT_DOUBLE_EQ(maxViolation(none), 0);
}

TEST(UsedExperts, CountsThoseAboveZero) {
    EXPECT_EQ(usedExperts(one), 1);
    EXPECT_EQ(usedExperts(mixed), 4);
    EXPECT_EQ(usedExperts(none), 0);
}

TEST(Coverage, FewestExpertsThatHoldTheShare) {
    EXPECT_EQ(coverage(mixed, 0.4), 1);
    EXPECT_EQ(coverage(mixed, 0.5), 2);
    EXPECT_EQ(coverage(mixed, 0.9), 3);
    EXPECT_EQ(coverage(mixed, 1.0), 4);
    EXPECT_EQ(coverage(none, 0.9), 0);
}

}  // namespace
}  // namespace orrery
