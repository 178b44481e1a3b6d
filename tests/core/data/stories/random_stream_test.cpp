// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/random_stream.h"

#include <gtest/gtest.h>

#include <vector>

namespace orrery::stories {
namespace {

TEST(RandomStream, TheSameArgumentsGiveTheSameNumbers) {
    RandomStream one(7, "sea", 3), two(7, "sea", 3);
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(one.next(), two.next());
}

TEST(RandomStream, EachArgumentMatters) {
    const std::uint64_t first = RandomStream(7, "sea", 3).next();
    EXPECT_NE(RandomStream(8, "sea", 3).next(), first);
    EXPECT_NE(RandomStream(7, "see", 3).next(), first);
    EXPECT_NE(RandomStream(7, "sea", 4).next(), first);
    EXPECT_NE(RandomStream(7, "", 3).next(), first);
}

TEST(RandomStream, BelowIsUniformAndInRange) {
    RandomStream random(1, "uniform", 0);
    std::vector<int> counts(7);
    for (int i = 0; i < 70000; ++i)
        ++counts.at(random.below(7));
    // A binomial with mean 10,000 and deviation 93.
    for (const int count : counts)
        EXPECT_NEAR(count, 10000, 5 * 93);
    EXPECT_EQ(random.below(1), 0u);
}

TEST(RandomStream, NeighbouringStoriesAreNotAlike) {
    std::vector<int> counts(2);
    for (std::uint64_t index = 0; index < 10000; ++index)
        ++counts.at(RandomStream(1, "x", index).below(2));
    EXPECT_NEAR(counts[0], 5000, 5 * 50);
}

}  // namespace
}  // namespace orrery::stories
