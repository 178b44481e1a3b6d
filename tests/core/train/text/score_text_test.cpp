// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/score_text.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/train/text/generate.h"
#include "tests/core/train/text/text_support.h"

namespace orrery {
namespace {

using test::smallTokenizer;
using test::textConfig;

TEST(ScoreText, IsTheLossOfEachTokenGivenThoseBeforeIt) {
    LanguageModel model(textConfig());
    const std::string text = "the old king of the sea";
    ScoreOptions options;
    options.alternatives = 3;
    const TextScore score = scoreText(model, smallTokenizer(), text, options);
    const auto ids = smallTokenizer().encode(text);
    ASSERT_EQ(score.readings.size(), ids.size());
    const at::NoGradGuard no_gradient;
    std::vector<std::int64_t> before = {Tokenizer::bos_id};
    double sum = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const at::Tensor logits =
            model->forward(at::tensor(at::ArrayRef(before), at::kLong).unsqueeze(0), {})
                .logits[0][-1];
        const double expected = -at::log_softmax(logits, -1)[ids[i]].item<float>();
        EXPECT_NEAR(score.readings[i].surprise, expected, 1e-4);
        EXPECT_EQ(score.readings[i].token, ids[i]);
        EXPECT_EQ(score.readings[i].alternatives.size(), 3U);
        EXPECT_EQ(score.readings[i].experts.size(), 4U);
        sum += expected;
        before.push_back(ids[i]);
    }
    EXPECT_NEAR(score.loss, sum, 1e-3);
    EXPECT_EQ(score.words, 6);
    EXPECT_EQ(score.bytes, std::ssize(text));
    EXPECT_NEAR(score.lossPerWord(), sum / 6, 1e-3);
    EXPECT_NEAR(score.bitsPerByte(), sum / std::log(2.0) / static_cast<double>(text.size()), 1e-3);
}

TEST(ScoreText, ReadsLongTextsInWindows) {
    LanguageModel model(textConfig());  // seq_len 24
    const std::string text = test::simpleTexts(3)[1] + test::simpleTexts(3)[2];
    const auto ids = smallTokenizer().encode(text);
    ASSERT_GT(ids.size(), 50U);
    const TextScore score = scoreText(model, smallTokenizer(), text, {});
    ASSERT_EQ(score.readings.size(), ids.size());
    ScoreOptions rest;
    rest.more_tokens.assign(ids.begin() + 24, ids.begin() + 48);
    const TextScore second = scoreText(model, smallTokenizer(), "", rest);
    for (std::size_t i = 0; i < 24; ++i)
        EXPECT_EQ(second.readings[i].surprise, score.readings[24 + i].surprise);
}

TEST(ScoreText, SaysOfAWrittenTextWhatWritingItSaid) {
    LanguageModel model(textConfig());
    GenerateOptions write;
    write.max_tokens = 12;
    write.readings = true;
    write.temperature = 1;
    const Continuation text = generate(model, smallTokenizer(), "the king", write).front();
    ScoreOptions options;
    options.more_tokens = text.tokens;
    const TextScore score = scoreText(model, smallTokenizer(), "the king", options);
    const std::size_t prompt = score.readings.size() - text.tokens.size();
    for (std::size_t i = 0; i < text.tokens.size(); ++i) {
        EXPECT_NEAR(score.readings[prompt + i].surprise, text.readings[i].surprise, 1e-4);
        EXPECT_EQ(score.readings[prompt + i].experts, text.readings[i].experts);
    }
    GenerateOptions on = write;
    on.prompt_tokens.assign(text.tokens.begin(), text.tokens.begin() + 5);
    on.temperature = 0;
    EXPECT_EQ(generate(model, smallTokenizer(), "the king", on).front().readings.front().experts,
              text.readings[5].experts);
    EXPECT_THROW(scoreText(model, smallTokenizer(), "", {}), Error);
}

}  // namespace
}  // namespace orrery
