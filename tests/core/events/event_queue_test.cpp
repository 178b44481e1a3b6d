// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_queue.h"

#include <gtest/gtest.h>

#include <thread>

#include "core/events/fan_out.h"

namespace orrery {
namespace {

Scalars step(std::int64_t number) {
    return {number, 0, {{"train/loss", 1}}};
}

template <class Kind>
std::vector<Kind> all(const EventQueue::Batch& batch) {
    std::vector<Kind> found;
    for (const Event& event : batch.events)
        if (const auto* one = std::get_if<Kind>(&event)) found.push_back(*one);
    return found;
}

TEST(EventQueue, ScalarsAndMessagesKeepTheirOrder) {
    EventQueue queue;
    queue.publish(step(1));
    queue.publish(Message{1, 0, Severity::info, "log", "a"});
    queue.publish(step(2));
    const auto batch = queue.take();
    ASSERT_EQ(batch.events.size(), 3U);
    EXPECT_EQ(std::get<Scalars>(batch.events[0]).step, 1);
    EXPECT_EQ(std::get<Message>(batch.events[1]).text, "a");
    EXPECT_EQ(std::get<Scalars>(batch.events[2]).step, 2);
    EXPECT_TRUE(queue.take().events.empty()) << "each is taken once";
}

TEST(EventQueue, OfPicturesTheNewestOfEachLayerWins) {
    EventQueue queue;
    for (const std::int64_t number : {1, 2})
        for (const int layer : {0, 1}) {
            queue.publish(std::make_shared<const Keys>(Keys{number, layer, 1, 1, {0}, {0}}));
            queue.publish(ExpertTokens{number, layer, {}});
        }
    queue.publish(Progress{.step = 1});
    queue.publish(Progress{.step = 2});
    const auto batch = queue.take();
    ASSERT_EQ(all<SharedKeys>(batch).size(), 2U);
    for (const SharedKeys& keys : all<SharedKeys>(batch))
        EXPECT_EQ(keys->step, 2);
    EXPECT_EQ(all<ExpertTokens>(batch).size(), 2U);
    ASSERT_EQ(all<Progress>(batch).size(), 1U);
    EXPECT_EQ(all<Progress>(batch)[0].step, 2);
}

TEST(EventQueue, CountsThatWaitAreAddedToTheNewest) {
    EventQueue queue;
    queue.publish(Usage{1, 0, {1, 2}});
    queue.publish(Usage{1, 1, {5, 5}});
    queue.publish(Usage{2, 0, {10, 20}});
    const auto usage = all<Usage>(queue.take());
    ASSERT_EQ(usage.size(), 2U);
    EXPECT_EQ(usage[0].step, 2);
    EXPECT_EQ(usage[0].counts, (std::vector<double>{11, 22}));
    EXPECT_EQ(usage[1].counts, (std::vector<double>{5, 5}));
    queue.publish(Usage{3, 0, {1, 1}});
    EXPECT_EQ(all<Usage>(queue.take())[0].counts, (std::vector<double>{1, 1}));
}

TEST(EventQueue, WhoReadsTooLateIsToldToReadTheDatabase) {
    EventQueue queue(3);
    for (std::int64_t number = 1; number <= 3; ++number)
        queue.publish(step(number));
    queue.publish(std::make_shared<const Keys>(Keys{1, 0, 1, 1, {0}, {0}}));
    EXPECT_FALSE(queue.take().overflowed);
    for (std::int64_t number = 1; number <= 4; ++number)
        queue.publish(step(number));
    queue.publish(std::make_shared<const Keys>(Keys{2, 0, 1, 1, {0}, {0}}));
    const auto batch = queue.take();
    EXPECT_TRUE(batch.overflowed);
    EXPECT_EQ(all<Scalars>(batch).size(), 1U) << "the newest go on";
    EXPECT_EQ(all<SharedKeys>(batch).size(), 1U) << "pictures are never dropped";
    EXPECT_FALSE(queue.take().overflowed) << "it is told once";
}

TEST(EventQueue, NothingIsLostBetweenThreads) {
    constexpr std::int64_t kSteps = 5000;
    EventQueue queue;
    std::jthread trainer([&] {
        for (std::int64_t number = 1; number <= kSteps; ++number) {
            queue.publish(step(number));
            queue.publish(Usage{number, 0, {1}});
        }
    });
    std::int64_t last = 0;
    double counts = 0;
    while (last < kSteps || counts < kSteps) {
        const auto batch = queue.take();
        for (const Scalars& scalars : all<Scalars>(batch)) {
            ASSERT_EQ(scalars.step, last + 1);
            last = scalars.step;
        }
        for (const Usage& usage : all<Usage>(batch))
            counts += usage.counts[0];
        std::this_thread::yield();
    }
    EXPECT_EQ(counts, kSteps);
}

TEST(FanOut, GivesEachEventToEverySink) {
    EventQueue first, second;
    FanOut both({&first, &second});
    both.publish(step(1));
    both.publish(step(2));
    EXPECT_EQ(first.take().events.size(), 2U);
    EXPECT_EQ(second.take().events.size(), 2U);
}

}  // namespace
}  // namespace orrery
