// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/control.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/error.h"
#include "core/events/commands.h"
#include "core/train/live_settings.h"
#include "core/train/stopwatch.h"

namespace orrery {
namespace {

TEST(Control, KeepsTheOrderOfCommandsAndAnswersStopsAtOnce) {
    Control control;
    control.send(command::Pause{});
    control.send(command::TraceText{"a"});
    control.send(command::Stop{});
    EXPECT_TRUE(control.stopRequested());
    EXPECT_FALSE(control.stopNowRequested());
    EXPECT_TRUE(std::holds_alternative<command::Pause>(control.next().value()));
    EXPECT_EQ(std::get<command::TraceText>(control.next().value()).text, "a");
    EXPECT_FALSE(control.next());
    control.send(command::StopNow{});
    EXPECT_TRUE(control.stopNowRequested());
}

TEST(Control, AWaitEndsWithACommandFromAnotherThread) {
    Control control;
    std::jthread sender([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        control.send(command::Resume{});
    });
    constexpr std::chrono::milliseconds long_time(60'000);
    control.waitFor(long_time);
    EXPECT_TRUE(control.next());
    control.send(command::Stop{});
    control.waitFor(long_time);
    EXPECT_FALSE(control.next());
}

TEST(Control, AWaitEndsWithoutACommand) {
    Control control;
    control.waitFor(std::chrono::milliseconds(5));
    EXPECT_FALSE(control.next());
}

TEST(LiveSettings, OnlyLiveFieldsWithValuesInRangeAreTaken) {
    const Config config;
    EXPECT_EQ(withLiveSetting(config, "keys.alpha", "0.5").keys.alpha, 0.5);
    EXPECT_EQ(settingText(withLiveSetting(config, "keys.use_beta", "false"), "keys.use_beta"),
              "false");
    EXPECT_THROW(withLiveSetting(config, "keys.alpha", "-1"), Error);
    EXPECT_THROW(withLiveSetting(config, "keys.alpha", "one"), Error);
    EXPECT_THROW(withLiveSetting(config, "model.d_model", "64"), Error);
    EXPECT_THROW(withLiveSetting(config, "keys.gamma", "64"), Error);
}

TEST(Stopwatch, LeavesPausesOut) {
    Stopwatch watch;
    watch.set(10);
    watch.start();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    watch.pause();
    const double seconds = watch.seconds();
    EXPECT_GE(seconds, 10.02);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(watch.seconds(), seconds);
}

}  // namespace
}  // namespace orrery
