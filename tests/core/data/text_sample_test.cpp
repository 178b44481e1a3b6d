// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_sample.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/error.h"
#include "core/files/utf8.h"
#include "tests/core/data/memory_documents.h"

namespace orrery {
namespace {

using Texts = std::vector<std::string>;

std::size_t bytesOf(const Texts& texts) {
    return std::accumulate(
        texts.begin(), texts.end(), std::size_t{0},
        [](std::size_t sum, const std::string& text) { return sum + text.size(); });
}

TEST(TextSample, ASmallCorpusIsTakenWhole) {
    test::MemoryDocuments documents({"one", "two", "three"});
    EXPECT_EQ(sampleText(documents, 100, 1, {}), (Texts{"one", "two", "three"}));
}

TEST(TextSample, ALargeCorpusGivesAnEvenSampleBySeed) {
    Texts texts;
    for (int i = 0; i < 20'000; ++i)
        texts.push_back("document " + std::to_string(100'000 + i));
    test::MemoryDocuments documents(texts);
    const Texts sample = sampleText(documents, 30'000, 1, {});
    EXPECT_LE(bytesOf(sample), 30'000U);
    EXPECT_GE(bytesOf(sample), 12'000U);
    std::size_t from_first_half = 0;
    for (const std::string& text : sample)
        from_first_half += text < "document 110000" ? 1 : 0;
    const double share = static_cast<double>(from_first_half) / static_cast<double>(sample.size());
    EXPECT_NEAR(share, 0.5, 0.06);
    EXPECT_EQ(sampleText(documents, 30'000, 1, {}), sample);
    EXPECT_NE(sampleText(documents, 30'000, 2, {}), sample);
}

TEST(TextSample, OneHugeDocumentIsSampledInPieces) {
    std::string text;
    while (text.size() < 2'000'000)
        text += "\xE4\xB8\xAD\xE6\x96\x87";  // without a space
    test::MemoryDocuments documents({text});
    const Texts sample = sampleText(documents, 200'000, 1, {});
    EXPECT_LE(bytesOf(sample), 200'000U);
    EXPECT_GE(bytesOf(sample), 50'000U);
    for (const std::string& piece : sample)
        EXPECT_EQ(validUtf8Prefix(piece), piece.size());
    EXPECT_FALSE(sampleText(documents, 1, 1, {}).empty());
}

TEST(TextSample, CancellingEndsIt) {
    test::MemoryDocuments documents({"one"});
    EXPECT_THROW(sampleText(documents, 100, 1, [] { return true; }), Cancelled);
}

Texts sentencesOf(const Texts& sample, std::int64_t room) {
    return trainingText(sample, room).sentences;
}

TEST(TrainingText, IsCutAtReservedCharacters) {
    EXPECT_EQ(sentencesOf({"one two\nthree\t four",
                           "a\xE2\x96\x81"
                           "b\xE2\x96\x85"
                           "c"},
                          100),
              (Texts{"one two", "three", " four", "a", "b", "c", " "}));
    EXPECT_TRUE(sentencesOf({"\n", "\t\x01"}, 100).empty());
}

TEST(TrainingText, IsCutAtRareCharacters) {
    std::string text;
    for (int i = 0; i < 2000; ++i)
        text += "ab";
    EXPECT_EQ(sentencesOf({"aa\xC3\xA9"
                           "bb",
                           text},
                          100)[0],
              "aa");
    EXPECT_FALSE(trainingText({"aa\xC3\xA9"
                               "bb",
                               text},
                              100)
                     .crowded);
}

TEST(TrainingText, KeepsTheMostFrequentCharactersWhereRoomIsScarce) {
    // The space takes part of the room.
    EXPECT_EQ(sentencesOf({"aaab bc"}, 3), (Texts{"aaab b", " "}));
    EXPECT_EQ(sentencesOf({"aaab bc"}, 2), (Texts{"aaa", " ", " "}));
    EXPECT_TRUE(trainingText({"aaab bc"}, 3).crowded);
    EXPECT_FALSE(trainingText({"aaab bc"}, 4).crowded);
}

TEST(TrainingText, IsCutWhereItIsLong) {
    const Texts sentences = sentencesOf({std::string(10'000, 'x')}, 100);
    EXPECT_EQ(bytesOf(sentences), 10'001U);
    for (const std::string& sentence : sentences)
        EXPECT_LE(sentence.size(), kLongestWord);
}

}  // namespace
}  // namespace orrery
