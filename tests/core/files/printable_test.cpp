// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/printable.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

const std::string kMark = "\xEF\xBF\xBD";

TEST(Printable, CommandsOfTerminalsAreShown) {
    EXPECT_EQ(printable("a\x1b[31mred\x07\r"), "a" + kMark + "[31mred" + kMark + kMark);
    EXPECT_EQ(printable("\x7f"), kMark);
    EXPECT_EQ(printable("\xC2\x9B"
                        "31m"),
              kMark + "31m")
        << "the one-character form of ESC [";
    EXPECT_EQ(printable("\x9B"), kMark) << "a byte that is not UTF-8";
}

TEST(Printable, WhatTurnsTheDirectionOfWritingIsShown) {
    EXPECT_EQ(printable("a\xE2\x80\xAE"
                        "b\xE2\x81\xA6"),
              "a" + kMark + "b" + kMark);
}

TEST(Printable, TextStaysAsItIs) {
    const std::string text = "One\n\ttwo \xC3\xA9 \xE2\x86\x92 \xF0\x9F\x99\x82";
    EXPECT_EQ(printable(text), text);
    EXPECT_EQ(printableLine(text), "One  two \xC3\xA9 \xE2\x86\x92 \xF0\x9F\x99\x82");
}

}  // namespace
}  // namespace orrery
