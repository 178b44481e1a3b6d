// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/fixed_routing.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace orrery {
namespace {

TEST(FixedRouting, RandomExpertsAreDistinctAndEven) {
    const at::Tensor selected = randomExperts(4000, 3, 8, 1);
    const auto sorted = std::get<0>(selected.sort(1));
    EXPECT_TRUE((sorted.narrow(1, 1, 2) > sorted.narrow(1, 0, 2)).all().item<bool>());
    const at::Tensor counts = at::bincount(selected.reshape(-1), {}, 8);
    EXPECT_GT(counts.min().item<std::int64_t>(), 1350);
    EXPECT_LT(counts.max().item<std::int64_t>(), 1650);
    EXPECT_FALSE(at::equal(selected, randomExperts(4000, 3, 8, 2)));
}

TEST(FixedRouting, HashDependsOnTokenAndLayerOnly) {
    const at::Tensor tokens = at::arange(100, at::kLong);
    const at::Tensor selected = hashedExperts(tokens, 2, 8, 0);
    EXPECT_TRUE(at::equal(hashedExperts(tokens.flip(0), 2, 8, 0).flip(0), selected));
    EXPECT_FALSE(at::equal(hashedExperts(tokens, 2, 8, 1), selected));
    EXPECT_TRUE((selected.select(1, 0) != selected.select(1, 1)).all().item<bool>());
}

TEST(FixedRouting, AllExperts) {
    EXPECT_TRUE(at::equal(std::get<0>(randomExperts(5, 4, 4, 1).sort(1)),
                          at::arange(4, at::kLong).expand({5, 4})));
    EXPECT_THROW(randomExperts(5, 5, 4, 1), Error);
    EXPECT_THROW(hashedExperts(at::zeros({2}, at::kLong), 0, 4, 1), Error);
}

}  // namespace
}  // namespace orrery
