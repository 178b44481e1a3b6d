// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/fan_out.h"

#include <gtest/gtest.h>

#include "core/events/event_queue.h"

namespace orrery {
namespace {

TEST(FanOut, ASnapshotWithoutKeysIsRefusedBeforeAnySinkSeesIt) {
    EventQueue first, second;
    FanOut sinks({&first, &second});
    EXPECT_THROW(sinks.publish(SharedKeys()), Error);
    EXPECT_TRUE(first.take().events.empty());
    EXPECT_TRUE(second.take().events.empty());
}

TEST(FanOut, EverySinkGetsTheSameSnapshot) {
    EventQueue first, second;
    FanOut sinks({&first, &second});
    const auto keys = std::make_shared<const Keys>(Keys{4, 1, 1, 2, {1, 2}, {1}});
    sinks.publish(keys);
    for (EventQueue* queue : {&first, &second}) {
        const std::vector<Event> events = queue->take().events;
        ASSERT_EQ(events.size(), 1U);
        EXPECT_EQ(std::get<SharedKeys>(events.front()), keys);  // not a copy
    }
}

TEST(EventQueue, OfSnapshotsTheNewestOfEachLayerWins) {
    EventQueue queue;
    const auto publish = [&](std::int64_t step, int layer) {
        queue.publish(std::make_shared<const Keys>(Keys{step, layer, 1, 1, {1}, {1}}));
    };
    publish(1, 0);
    publish(1, 1);
    publish(2, 0);
    const std::vector<Event> events = queue.take().events;
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(std::get<SharedKeys>(events[0])->step, 2);
    EXPECT_EQ(std::get<SharedKeys>(events[1])->layer, 1);
}

}  // namespace
}  // namespace orrery
