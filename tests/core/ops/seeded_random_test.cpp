// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/seeded_random.h"

#include <gtest/gtest.h>

#include <set>

namespace orrery {
namespace {

TEST(SeededRandom, IsTheSameOnEveryMachine) {
    // SplitMix64's first outputs for seed 0 (its reference implementation).
    EXPECT_EQ(mixBits(0), 0xE220A8397B1DCDAFULL);
    EXPECT_EQ(mixBits(0x9E3779B97F4A7C15ULL), 0x6E789E6AA1B965F4ULL);
}

TEST(SeededRandom, MomentsAreRight) {
    const SeededRandom random(42);
    double sum = 0, squares = 0, normal_sum = 0, normal_squares = 0;
    constexpr int kCount = 200'000;
    for (int i = 0; i < kCount; ++i) {
        const double u = random.uniform(i);
        ASSERT_GE(u, 0);
        ASSERT_LT(u, 1);
        const double n = random.normal(i);
        sum += u, squares += u * u, normal_sum += n, normal_squares += n * n;
    }
    EXPECT_NEAR(sum / kCount, 0.5, 0.003);
    EXPECT_NEAR(squares / kCount, 1.0 / 3, 0.003);
    EXPECT_NEAR(normal_sum / kCount, 0, 0.01);
    EXPECT_NEAR(normal_squares / kCount, 1, 0.015);
}

TEST(SeededRandom, SeedsOfPartsDiffer) {
    std::set<std::uint64_t> seeds;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (std::uint64_t part = 0; part < 20; ++part)
            seeds.insert(mixSeed(seed, part));
    EXPECT_EQ(seeds.size(), 400U);
    EXPECT_NE(mixSeed(1, "layers.0.some.keys"), mixSeed(1, "layers.1.some.keys"));
}

}  // namespace
}  // namespace orrery
