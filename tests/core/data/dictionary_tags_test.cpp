// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dictionary_tags.h"

#include <gtest/gtest.h>

#include <string>

#include "core/data/story_generator.h"

namespace orrery {
namespace {

/// "word/TAG word/TAG"; "?" for what is not known.
std::string tagged(const std::string& text) {
    std::string all;
    std::size_t last = 0;
    for (const TaggedWord& word : tagsByDictionary(text)) {
        EXPECT_GE(word.begin, last) << "in order, without overlap";
        EXPECT_GT(word.end, word.begin);
        EXPECT_LE(word.end, text.size());
        last = word.end;
        all += (all.empty() ? "" : " ") + text.substr(word.begin, word.end - word.begin) + "/" +
               (word.part < 0 ? "?"
                              : std::string(universalTags()[static_cast<std::size_t>(word.part)]));
    }
    return all;
}

TEST(DictionaryTags, AnOrdinarySentence) {
    EXPECT_EQ(tagged("She was in the garden, and he ran."),
              "She/PRON was/AUX in/ADP the/DET garden/NOUN ,/PUNCT and/CCONJ he/PRON ran/VERB "
              "./PUNCT");
    EXPECT_EQ(tagged("3 xyzzy"), "3/NUM xyzzy/?");
    EXPECT_EQ(tagged(""), "");
    EXPECT_EQ(tagged(" \n\t "), "");
}

TEST(DictionaryTags, CliticsAreWords) {
    EXPECT_EQ(tagged("didn't"), "did/AUX n't/PART");
    EXPECT_EQ(tagged("the dog's"), "the/DET dog/NOUN 's/PART");
    EXPECT_EQ(tagged("didn\u2019t"), "did/AUX n\u2019t/PART");
    EXPECT_EQ(tagged("the dog\u2019s"), "the/DET dog/NOUN \u2019s/PART");
    EXPECT_EQ(tagged("'the'"), "'/PUNCT the/DET '/PUNCT");
}

TEST(DictionaryTags, NamesAreKnownInsideASentenceAlone) {
    EXPECT_EQ(tagged("Qwert saw Qwert."), "Qwert/? saw/VERB Qwert/PROPN ./PUNCT");
}

TEST(DictionaryTags, AgreesMostlyWithTheStoriesOwnTags) {
    double words = 0, known = 0, right = 0;
    for (std::uint64_t index = 0; index < 50; ++index) {
        const Story story = generateStory(3, "all", index);
        const auto guesses = tagsByDictionary(story.text);
        for (const StoryWord& word : story.words) {
            if (word.part == PartOfSpeech::punctuation) continue;
            ++words;
            for (const TaggedWord& guess : guesses) {
                if (guess.begin != word.begin || guess.end != word.end || guess.part < 0) continue;
                ++known;
                right += guess.part == universalTagNumber(universalTag(word.part));
            }
        }
    }
    EXPECT_GT(known, 0.97 * words);
    EXPECT_GT(right, 0.93 * known);
    EXPECT_LT(right, known) << "a word's usual part is not always its part";
}

}  // namespace
}  // namespace orrery
