// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/seed_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace orrery {
namespace {

using Values = std::vector<double>;
using Seeds = std::vector<std::int64_t>;

TEST(SeedNoise, MeanAndDeviationOfASample) {
    const Spread spread = spreadOf(Values{1, 2, 6});
    EXPECT_DOUBLE_EQ(spread.mean, 3);
    EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(14.0 / 2));
    EXPECT_TRUE(std::isnan(spreadOf(Values{4}).deviation));
}

TEST(SeedNoise, WhatASeedDoesToBothFallsOut) {
    // The seeds differ by far more than the two configurations, which differ by the same each time.
    const SeedDifference clear =
        compareSeeds(Values{3.01, 4.02, 5.01}, Values{3.0, 4.0, 5.0}, Seeds{1, 2, 3});
    EXPECT_NEAR(clear.mean, 0.04 / 3, 1e-12);
    EXPECT_TRUE(clear.judged);
    EXPECT_TRUE(clear.within) << "t(2) is 4.3: three seeds need agree well";
    EXPECT_FALSE(
        compareSeeds(Values{3.01, 4.011, 5.01}, Values{3.0, 4.0, 5.0}, Seeds{1, 2, 3}).within);
}

TEST(SeedNoise, TheMarginIsStudents) {
    const SeedDifference difference =
        compareSeeds(Values{1, 2, 3}, Values{0, 0, 0}, Seeds{4, 5, 6});
    EXPECT_NEAR(difference.margin, 4.302652729696142 / std::sqrt(3.0), 1e-9);
    EXPECT_TRUE(difference.within);
    EXPECT_FALSE(compareSeeds(Values{2, 2, 2}, Values{0, 0, 0}, Seeds{1, 2, 3}).within);
    EXPECT_TRUE(compareSeeds(Values{2, 2}, Values{2, 2}, Seeds{1, 2}).within);
}

TEST(SeedNoise, OneSeedSaysNothing) {
    const SeedDifference difference = compareSeeds(Values{2}, Values{1}, Seeds{7});
    EXPECT_EQ(difference.mean, 1);
    EXPECT_FALSE(difference.judged);
    EXPECT_TRUE(std::isnan(difference.margin));
}

TEST(SeedNoise, PairsOfOneSeedSayNothingHoweverMany) {
    const SeedDifference doubles = compareSeeds(Values{2, 2, 2}, Values{1, 1, 1}, Seeds{3, 3, 3});
    EXPECT_EQ(doubles.mean, 1);
    EXPECT_FALSE(doubles.judged);
    EXPECT_TRUE(std::isnan(doubles.margin));
    EXPECT_TRUE(compareSeeds(Values{2, 2, 2}, Values{1, 1, 1}, Seeds{3, 3, 4}).judged);
}

TEST(SeedNoise, StudentsTGoesOnSmoothlyBehindItsTable) {
    EXPECT_NEAR(studentT(31), 2.0395, 1e-3);
    EXPECT_NEAR(studentT(60), 2.0003, 1e-3);
    EXPECT_NEAR(studentT(1000), 1.9623, 1e-3);
    for (int n = 2; n < 100; ++n)
        EXPECT_LT(studentT(n), studentT(n - 1)) << n;
}

}  // namespace
}  // namespace orrery
