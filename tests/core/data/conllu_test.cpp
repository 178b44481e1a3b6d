// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conllu.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

std::string word(const std::string& id, const std::string& form, const std::string& tag,
                 const std::string& misc = "_") {
    return id + "\t" + form + "\t_\t" + tag + "\t_\t_\t0\t_\t_\t" + misc + "\n";
}

/// "The:DET cats:NOUN"
std::string shown(const TaggedText& text) {
    std::string list;
    for (const TaggedWord& w : text.words)
        list += (list.empty() ? "" : " ") + text.text.substr(w.begin, w.end - w.begin) + ":" +
                (w.part < 0 ? "_" : std::string(universalTags()[static_cast<std::size_t>(w.part)]));
    return list;
}

std::string errorOf(const std::string& contents) {
    try {
        parseConllu(contents, "f.conllu");
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(Conllu, MakesTextAndPlacesOfWords) {
    const auto documents =
        parseConllu("# sent_id = 1\n# text = The cats sleep.\n" + word("1", "The", "DET") +
                        word("2", "cats", "NOUN") + word("3", "sleep", "VERB", "SpaceAfter=No") +
                        word("4", ".", "PUNCT") + "\n" +
                        word("1", "Où", "ADV", "A=b|SpaceAfter=No") + word("2", "?", "PUNCT"),
                    "f");
    ASSERT_EQ(documents.size(), 1U);
    EXPECT_EQ(documents[0].text, "The cats sleep. Où?");
    EXPECT_EQ(shown(documents[0]), "The:DET cats:NOUN sleep:VERB .:PUNCT Où:ADV ?:PUNCT");
}

TEST(Conllu, WordsInsideATokenThatSpellIt) {
    const auto documents =
        parseConllu(word("1-2", "cannot", "_") + word("1", "can", "AUX") +
                        word("2", "not", "PART") + word("3-4", "vom", "_", "SpaceAfter=No") +
                        word("3", "von", "ADP") + word("4", "dem", "DET") + word("5", "!", "PUNCT"),
                    "f");
    EXPECT_EQ(documents[0].text, "cannot vom!");
    EXPECT_EQ(shown(documents[0]), "can:AUX not:PART vom:_ !:PUNCT");
}

TEST(Conllu, DocumentsParagraphsAndEmptyNodes) {
    const auto documents =
        parseConllu("# newdoc id = a\n# newpar\n" + word("1", "One", "NUM") +
                        word("1.1", "gone", "VERB") + "\n# newpar\n" + word("1", "Two", "NUM") +
                        "\n# newdoc\n" + word("1", "Three", "NUM") + "\r\n",
                    "f");
    ASSERT_EQ(documents.size(), 2U);
    EXPECT_EQ(documents[0].text, "One\nTwo");
    EXPECT_EQ(documents[1].text, "Three");
}

TEST(Conllu, WhatIsNotConlluSaysWhere) {
    EXPECT_EQ(errorOf("1\tThe\tDET\n"),
              "f.conllu:1: a word line of CoNLL-U has 10 columns separated by tabs.");
    EXPECT_NE(errorOf(word("1", "a", "DET") + word("2", "b", "Noun")).find("f.conllu:2: 'Noun'"),
              std::string::npos);
    EXPECT_NE(errorOf(word("x", "a", "DET")).find("'x' is not the number of a word"), std::string::npos);
    EXPECT_NE(errorOf(word("3-2", "a", "DET")).find("'3-2' is not the number of a word"), std::string::npos);
    EXPECT_NE(errorOf(word("1", "", "DET")).find("no form"), std::string::npos);
    EXPECT_NE(errorOf(word("1", "\xff", "DET")).find("UTF-8"), std::string::npos);
    EXPECT_NE(errorOf(word("1-2", "ab", "_") + word("1", "a", "DET") + "\n").find("inside"),
              std::string::npos);
    EXPECT_EQ(errorOf("# only a comment\n\n"), "f.conllu contains no word.");
    EXPECT_EQ(errorOf(""), "f.conllu contains no word.");
}

TEST(Conllu, AFileIsASourceOfDocuments) {
    const test::TemporaryFolder folder;
    test::writeFile(folder / "a.conllu", word("1", "Hello", "INTJ"));
    const auto source = openConllu(folder / "a.conllu");
    EXPECT_EQ(source->size(), 1);
    EXPECT_EQ(source->next(), "Hello");
    EXPECT_FALSE(source->next().has_value());
    source->rewind();
    EXPECT_EQ(shown(*source->nextTagged()), "Hello:INTJ");
    EXPECT_THROW(openConllu(folder / "none.conllu"), Error);
    EXPECT_THROW(openConllu(folder.path()), Error);
}

TEST(Conllu, MarksOfOtherSystemsAreNoText) {
    const auto documents = parseConllu("\xEF\xBB\xBF# newdoc\r\n" + word("1", "One", "NUM"), "f");
    EXPECT_EQ(shown(documents[0]), "One:NUM");
    EXPECT_NE(errorOf("# a\r" + word("1", "x", "NUM").substr(0, 10) + "\r").find("carriage"),
              std::string::npos);
    EXPECT_NE(errorOf("\xFF\xFE# a").find("UTF-16"), std::string::npos);
}

}  // namespace
}  // namespace orrery
