// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stories/composer.h"

#include <gtest/gtest.h>

namespace orrery::stories {
namespace {

constexpr auto noun = PartOfSpeech::noun;
constexpr auto mark = PartOfSpeech::punctuation;

TEST(Composer, ArticlesFollowTheSoundOfTheNextWord) {
    for (const auto word : {"apple", "hour", "umbrella", "8", "11", "18", "80", "Aunt"})
        EXPECT_TRUE(beginsWithVowelSound(word)) << word;
    for (const auto word : {"house", "useful", "university", "one", "ewe", "1", "10", "yard", ""})
        EXPECT_FALSE(beginsWithVowelSound(word)) << word;
    Composer composer;
    composer.word("A", PartOfSpeech::determiner, false);
    composer.word("old", PartOfSpeech::adjective, false);
    composer.word("mill", noun, false);
    const Story story = composer.finish();
    EXPECT_EQ(story.text, "An old mill");
    EXPECT_EQ(story.words[0].end, 2u);
}

TEST(Composer, ToIsAParticleBeforeAVerbOnly) {
    Composer composer;
    composer.word("to", PartOfSpeech::adposition, false);
    composer.word("sing", PartOfSpeech::verb, false);
    composer.word("to", PartOfSpeech::adposition, false);
    composer.word("Rosa", PartOfSpeech::proper_noun, false);
    const Story story = composer.finish();
    EXPECT_EQ(story.words[0].part, PartOfSpeech::particle);
    EXPECT_EQ(story.words[2].part, PartOfSpeech::adposition);
}

TEST(Composer, QuotesOpenAndClose) {
    Composer composer;
    composer.word("said", PartOfSpeech::verb, false);
    composer.word(",", mark, true);
    composer.quote();
    composer.word("Yes", PartOfSpeech::interjection, false);
    composer.word("!", mark, true);
    composer.quote();
    composer.word("Then", PartOfSpeech::adverb, false);
    EXPECT_EQ(composer.finish().text, "said, \"Yes!\" Then");
}

TEST(Composer, LineBreaksCapitalsAndBrackets) {
    Composer composer;
    composer.capitalise();
    composer.word("oak", noun, false);
    composer.lineBreak();
    composer.word("(", mark, false);
    composer.word("2", PartOfSpeech::numeral, false);
    composer.word(")", mark, true);
    composer.word("boards", noun, false);
    EXPECT_EQ(composer.bytes(), 14u);
    EXPECT_EQ(composer.finish().text, "Oak\n(2) boards");
    EXPECT_EQ(composer.finish().text, "") << "not empty after finish";
}

}  // namespace
}  // namespace orrery::stories
