// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_layout.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

using Order = std::vector<std::int64_t>;

TEST(EpochOrder, IsThatOfTheDocumentsWithoutShuffling) {
    EXPECT_EQ(epochOrder(5, false, 1, 0), (Order{0, 1, 2, 3, 4}));
    EXPECT_TRUE(epochOrder(0, true, 1, 0).empty());
    EXPECT_EQ(epochOrder(1, true, 1, 0), (Order{0}));
}

TEST(EpochOrder, IsAsRecorded) {
    // The order of a run must not change with a compiler or library.
    EXPECT_EQ(epochOrder(8, true, 1, 0), (Order{1, 0, 7, 4, 2, 6, 3, 5}));
}

TEST(EpochOrder, IsAPermutationBySeedAndEpoch) {
    Order order = epochOrder(1000, true, 1, 3);
    EXPECT_NE(order, epochOrder(1000, true, 1, 4));
    EXPECT_NE(order, epochOrder(1000, true, 2, 3));
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, epochOrder(1000, false, 1, 3));
}

TEST(EpochOrder, EveryPlaceIsAsLikelyAsAnother) {
    // Where item 0 of 6 lands over 6000 epochs: 1000 each, standard deviation 29.
    std::vector<int> places(6);
    for (std::int64_t epoch = 0; epoch < 6000; ++epoch) {
        const Order order = epochOrder(6, true, 42, epoch);
        ++places[static_cast<std::size_t>(std::find(order.begin(), order.end(), 0) -
                                          order.begin())];
    }
    for (const int count : places)
        EXPECT_NEAR(count, 1000, 130);
}

}  // namespace
}  // namespace orrery
