// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/fragment.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace orrery::stories {
namespace {

class FragmentTest : public testing::Test {
protected:
    Fragment compile(std::string_view text) {
        return FragmentCompiler(dictionary, members, fields).compile(text);
    }
    std::string failure(std::string_view text) {
        try {
            compile(text);
        } catch (const std::logic_error& error) {
            return error.what();
        }
        return "no failure";
    }
    Dictionary dictionary;
    Names members, fields;
};

TEST_F(FragmentTest, WordsMarksAndTags) {
    const Fragment nodes = compile("The rain, sail/v!");
    ASSERT_EQ(nodes.size(), 5u);
    EXPECT_EQ(nodes[0].text, "The");
    EXPECT_EQ(nodes[0].part, PartOfSpeech::determiner);
    EXPECT_EQ(nodes[2].part, PartOfSpeech::punctuation);
    EXPECT_TRUE(nodes[2].glued);
    EXPECT_EQ(nodes[3].text, "sail");
    EXPECT_EQ(nodes[3].part, PartOfSpeech::verb);
}

TEST_F(FragmentTest, CliticsAreWords) {
    const Fragment nodes = compile("don't tailor's");
    ASSERT_EQ(nodes.size(), 4u);
    EXPECT_EQ(nodes[1].text, "n't");
    EXPECT_TRUE(nodes[1].glued);
    EXPECT_EQ(nodes[3].text, "'s");
    EXPECT_EQ(nodes[3].part, PartOfSpeech::particle);
}

TEST_F(FragmentTest, MentionsNameMemberAndField) {
    const Fragment nodes = compile("{Hero.his} {hero}'s, {elder.treat}");
    ASSERT_EQ(nodes.size(), 5u);
    EXPECT_TRUE(nodes[0].capital);
    EXPECT_EQ(members.name(nodes[0].member), "hero");
    EXPECT_EQ(fields.name(nodes[0].field), "his");
    EXPECT_FALSE(nodes[1].capital);
    EXPECT_EQ(fields.name(nodes[1].field), "name");
    EXPECT_EQ(nodes[2].text, "'s");
    EXPECT_EQ(members.name(nodes[4].member), "elder");
}

TEST_F(FragmentTest, ChoicesNestAndMayBeEmpty) {
    const Fragment nodes = compile("[the [old|little] mill|a house|]");
    ASSERT_EQ(nodes.size(), 1u);
    ASSERT_EQ(nodes[0].options.size(), 3u);
    EXPECT_EQ(nodes[0].options[0].size(), 3u);
    EXPECT_EQ(nodes[0].options[0][1].options.size(), 2u);
    EXPECT_TRUE(nodes[0].options[2].empty());
}

TEST_F(FragmentTest, CountersQuotesAndLineBreaks) {
    const Fragment nodes = compile("\n#. \"No\"");
    ASSERT_EQ(nodes.size(), 6u);
    EXPECT_EQ(nodes[0].kind, Node::Kind::line_break);
    EXPECT_EQ(nodes[1].kind, Node::Kind::counter);
    EXPECT_EQ(nodes[3].kind, Node::Kind::quote);
}

TEST_F(FragmentTest, MistakesAreNamedWithTheirTemplate) {
    EXPECT_NE(failure("the xylophone").find("\"xylophone\" in \"the xylophone\""),
              std::string::npos);
    EXPECT_NE(failure("the [old mill").find("no closing bracket"), std::string::npos);
    EXPECT_NE(failure("the {hero").find("no closing brace"), std::string::npos);
    EXPECT_NE(failure("{hero}ish").find("after a brace"), std::string::npos);
    EXPECT_NE(failure("sail/z").find("sail/z"), std::string::npos);
}

TEST(Names, AreNumberedInOrder) {
    Names names;
    EXPECT_EQ(names.id("a"), 0);
    EXPECT_EQ(names.id("b"), 1);
    EXPECT_EQ(names.id("a"), 0);
    EXPECT_EQ(names.find("b"), 1);
    EXPECT_EQ(names.find("c"), -1);
    EXPECT_EQ(names.size(), 2);
}

}  // namespace
}  // namespace orrery::stories
