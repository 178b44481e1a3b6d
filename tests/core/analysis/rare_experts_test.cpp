// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rare_experts.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(RareExperts, TheThresholdIsTheQuantileOfPositiveUsages) {
    const std::vector<float> usage = {0, 4, 1, 3, 2, 0};
    EXPECT_DOUBLE_EQ(decayThreshold(usage, 0, 0), 1);
    EXPECT_DOUBLE_EQ(decayThreshold(usage, 0, 0.5), 2.5);
    EXPECT_DOUBLE_EQ(decayThreshold(usage, 0, 1), 4);
    EXPECT_NEAR(decayThreshold(usage, 0, 0.05), 1.15, 1e-12);
    EXPECT_DOUBLE_EQ(decayThreshold(usage, 7, 0.5), 7);
    EXPECT_LT(decayThreshold(std::vector<float>{0, 0}, 7, 0.5), 0) << "nothing decays yet";
}

TEST(RareExperts, AreToldWithTheStepSinceWhen) {
    // Threshold 2 at each; expert 1 from step 20 on, expert 3 from the start, expert 2 is back.
    const UsageStates states = {{10, 20, 30}, {{5, 3, 1, 0}, {5, 1, 1, 0}, {5, 1.5F, 2, 0}}};
    const auto rare = rareExperts(states, 2, 0);
    ASSERT_EQ(rare.size(), 2U);
    EXPECT_EQ(rare[0].expert, 1);
    EXPECT_EQ(rare[0].since, 20);
    EXPECT_EQ(rare[0].snapshots, 2);
    EXPECT_EQ(rare[0].usage, 1.5);
    EXPECT_EQ(rare[1].expert, 3);
    EXPECT_EQ(rare[1].since, 10);
    EXPECT_EQ(rare[1].snapshots, 3);
    EXPECT_TRUE(rareExperts({}, 2, 0).empty());
}

TEST(RareExperts, EveryStretchIsToldAlsoOneThatHasEnded) {
    // Threshold 2 at each; expert 1 is below it twice, expert 2 until step 20.
    const UsageStates states = {{10, 20, 30, 40}, {{5, 1, 1}, {5, 3, 0.5F}, {5, 1, 9}, {5, 0, 9}}};
    const std::vector<RareExpert> expected = {
        {.expert = 1, .since = 10, .last = 10, .snapshots = 1, .usage = 1, .now = false},
        {.expert = 1, .since = 30, .last = 40, .snapshots = 2, .usage = 0, .now = true},
        {.expert = 2, .since = 10, .last = 20, .snapshots = 2, .usage = 0.5, .now = false}};
    EXPECT_EQ(rareStretches(states, 2, 0), expected);
    EXPECT_EQ(rareExperts(states, 2, 0), std::vector<RareExpert>{expected[1]});
    EXPECT_TRUE(rareStretches({}, 2, 0).empty());
}

}  // namespace
}  // namespace orrery
