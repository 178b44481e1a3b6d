// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/awake_time.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

using std::chrono::seconds;

TEST(AwakeTime, DoesNotCountWhatAProcessSleptThrough) {
    std::chrono::steady_clock::time_point now{};
    AwakeTime time(seconds(3), [&] { return now; });
    now += seconds(2);
    EXPECT_EQ(time.look(), seconds(2));
    EXPECT_EQ(time.look(), seconds(2));
    now += seconds(500);  // stopped
    EXPECT_EQ(time.look(), seconds(5));
    now += seconds(3);
    EXPECT_EQ(time.look(), seconds(8));
}

}  // namespace
}  // namespace orrery
