// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/tensorboard.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

using namespace std::string_literals;

TEST(Crc32c, KnownValues) {
    EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
    EXPECT_EQ(crc32c(""), 0U);
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);  // RFC 3720, B.4
}

/// Length, its checksum, data, its checksum.
TEST(TensorboardEvents, BeginWithTheVersion) {
    const std::string bytes = TensorboardEvents(0).bytes();
    ASSERT_EQ(bytes.size(), 8U + 4 + 24 + 4);
    EXPECT_EQ(bytes.substr(0, 8), "\x18\0\0\0\0\0\0\0"s);
    EXPECT_EQ(bytes.substr(12, 24),
              "\x09\0\0\0\0\0\0\0\0"
              "\x1A\x0D"
              "brain.Event:2"s);
}

TEST(TensorboardEvents, HoldStepTagAndValue) {
    TensorboardEvents events(0);
    const std::size_t head = events.bytes().size();
    events.add(1, 300, {{"a", 1.0}});
    const std::string bytes = events.bytes().substr(head);
    const std::string data = bytes.substr(12, bytes.size() - 16);
    EXPECT_EQ(data,
              "\x09\0\0\0\0\0\0\xF0\x3F"  // wall time 1.0
              "\x10\xAC\x02"              // step 300
              "\x2A\x0A\x0A\x08"          // summary of 10 bytes, value of 8
              "\x0A\x01"
              "a"
              "\x15\0\0\x80\x3F"s);  // 1.0F
}

}  // namespace
}  // namespace orrery
