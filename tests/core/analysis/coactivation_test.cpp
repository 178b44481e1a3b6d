// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/coactivation.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(CoActivation, CountsSharesAndLiftOfAllPairs) {
    // Tokens {0,1} {0,1} {0,2} {1,2}; expert 3 is never chosen.
    const std::vector<std::int32_t> chosen{0, 1, 1, 0, 0, 2, 2, 1};
    const CoActivation pairs({chosen, 2, 4});
    EXPECT_EQ(pairs.experts(), 4);
    EXPECT_EQ(pairs.together(0, 0), 3);
    EXPECT_EQ(pairs.together(2, 2), 2);
    EXPECT_EQ(pairs.together(0, 1), 2);
    EXPECT_EQ(pairs.together(1, 0), 2);
    EXPECT_EQ(pairs.together(0, 3), 0);
    EXPECT_DOUBLE_EQ(pairs.share(0, 1), 2.0 / 3);
    EXPECT_DOUBLE_EQ(pairs.share(2, 0), 1.0 / 2);
    EXPECT_DOUBLE_EQ(pairs.lift(0, 1), 2.0 * 4 / (3 * 3));
    EXPECT_DOUBLE_EQ(pairs.lift(0, 2), 1.0 * 4 / (3 * 2));
    EXPECT_EQ(pairs.share(3, 0), 0);
    EXPECT_EQ(pairs.lift(3, 0), 0);
}

TEST(CoActivation, IndependentChoicesHaveALiftOfOne) {
    std::vector<std::int32_t> chosen;  // every pair of one of 0, 1 with one of 2, 3 once
    for (const int a : {0, 1})
        for (const int b : {2, 3})
            chosen.insert(chosen.end(), {a, b});
    const CoActivation pairs({chosen, 2, 4});
    EXPECT_DOUBLE_EQ(pairs.lift(0, 2), 1);
    EXPECT_DOUBLE_EQ(pairs.lift(0, 1), 0);
}

}  // namespace
}  // namespace orrery
