// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/text_stream.h"

#include <gtest/gtest.h>

#include "core/files/utf8.h"
#include "tests/core/train/text/text_support.h"

namespace orrery {
namespace {

using test::smallTokenizer;

/// What is shown after each token, and at the end.
std::vector<std::string> shown(const std::string& text, const std::vector<std::string>& stop = {}) {
    TextStream stream(smallTokenizer(), stop);
    std::vector<std::string> parts;
    for (const std::int32_t token : smallTokenizer().encode(text))
        parts.push_back(stream.add(token));
    parts.push_back(stream.finish());
    return parts;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        text += part;
    return text;
}

TEST(TextStream, ComesInWholeCharactersAndIsTheWholeText) {
    for (const std::string text :
         {"The old king went home.", "  two spaces\n\n and lines ", "naïve Ω 漢字 🐦🐦 end", ""}) {
        const auto parts = shown(text);
        EXPECT_EQ(joined(parts), text);
        for (const std::string& part : parts)
            EXPECT_EQ(part.find("\xEF\xBF\xBD"), std::string::npos) << part;
    }
}

TEST(TextStream, ShowsAWordAtOnce) {
    const auto parts = shown("The old king");
    EXPECT_FALSE(parts.front().empty());
    EXPECT_TRUE(parts.back().empty()) << "nothing is held back without a reason";
}

TEST(TextStream, BytesThatMakeNoCharacterAreMarkedAtTheEnd) {
    TextStream stream(smallTokenizer(), {});
    const auto bytes = smallTokenizer().encode("🐦");
    EXPECT_EQ(stream.add(bytes.front()), "");
    EXPECT_EQ(stream.finish(), "\xEF\xBF\xBD");
}

TEST(TextStream, EndsBeforeTheFirstStopText) {
    EXPECT_EQ(joined(shown("one two three four", {"three"})), "one two ");
    EXPECT_EQ(joined(shown("one two three four", {"four", "wo th"})), "one t");
    EXPECT_EQ(joined(shown("one two", {"three"})), "one two");
    EXPECT_EQ(joined(shown("one two thr", {"three"})), "one two thr") << "a beginning is no stop";
    EXPECT_EQ(joined(shown("aaab", {"aab"})), "a");
    TextStream stream(smallTokenizer(), {"e"});
    for (const std::int32_t token : smallTokenizer().encode("The king"))
        stream.add(token);
    EXPECT_TRUE(stream.stopped());
    EXPECT_EQ(stream.finish(), "");
}

TEST(TextStream, NeverShowsABeginningOfAStopTextThatComes) {
    std::string so_far;
    for (const std::string& part : shown("once upon a time, the king", {" the king"})) {
        so_far += part;
        EXPECT_EQ(std::string("once upon a time,").substr(0, so_far.size()), so_far);
    }
}

}  // namespace
}  // namespace orrery
