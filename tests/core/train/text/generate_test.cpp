// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/generate.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/error.h"
#include "core/train/text/text_decoder.h"
#include "tests/core/train/text/text_support.h"

namespace orrery {
namespace {

using test::smallTokenizer;
using test::textConfig;

constexpr const char* kPrompt = "The old king";

/// The uncached way, greedily: a forward pass over the context for each token.
std::vector<std::int32_t> slowTokens(LanguageModel& model, std::int64_t count,
                                     std::int64_t context) {
    const at::NoGradGuard no_gradient;
    std::vector<std::int64_t> text = {Tokenizer::bos_id};
    for (const std::int32_t token : smallTokenizer().encode(kPrompt))
        text.push_back(token);
    std::vector<std::int32_t> written;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t begin = contextBegin(std::ssize(text), context);
        const at::Tensor tokens =
            at::tensor(at::ArrayRef(text), at::kLong).slice(0, begin).unsqueeze(0);
        at::Tensor logits = model->forward(tokens, {}).logits[0][-1].clone();
        for (const std::int64_t never : {0, 1, 2})
            logits[never] = -1e30;
        const std::int64_t best = logits.argmax().item<std::int64_t>();
        if (best == Tokenizer::eos_id) break;
        text.push_back(best);
        written.push_back(static_cast<std::int32_t>(best));
    }
    return written;
}

GenerateOptions greedy(std::int64_t tokens = 60) {
    GenerateOptions options;
    options.temperature = 0;
    options.max_tokens = tokens;
    return options;
}

TEST(Generate, GreedyTextIsThatOfTheUncachedWay) {
    struct Case {
        PositionEncoding positions;
        Routing routing;
        std::int64_t context;
    };
    for (const Case& one : {Case{PositionEncoding::sinusoidal, Routing::keys, 24},
                            Case{PositionEncoding::sinusoidal, Routing::random, 24},
                            Case{PositionEncoding::sinusoidal, Routing::hash, 24},
                            Case{PositionEncoding::rope, Routing::keys, 24},
                            Case{PositionEncoding::rope, Routing::keys, 200},
                            Case{PositionEncoding::rope, Routing::random, 200},
                            Case{PositionEncoding::alibi, Routing::keys, 200},
                            Case{PositionEncoding::alibi, Routing::hash, 30}})
        for (const bool pre : {false, true}) {
            Config config = textConfig();
            config.model.positions = one.positions;
            config.some.routing = one.routing;
            config.model.norm = pre ? NormPlacement::pre : NormPlacement::post;
            LanguageModel model(config);
            GenerateOptions options = greedy();
            options.context = one.context;
            const auto written = generate(model, smallTokenizer(), kPrompt, options);
            EXPECT_EQ(written.front().tokens, slowTokens(model, 60, one.context));
            EXPECT_GT(written.front().tokens.size(), 0U);
        }
}

TEST(Generate, AModelWithoutACausalMaskIsReadAnewForEachToken) {
    Config config = textConfig();
    config.model.causal = false;
    LanguageModel model(config);
    EXPECT_EQ(generate(model, smallTokenizer(), kPrompt, greedy(12)).front().tokens,
              slowTokens(model, 12, 24));
}

TEST(Generate, EachContinuationIsThatOfItsSeedAlone) {
    LanguageModel model(textConfig());
    GenerateOptions options;
    options.max_tokens = 30;
    options.temperature = 1.2;
    options.top_p = 0.95;
    options.repetition_penalty = 1.1;
    options.seed = 7;
    options.continuations = 5;
    const auto together = generate(model, smallTokenizer(), kPrompt, options);
    ASSERT_EQ(together.size(), 5U);
    options.continuations = 1;
    for (std::size_t i = 0; i < 5; ++i) {
        options.seed = 7 + i;
        EXPECT_EQ(generate(model, smallTokenizer(), kPrompt, options).front().tokens,
                  together[i].tokens);
    }
    EXPECT_NE(together[0].text, together[1].text);
}

TEST(Generate, TellsEachTokenAsItComes) {
    LanguageModel model(textConfig());
    GenerateOptions options;
    options.max_tokens = 25;
    options.temperature = 1;
    options.top_k = 0;
    options.continuations = 3;
    options.readings = true;
    options.alternatives = 4;
    std::map<std::int64_t, std::string> texts;
    std::map<std::int64_t, std::vector<std::int32_t>> tokens;
    std::map<std::int64_t, int> ends;
    GenerateHooks hooks;
    hooks.on_token = [&](const GeneratedToken& told) {
        texts[told.continuation] += told.text;
        ends[told.continuation] += told.last ? 1 : 0;
        if (told.token == Tokenizer::eos_id) return;
        EXPECT_EQ(told.index, std::ssize(tokens[told.continuation]));
        tokens[told.continuation].push_back(told.token);
        ASSERT_NE(told.reading, nullptr);
        EXPECT_EQ(told.reading->token, told.token);
        EXPECT_EQ(told.reading->alternatives.size(), 4U);
        EXPECT_EQ(told.reading->experts.size(), 4U);
        const auto rank = static_cast<std::size_t>(told.reading->rank);
        if (rank < 4) EXPECT_EQ(told.reading->alternatives[rank].token, told.token);
    };
    const auto all = generate(model, smallTokenizer(), kPrompt, options, hooks);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto index = static_cast<std::int64_t>(i);
        EXPECT_EQ(texts[index], all[i].text);
        EXPECT_EQ(tokens[index], all[i].tokens);
        EXPECT_EQ(ends[index], 1);
        EXPECT_EQ(all[i].text, smallTokenizer().decode(all[i].tokens));
        EXPECT_EQ(all[i].readings.size(), all[i].tokens.size());
    }
}

