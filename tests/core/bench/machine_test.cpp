// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/machine.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace orrery {
namespace {

TEST(Machine, MedianOfOddAndEvenCounts) {
    EXPECT_EQ(median({3, 1, 2}), 2);
    EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
    EXPECT_THROW(median({}), Error);
}

TEST(Machine, TellsWhatItIs) {
    EXPECT_FALSE(processorName().empty());
    EXPECT_GT(peakMemory(), 1 << 20);
    EXPECT_GT(sgemmRate(), 0.1);
}

}  // namespace
}  // namespace orrery
