// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/embedded_documents.h"

#include <gtest/gtest.h>

#include <set>

#include "core/error.h"
#include "tests/core/data/memory_documents.h"

namespace orrery {
namespace {

using Texts = std::vector<std::string>;

Corpus stories(std::uint64_t seed, const std::string& domain = "all", std::int64_t train = 100) {
    DataConfig data;
    data.domain = domain;
    data.train_documents = train;
    data.val_documents = 50;
    return openCorpus(data, ".", seed);
}

TEST(EmbeddedCorpus, TrainingAndValidationDoNotOverlap) {
    Corpus corpus = stories(1);
    const Texts train = test::allOf(*corpus.train);
    const Texts validation = test::allOf(*corpus.validation);
    EXPECT_EQ(train.size(), 100U);
    EXPECT_EQ(validation.size(), 50U);
    const std::set<std::string> known(train.begin(), train.end());
    for (const std::string& text : validation)
        EXPECT_FALSE(known.contains(text));
    EXPECT_EQ(corpus.description, "embedded, 100 + 50 stories");
}

TEST(EmbeddedCorpus, IsAFunctionOfTheSeed) {
    EXPECT_EQ(stories(1).hash, stories(1).hash);
    EXPECT_NE(stories(1).hash, stories(2).hash);
    Corpus corpus = stories(1);
    EXPECT_EQ(test::allOf(*corpus.train), test::allOf(*corpus.train));
    EXPECT_EQ(hashDocuments(*corpus.train, {}), corpus.train->hash());
    // More stories go on where fewer end.
    Corpus longer = stories(1, "all", 105);
    EXPECT_EQ(test::allOf(*longer.train)[99], test::allOf(*corpus.train)[99]);
}

TEST(EmbeddedDocuments, StoriesOfAnotherPartArePassedOver) {
    EmbeddedDocuments all(5, "all", 20, {}, {});
    const Texts texts = test::allOf(all);
    const std::unordered_set<std::size_t> excluded = {std::hash<std::string_view>()(texts[0]),
                                                      std::hash<std::string_view>()(texts[7])};
    EmbeddedDocuments others(5, "all", 18, excluded, {});
    Texts expected = texts;
    expected.erase(expected.begin() + 7);
    expected.erase(expected.begin());
    EXPECT_EQ(test::allOf(others), expected);
    EXPECT_EQ(hashDocuments(others, {}), others.hash());
}

TEST(EmbeddedDocuments, AGrammarWithTooFewStoriesIsAnError) {
    // All that the second part could tell is taken.
    EmbeddedDocuments taken(5, "all", 1100, {}, {});
    EXPECT_MESSAGE(EmbeddedDocuments(5, "all", 40, taken.texts(), {}), "too few different stories");
}

TEST(EmbeddedCorpus, AnUnknownDomainIsRefused) {
    EXPECT_MESSAGE(stories(1, "nowhere"), "nowhere");
}

}  // namespace
}  // namespace orrery
