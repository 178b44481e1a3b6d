// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_text.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(LogLine, IsAMessageAsItIs) {
    const auto line = logLine(Message{3, 1.5, Severity::error, "set", "keys.alpha = x"});
    ASSERT_TRUE(line);
    EXPECT_EQ(line->step, 3);
    EXPECT_EQ(line->severity, Severity::error);
    EXPECT_EQ(line->text, "keys.alpha = x");
}

TEST(LogLine, TellsOfAChangedSettingWhatIsKnown) {
    SettingChanged change{7, 2.5, "keys.alpha", "0.02", "", SettingOrigin::unknown};
    auto line = logLine(change);
    ASSERT_TRUE(line);
    EXPECT_EQ(line->step, 7);
    EXPECT_EQ(line->time, 2.5);
    EXPECT_EQ(line->kind, "set");
    EXPECT_EQ(line->text, "keys.alpha = 0.02");
    change.previous = "0.01";
    change.origin = SettingOrigin::mailbox;
    line = logLine(change);
    EXPECT_EQ(line->text, "keys.alpha = 0.02 (was 0.01), by another program");
}

TEST(LogLine, NamesRespawnedKeys) {
    const auto line = logLine(Respawned{9, 1, 2, {3, 17}});
    ASSERT_TRUE(line);
    EXPECT_EQ(line->kind, "respawn");
    EXPECT_EQ(line->text, "Keys respawned in layer 2: 3 17.");
}

TEST(LogLine, OtherEventsHaveNone) {
    EXPECT_FALSE(logLine(Scalars{}));
    EXPECT_FALSE(logLine(std::make_shared<const Keys>()));
    EXPECT_FALSE(logLine(Progress{}));
}

TEST(SettingOrigins, HaveNames) {
    for (const auto origin :
         {SettingOrigin::unknown, SettingOrigin::session, SettingOrigin::mailbox})
        EXPECT_EQ(parseOrigin(originName(origin)), origin);
    EXPECT_EQ(parseOrigin("somebody"), SettingOrigin::unknown);
}

}  // namespace
}  // namespace orrery
