// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/yaml_tree.h"

#include <gtest/gtest.h>

namespace orrery {
namespace {

using namespace std::string_literals;

/// "line:column message" of the first fault.
std::string firstFault(const std::string& text) {
    const auto document = parseYamlTree(text);
    if (document.faults.empty()) return "none";
    const auto at = TextLines(text).at(document.faults[0].begin);
    return std::to_string(at.line) + ":" + std::to_string(at.column) + " " +
           document.faults[0].message;
}

TEST(YamlTree, KeepsDuplicatesPlacesAndForms) {
    const std::string text = "a: 1\nb: {c: 'x', d: [1, 2]}\na: \"2\"\ne:\nf: ~\n";
    const auto document = parseYamlTree(text);
    ASSERT_TRUE(document.faults.empty());
    const auto& entries = document.root.entries;
    ASSERT_EQ(entries.size(), 5u);
    EXPECT_EQ(entries[2].key, "a");
    EXPECT_TRUE(entries[2].value.quoted);
    EXPECT_EQ(text.substr(entries[2].value.begin, 3), "\"2\"");
    EXPECT_TRUE(entries[1].value.flow);
    EXPECT_EQ(entries[1].value.entries[1].value.items.size(), 2u);
    EXPECT_EQ(entries[3].value.kind, YamlNode::Kind::null);
    EXPECT_EQ(entries[3].value.begin, text.find("e:"));
    EXPECT_EQ(entries[4].value.kind, YamlNode::Kind::null);
}

TEST(YamlTree, RefusesWhatAConfigurationHasNoUseFor) {
    EXPECT_TRUE(firstFault("a: &x 1\n").starts_with("1:4 anchors"));
    EXPECT_NE(firstFault("a: &x 1\nb: *x\n").find("anchors"), std::string::npos);
    EXPECT_NE(firstFault("a: *x\n"), "none");
    EXPECT_TRUE(firstFault("a: !!float 1\n").starts_with("1:4 tags"));
    EXPECT_TRUE(firstFault("a: 1\n---\nb: 2\n").starts_with("2:1 a second document"));
    EXPECT_TRUE(firstFault("a:\n\tb: 1\n").starts_with("2:1 a tab"));
    EXPECT_TRUE(firstFault("? [a, b]\n: 1\n").find("a key must be a word") != std::string::npos);
    EXPECT_NE(firstFault("a: [1, 2\nb: 3\n").find("not valid YAML"), std::string::npos);
    EXPECT_NE(firstFault("a: 'x\n").find("not valid YAML"), std::string::npos);
    EXPECT_NE(firstFault("a: \"x\nb: 1\n").find("never closed"), std::string::npos);
    EXPECT_NE(firstFault("a: b: c\n").find("not valid YAML"), std::string::npos);
    const std::string deep = firstFault("a: 1\nb: " + std::string(100'000, '['));
    EXPECT_TRUE(deep.starts_with("2:")) << deep;
    EXPECT_NE(deep.find("(more than 16 nested levels"), std::string::npos);
    EXPECT_NE(deep.find("check indentation"), std::string::npos) << deep;
    EXPECT_EQ(firstFault("a: " + std::string(15, '[') + std::string(15, ']')), "none");
}

TEST(YamlTree, RefusesBinaryAndOtherEncodings) {
    EXPECT_TRUE(firstFault("a: 1\0"s).starts_with("1:5 this is not a text file"));
    EXPECT_TRUE(firstFault("a: \xff\n").starts_with("1:4 this is not UTF-8"));
    EXPECT_TRUE(firstFault("a: \xc3").starts_with("1:4 this is not UTF-8"));
    EXPECT_TRUE(firstFault("\xff\xfe"
                           "a\0:\0"s)
                    .starts_with("1:1"));
}

TEST(YamlTree, TabsAfterTheIndentationAreFine) {
    EXPECT_EQ(firstFault("a: 1\t# comment\n\t\n\t# comment\n"), "none");
}

TEST(TextLines, CountsCharactersNotBytes) {
    const std::string text = "\xEF\xBB\xBFname: x\r\nß: ß1\r\n";
    const TextLines lines(text);
    EXPECT_EQ(lines.at(3).column, 1);
    EXPECT_EQ(lines.at(9).line, 1);
    EXPECT_EQ(lines.at(9).column, 7);
    const auto at = lines.at(text.find('1'));
    EXPECT_EQ(at.line, 2);
    EXPECT_EQ(at.column, 5);
    EXPECT_EQ(lines.at(10'000).line, 3);
}

TEST(TextLines, FindsColumnsFarDownALongLine) {
    std::string text = "ß";
    for (int i = 0; i < 1000; ++i)
        text += "aß";
    text += "\n" + std::string(700, 'x') + "ß!";
    const TextLines lines(text);
    EXPECT_EQ(lines.at(text.find('\n')).column, 2002);
    EXPECT_EQ(lines.at(text.find('!')).line, 2);
    EXPECT_EQ(lines.at(text.find('!')).column, 702);
    EXPECT_EQ(lines.at(512).column, 342);  // 2 bytes and 170 of 3 before
    EXPECT_EQ(lines.lineOf(text.find('!')), 2);
    EXPECT_EQ(TextLines("").at(0).column, 1);
    EXPECT_EQ(TextLines(std::string(256, 'x')).at(256).column, 257);
}

TEST(YamlTree, ByteOrderMarkAndWindowsLineEndsKeepPlaces) {
    const std::string text =
        "\xEF\xBB\xBF"
        "a: 1\r\nb: 2\r\n";
    const auto document = parseYamlTree(text);
    ASSERT_TRUE(document.faults.empty());
    EXPECT_EQ(text[document.root.entries[1].key_begin], 'b');
    EXPECT_EQ(text[document.root.entries[1].value.begin], '2');
    EXPECT_EQ(document.root.entries[0].value.text, "1");
}

}  // namespace
}  // namespace orrery
