// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_encoder.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/core/data/memory_documents.h"

namespace orrery {
namespace {

Tokenizer trained(TokenizerKind type) {
    test::MemoryDocuments documents(test::simpleTexts(200));
    return Tokenizer::train(documents, {.type = type, .vocab_size = 350});
}

TEST(TextEncoder, RememberedWordsGiveTheSameTokens) {
    for (const TokenizerKind type : {TokenizerKind::bpe, TokenizerKind::unigram}) {
        const Tokenizer tokenizer = trained(type);
        TextEncoder encoder(tokenizer);
        std::mt19937 random(5);
        for (const std::string& simple : test::simpleTexts(100)) {
            for (const std::string& text : {simple, test::randomUnicode(random, 60)}) {
                std::vector<std::int32_t> ids;
                encoder.append(text, ids);
                ASSERT_EQ(ids, tokenizer.encode(text));
            }
        }
    }
}

TEST(TextEncoder, AppendsToWhatIsThere) {
    const Tokenizer tokenizer = trained(TokenizerKind::bpe);
    TextEncoder encoder(tokenizer);
    std::vector<std::int32_t> ids = {7};
    encoder.append("the boat", ids);
    EXPECT_EQ(ids[0], 7);
    EXPECT_EQ(tokenizer.decode({ids.begin() + 1, ids.end()}), "the boat");
}

TEST(TextEncoder, StopsWhenAsked) {
    const Tokenizer tokenizer = trained(TokenizerKind::bpe);
    TextEncoder encoder(tokenizer);
    std::stop_source stop;
    stop.request_stop();
    std::vector<std::int32_t> ids;
    encoder.append("the boat", ids, stop.get_token());
    EXPECT_TRUE(ids.empty());
}

TEST(TextEncoder, TextThatIsNotUtf8IsRefused) {
    const Tokenizer tokenizer = trained(TokenizerKind::bpe);
    TextEncoder encoder(tokenizer);
    std::vector<std::int32_t> ids;
    EXPECT_MESSAGE(encoder.append("boat \xFF", ids), "not UTF-8 (byte 5)");
}

}  // namespace
}  // namespace orrery
