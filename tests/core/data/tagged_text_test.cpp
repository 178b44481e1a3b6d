// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tagged_text.h"

#include <gtest/gtest.h>

#include "core/data/documents.h"

namespace orrery {
namespace {

using Parts = std::vector<std::int32_t>;

TEST(UniversalTags, AreSeventeenByNumber) {
    ASSERT_EQ(universalTags().size(), 17U);
    for (std::size_t i = 0; i < 17; ++i)
        EXPECT_EQ(universalTagNumber(universalTags()[i]), static_cast<std::int32_t>(i));
    EXPECT_EQ(universalTagNumber("noun"), -1);
    EXPECT_EQ(universalTagNumber(""), -1);
    EXPECT_EQ(universalTagNumber("ZZZ"), -1);
}

TEST(PartsOfTokens, AreThoseOfTheWordWithMostBytes) {
    // "the cat's hat", pieces "the" " cat" "'" "s h" "at"
    const std::vector<TaggedWord> words{{0, 3, 5}, {4, 7, 7}, {7, 9, 9}, {10, 13, 7}};
    const std::vector<std::size_t> offsets{0, 3, 7, 8, 11, 13};
    EXPECT_EQ(partsOfTokens(offsets, words), (Parts{5, 7, 9, 9, 7}));
}

TEST(PartsOfTokens, SpaceAndGapsHaveNone) {
    const std::vector<TaggedWord> words{{3, 6, 1}, {6, 8, -1}};
    const std::vector<std::size_t> offsets{0, 3, 4, 6, 8, 12};
    EXPECT_EQ(partsOfTokens(offsets, words), (Parts{-1, 1, 1, -1, -1}));
    EXPECT_EQ(partsOfTokens(offsets, {}), (Parts{-1, -1, -1, -1, -1}));
    EXPECT_TRUE(partsOfTokens(std::vector<std::size_t>{0}, words).empty());
}

TEST(PartsOfTokens, APieceOverManyWordsTakesTheLongest) {
    const std::vector<TaggedWord> words{{0, 1, 1}, {1, 5, 2}, {5, 7, 3}};
    EXPECT_EQ(partsOfTokens(std::vector<std::size_t>{0, 7}, words), (Parts{2}));
}

TEST(EmbeddedStories, KnowThePartOfEveryWord) {
    DataConfig data;
    data.train_documents = 5;
    data.val_documents = 3;
    const Corpus corpus = openCorpus(data, ".", 1);
    int documents = 0;
    while (const auto tagged = corpus.validation->nextTagged()) {
        ++documents;
        ASSERT_FALSE(tagged->words.empty());
        std::size_t end = 0;
        for (const TaggedWord& word : tagged->words) {
            EXPECT_GE(word.part, 0);
            EXPECT_EQ(tagged->text.find_first_not_of(" \n", end), word.begin);
            end = word.end;
        }
        EXPECT_EQ(tagged->text.find_first_not_of(" \n", end), std::string::npos);
    }
    EXPECT_EQ(documents, 3);
    corpus.validation->rewind();
    EXPECT_TRUE(corpus.validation->next().has_value());
}

}  // namespace
}  // namespace orrery
