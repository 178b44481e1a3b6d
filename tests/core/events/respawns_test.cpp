// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/respawns.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

Message told(const std::string& text) {
    return {7, 0, Severity::info, respawn_kind, text};
}

TEST(Respawns, AreReadBackFromTheirMessage) {
    const Respawns respawns{{0, {3, 17}}, {2, {5}}};
    EXPECT_EQ(respawnText(respawns), "Keys placed anew: layer 0: 3 17; layer 2: 5.");
    EXPECT_EQ(respawnsOf(told(respawnText(respawns))), respawns);
    EXPECT_EQ(respawnsOf(told(respawnText({{11, {0}}}))), (Respawns{{11, {0}}}));
}

TEST(Respawns, OtherMessagesTellOfNone) {
    EXPECT_TRUE(respawnsOf({7, 0, Severity::info, "log", "layer 0: 3"}).empty());
    EXPECT_TRUE(respawnsOf(told("")).empty());
    EXPECT_TRUE(respawnsOf(told("layer x: 3; layer 1 4; layer ")).empty());
}

}  // namespace
}  // namespace orrery
