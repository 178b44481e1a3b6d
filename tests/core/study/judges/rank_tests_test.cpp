// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/judges/rank_tests.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(RankCorrelation, IsSpearmansWithTies) {
    // By hand: ranks of y are 1, 2.5, 2.5, 4; rho = 4.5 / sqrt(5 * 4.5).
    const RankCorrelation found = rankCorrelation({{1, 5}, {2, 7}, {3, 7}, {4, 9}});
    EXPECT_NEAR(found.rho, 0.948683, 1e-6);
    EXPECT_GT(found.p_value, 0.05) << "four values can't be clear";
}

TEST(RankCorrelation, GroupsAreComparedWithinThemselves) {
    // In every group y falls with x, though the group with larger x has larger y.
    std::vector<RankedPair> pairs;
    for (std::size_t group = 0; group < 2; ++group)
        for (int i = 0; i < 5; ++i)
            pairs.push_back({10.0 * static_cast<double>(group) + i,
                             10.0 * static_cast<double>(group) - i, group});
    EXPECT_NEAR(rankCorrelation(pairs).rho, -1, 1e-12);
    EXPECT_LT(rankCorrelation(pairs).p_value, 0.05);
}

TEST(RankCorrelation, WithoutVariationThereIsNone) {
    const RankCorrelation found = rankCorrelation({{1, 1}, {2, 1}, {3, 1}});
    EXPECT_EQ(found.rho, 0);
    EXPECT_EQ(found.p_value, 1);
}

}  // namespace
}  // namespace orrery
