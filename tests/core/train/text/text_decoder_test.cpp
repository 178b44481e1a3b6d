// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/text_decoder.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/core/train/text/text_support.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::textConfig;

using Texts = std::vector<std::vector<std::int64_t>>;

/// The slow reference: a forward pass over the context.
at::Tensor slowLogits(LanguageModel& model, const std::vector<std::int64_t>& text,
                      std::int64_t context) {
    const at::NoGradGuard no_gradient;
    const std::int64_t begin = contextBegin(std::ssize(text), context);
    const at::Tensor tokens =
        at::tensor(at::ArrayRef(text), at::kLong).slice(0, begin).unsqueeze(0);
    return model->forward(tokens, {}).logits[0][-1];
}

TEST(TextDecoder, TheContextLosesItsOlderHalfWhenItIsFull) {
    // Step by step: what is seen grows to the context, then begins anew with half of it.
    for (const std::int64_t context : {1, 2, 3, 8, 9}) {
        std::int64_t begin = 0;
        for (std::int64_t tokens = 1; tokens < 60; ++tokens) {
            if (tokens - begin > context) begin = tokens - (context + 1) / 2;
            EXPECT_EQ(contextBegin(tokens, context), begin) << tokens << " of " << context;
        }
    }
}

TEST(TextDecoder, SinusoidalPositionsEndWhereTrainingDid) {
    Config config = textConfig();
    EXPECT_EQ(contextOf(config, 0), 24);
    EXPECT_EQ(contextOf(config, 10), 10);
    EXPECT_THROW(contextOf(config, 25), Error);
    config.model.positions = PositionEncoding::rope;
    EXPECT_EQ(contextOf(config, 100), 100);
}

TEST(TextDecoder, EveryTokenIsThatOfAForwardPassOverTheContext) {
    struct Case {
        PositionEncoding positions;
        Routing routing;
        std::int64_t context;
        bool causal = true;
    };
    for (const Case& one : {Case{PositionEncoding::sinusoidal, Routing::keys, 24},
                            Case{PositionEncoding::sinusoidal, Routing::random, 7},
                            Case{PositionEncoding::sinusoidal, Routing::hash, 24},
                            Case{PositionEncoding::rope, Routing::keys, 24},
                            Case{PositionEncoding::rope, Routing::random, 100},
                            Case{PositionEncoding::alibi, Routing::keys, 100},
                            Case{PositionEncoding::alibi, Routing::hash, 9},
                            Case{PositionEncoding::sinusoidal, Routing::keys, 24, false}}) {
        Config config = textConfig();
        config.model.positions = one.positions;
        config.model.causal = one.causal;
        config.some.routing = one.routing;
        LanguageModel model(config);
        Texts texts = {{2, 40, 41}, {2, 7, 8, 9, 10, 11, 300, 301, 77, 76, 75}, {2}};
        DecoderOptions options;
        options.context = one.context;
        options.more_tokens = 70;
        TextDecoder decoder(model, texts, options);
        for (std::int64_t step = 0; step < 70; ++step) {
            std::vector<std::int64_t> next;
            for (std::size_t row = 0; row < texts.size(); ++row) {
                ASSERT_LT(largestDifference(decoder.logits()[static_cast<std::int64_t>(row)],
                                            slowLogits(model, texts[row], one.context)),
                          3e-5)
                    << "step " << step << ", row " << row << ", context " << one.context;
                next.push_back((step * 31 + static_cast<std::int64_t>(row) * 17) % 390 + 4);
                texts[row].push_back(next.back());
            }
            decoder.append(next);
        }
    }
}

TEST(TextDecoder, KeepsTheRouteOfTheLastToken) {
    LanguageModel model(textConfig());
    DecoderOptions options;
    options.context = 24;
    options.more_tokens = 2;
    options.routing = true;
    TextDecoder decoder(model, {{2, 40, 41, 42}, {2, 50}}, options);
    const at::NoGradGuard no_gradient;
    const auto whole = [&](std::vector<std::int64_t> text) {
        return model->forward(at::tensor(at::ArrayRef(text), at::kLong).unsqueeze(0), {})
            .routing[1]
            .selected[-1];
    };
    EXPECT_TRUE(at::equal(decoder.routing()[1].selected[0], whole({2, 40, 41, 42})));
    EXPECT_TRUE(at::equal(decoder.routing()[1].selected[1], whole({2, 50})));
    const std::vector<std::int64_t> next = {60, 61}, second = {1};
    decoder.append(next);
    decoder.select(second);
    EXPECT_EQ(decoder.rows(), 1);
    EXPECT_TRUE(at::equal(decoder.routing()[1].selected[0], whole({2, 50, 61})));
}

TEST(TextDecoder, AlikeTextsAreReadOnce) {
    LanguageModel model(textConfig());
    DecoderOptions options;
    options.context = 24;
    TextDecoder decoder(model, Texts(4, {2, 40, 41, 42}), options);
    EXPECT_EQ(decoder.rows(), 4);
    EXPECT_EQ(decoder.logits().size(0), 4);
    EXPECT_TRUE(at::equal(decoder.logits()[0], decoder.logits()[3]));
    EXPECT_THROW(TextDecoder(model, {{2}, {}}, options), Error);
}

}  // namespace
}  // namespace orrery
