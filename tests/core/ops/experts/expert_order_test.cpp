// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/experts/expert_order.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace orrery {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(ExpertOrder, SortsStably) {
    const ExpertOrder sorted = sortByExpert(Numbers{2, 0, 2, 1, 0, 2}, 4);
    EXPECT_EQ(sorted.offsets, (Numbers{0, 2, 3, 6, 6}));
    EXPECT_EQ(sorted.order, (Numbers{1, 4, 3, 0, 2, 5}));
}

TEST(ExpertOrder, NothingToSort) {
    const ExpertOrder sorted = sortByExpert(Numbers{}, 2);
    EXPECT_EQ(sorted.offsets, (Numbers{0, 0, 0}));
    EXPECT_TRUE(sorted.order.empty());
}

TEST(ExpertOrder, RefusesUnknownExperts) {
    EXPECT_THROW(sortByExpert(Numbers{0, 2}, 2), Error);
    EXPECT_THROW(sortByExpert(Numbers{-1}, 2), Error);
}

}  // namespace
}  // namespace orrery
