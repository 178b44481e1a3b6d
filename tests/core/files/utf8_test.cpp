// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/utf8.h"

#include <gtest/gtest.h>

#include "tests/core/data/memory_documents.h"

namespace orrery {
namespace {

using namespace std::string_literals;

TEST(Utf8, EveryCharacterDecodesToItself) {
    for (char32_t c = 0; c <= 0x10FFFF; ++c) {
        if (c == 0xD800) c = 0xE000;
        const std::string text = test::utf8(c);
        const CodePoint point = decodeUtf8(text + "x");
        ASSERT_EQ(point.value, c);
        ASSERT_EQ(point.bytes, text.size());
    }
}

TEST(Utf8, TheFirstWrongByteIsFound) {
    const std::string ascii(37, 'a');
    const std::vector<std::string> wrong = {
        "\x80"s,         "\xC0\xAF"s,         "\xC1\xBF"s,         "\xE0\x80\xAF"s,
        "\xED\xA0\x80"s, "\xF0\x80\x80\x80"s, "\xF4\x90\x80\x80"s, "\xF5\x80\x80\x80"s,
        "\xFF"s,         "\xE9 x"s,           "\xE2\x82"s,         "\xC3"s,
        "\xF0\x9F\x98"s};
    for (const std::string& bytes : wrong) {
        EXPECT_EQ(validUtf8Prefix(ascii + bytes + ascii), ascii.size());
        EXPECT_EQ(validUtf8Prefix(ascii + "\xC3\xA9" + bytes), ascii.size() + 2);
    }
    EXPECT_EQ(validUtf8Prefix(""), 0U);
    EXPECT_EQ(validUtf8Prefix(ascii + "\xF0\x9F\x98\x80"), ascii.size() + 4);
}

TEST(Utf8, CharacterStartStepsBackToAFirstByte) {
    const std::string text = "a\xF0\x9F\x98\x80z";
    for (std::size_t i = 1; i <= 4; ++i)
        EXPECT_EQ(characterStart(text, i), 1U);
    EXPECT_EQ(characterStart(text, 5), 5U);
    EXPECT_EQ(characterStart(text, 99), text.size());
}

}  // namespace
}  // namespace orrery