TEST(Generate, StopsBeforeAStopText) {
    LanguageModel model(textConfig());
    const std::string whole = generate(model, smallTokenizer(), kPrompt, greedy()).front().text;
    ASSERT_GT(whole.size(), 12U);
    GenerateOptions options = greedy();
    options.stop = {whole.substr(8, 3)};
    const Continuation cut = generate(model, smallTokenizer(), kPrompt, options).front();
    EXPECT_EQ(cut.end, TextEnd::stop);
    EXPECT_EQ(cut.text, whole.substr(0, whole.find(options.stop.front())));
}

TEST(Generate, CanBeEndedAndCancelled) {
    LanguageModel model(textConfig());
    int count = 0;
    GenerateHooks hooks;
    hooks.on_token = [&](const GeneratedToken&) { ++count; };
    hooks.enough = [&] { return count == 5; };
    EXPECT_EQ(generate(model, smallTokenizer(), kPrompt, greedy(), hooks).front().tokens.size(),
              5U);
    hooks.cancelled = [] { return true; };
    EXPECT_THROW(generate(model, smallTokenizer(), kPrompt, greedy(), hooks), Cancelled);
    EXPECT_THROW(generate(model, smallTokenizer(), "\xff", greedy()), Error);
}

TEST(Generate, WritesWithARouterThatIsChanged) {
    LanguageModel model(textConfig());
    GenerateOptions options = greedy(20);
    options.readings = true;
    Intervention out;
    out.layer = 1;
    out.expert = generate(model, smallTokenizer(), kPrompt, options).front().readings[3].experts[2];
    options.interventions = {out};
    const auto changed = generate(model, smallTokenizer(), kPrompt, options).front();
    for (const TokenReading& reading : changed.readings)
        EXPECT_EQ(std::count(reading.experts.begin() + 2, reading.experts.end(), out.expert), 0);
    options.interventions.front().layer = 9;
    EXPECT_THROW(generate(model, smallTokenizer(), kPrompt, options), Error);
}

}  // namespace
}  // namespace orrery
