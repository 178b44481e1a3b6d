// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/dictionary.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "core/data/stories/grammar.h"

namespace orrery::stories {
namespace {

TEST(Dictionary, FindsExactSpellingFirst) {
    const Dictionary dictionary;
    EXPECT_EQ(dictionary.find("May"), PartOfSpeech::proper_noun);
    EXPECT_EQ(dictionary.find("may"), PartOfSpeech::auxiliary);
    EXPECT_EQ(dictionary.find("The"), PartOfSpeech::determiner);
    EXPECT_EQ(dictionary.find("went"), PartOfSpeech::verb);
    EXPECT_EQ(dictionary.find("n't"), PartOfSpeech::particle);
}

TEST(Dictionary, DigitsAreNumeralsAndUnknownWordsAreUnknown) {
    const Dictionary dictionary;
    EXPECT_EQ(dictionary.find("1050"), PartOfSpeech::numeral);
    EXPECT_EQ(dictionary.find("10a"), std::nullopt);
    EXPECT_EQ(dictionary.find("xylophone"), std::nullopt);
    EXPECT_EQ(dictionary.find(""), std::nullopt);
}

TEST(Dictionary, TagsNameParts) {
    EXPECT_EQ(partOfTag('v'), PartOfSpeech::verb);
    EXPECT_EQ(partOfTag('s'), PartOfSpeech::subordinator);
    EXPECT_EQ(partOfTag('z'), std::nullopt);
}

TEST(Dictionary, HoldsNoWordThatTheGrammarDoesNotUse) {
    const auto vocabulary = Grammar::instance().vocabulary();
    const std::set<std::string> used(vocabulary.begin(), vocabulary.end());
    const Dictionary dictionary;
    for (const auto& [word, part] : dictionary.words()) {
        std::string key = word;
        for (char& letter : key)
            letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        EXPECT_TRUE(used.contains(key)) << word;
    }
}

TEST(Dictionary, NoOpenClassListsAWordTwice) {
    for (const auto words :
         {nounWords(), properNounWords(), verbWords(), adjectiveWords(), adverbWords()}) {
        std::istringstream stream{std::string(words)};
        std::set<std::string> seen;
        for (std::string word; stream >> word;)
            EXPECT_TRUE(seen.insert(word).second) << word;
        EXPECT_GT(seen.size(), 50u);
    }
}

}  // namespace
}  // namespace orrery::stories
