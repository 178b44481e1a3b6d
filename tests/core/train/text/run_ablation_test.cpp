// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/run_ablation.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.h"
#include "core/train/text/ablation_text.h"
#include "core/train/text/generate.h"
#include "core/train/text/route_text.h"
#include "tests/core/train/text/text_support.h"

namespace orrery {
namespace {

using test::smallTokenizer;
using test::textConfig;

RoutedText routed(LanguageModel& model, std::vector<std::string> texts, std::int64_t most = 5000) {
    test::MemoryDocuments documents(std::move(texts));
    RouteOptions options;
    options.most_tokens = most;
    return routeText(model, smallTokenizer(), documents, options);
}

/// The same of given tokens, a window each.
RoutedText routedTokens(LanguageModel& model,
                        const std::vector<std::vector<std::int32_t>>& windows) {
    RoutedText text = routed(model, {"The"});
    const int top_k = text.top_k;
    const std::size_t layers = text.layers.size();
    text.token_ids.clear();
    text.parts.clear();
    text.layers = std::vector<RoutedLayer>(layers);
    text.window_begins.clear();
    text.top_k = top_k;
    for (const auto& window : windows) {
        text.window_begins.push_back(std::ssize(text.token_ids));
        const auto routing = routeTokens(model, window, false);
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const at::Tensor chosen = routing[layer].selected.to(at::kInt).contiguous();
            const auto* first = chosen.const_data_ptr<std::int32_t>();
            auto& all = text.layers[layer].selected;
            all.insert(all.end(), first, first + chosen.numel());
        }
        text.token_ids.insert(text.token_ids.end(), window.begin(), window.end());
    }
    text.window_ends.assign(windows.size(), 0);
    return text;
}

AblationOptions quick(int sets = 100) {
    AblationOptions options;
    options.random_sets = sets;
    options.permutations = 99;
    return options;
}

std::vector<double> usageIn(const RoutedText& text, std::size_t layer) {
    return selectionCounts(text.selections(layer));
}

TEST(AblationText, GivesTheLossOfEachTokenFromAnyLayerOn) {
    LanguageModel model(textConfig());
    const std::string text =
        "The old king went home. The bird sang in the wood and the king slept.";
    const RoutedText read = routed(model, {text, "A small boat"});
    AblationText ablation(model, read);
    const std::vector<float> whole = ablation.losses({});
    ablation.begin(1);
    EXPECT_EQ(std::ranges::count_if(whole, [](float x) { return std::isnan(x); }),
              std::ranges::count(read.window_ends, 0))
        << "where a document goes on in the next window";
    EXPECT_EQ(std::ranges::count(read.window_ends, 1), 2);
    ASSERT_GE(read.window_begins.size(), 3U);
    const std::vector<float> later = ablation.losses({});
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (!std::isnan(whole[i])) EXPECT_EQ(whole[i], later[i]) << "to the bit";
    // In a second way: one window, by a forward pass.
    const at::NoGradGuard no_gradient;
    const std::int64_t last = read.window_begins.back();
    std::vector<std::int64_t> ids = {Tokenizer::bos_id};
    for (std::size_t i = static_cast<std::size_t>(last); i < read.token_ids.size(); ++i)
        ids.push_back(read.token_ids[i]);
    const at::Tensor logits =
        model->forward(at::tensor(at::ArrayRef(ids), at::kLong).unsqueeze(0), {}).logits[0];
    const at::Tensor log_probabilities = at::log_softmax(logits, -1);
    for (std::int64_t i = 1; i < std::ssize(ids); ++i) {
        const std::int64_t target =
            i + 1 < std::ssize(ids) ? ids[static_cast<std::size_t>(i + 1)] : Tokenizer::eos_id;
        EXPECT_NEAR(whole[static_cast<std::size_t>(last + i - 1)],
                    -log_probabilities[i][target].item<float>(), 1e-4);
    }
    ablation.begin(0);
    EXPECT_EQ(ablation.losses({})[0], whole[0]) << "back to the first layer";
}

TEST(RunAblation, AnExpertThatIsNeverChosenChangesExactlyNothing) {
    for (const KeySearch search : {KeySearch::exact, KeySearch::hnsw}) {
        Config config = textConfig();
        config.some.num_experts = 64;
        config.some.search = search;
        LanguageModel model(config);
        const RoutedText text = routed(model, test::simpleTexts(1), 20);  // 40 selections a layer
        // The token that begins each window is none of the text's, but has experts, too.
        const at::Tensor start =
            at::full({1, 1}, static_cast<std::int64_t>(Tokenizer::bos_id), at::kLong);
        const auto begin = model->forward(start, {}).routing;
        const auto beginsWith = [&](const ExpertPlace& place) {
            return (begin[static_cast<std::size_t>(place.layer)].selected == place.expert)
                .any()
                .item<bool>();
        };
        int unused = 0, harmful = 0;
        for (const ExpertEffect& effect : runSweep(model, text, quick())) {
            const bool never = effect.usage == 0 && !beginsWith(effect.expert);
            if (never) EXPECT_EQ(effect.change, 0) << effect.expert.expert;
            unused += never ? 1 : 0;
            harmful += effect.change != 0 ? 1 : 0;
        }
        EXPECT_GE(unused, 48);
        EXPECT_GT(harmful, 5);
    }
}

TEST(RunAblation, TellsTheSetBesideRandomSetsAndEachMember) {
    LanguageModel model(textConfig());
    const RoutedText text = routed(model, test::simpleTexts(40), 800);
    AblationOptions options = quick();
    AblationCost cost;
    double done = 0;
    options.on_cost = [&](const AblationCost& told) { cost = told; };
    options.progress = [&](double now) {
        EXPECT_GT(now, done);
        done = now;
    };
    const AblationResult result = runAblation(model, text, {{1, 5}, {1, 2}}, options);
    EXPECT_EQ(cost.passes, 104);
    EXPECT_EQ(cost.tokens, 800);
    EXPECT_GT(cost.seconds, 0);
    EXPECT_DOUBLE_EQ(done, 1);
    EXPECT_EQ(result.experts, (ExpertSet{{1, 2}, {1, 5}}));
    EXPECT_EQ(result.random.sets.size(), 100U);
    ASSERT_EQ(result.members.size(), 2U);
    ASSERT_GE(result.groups.size(), 3U);
    EXPECT_EQ(result.groups[0].tokens, 800);
    EXPECT_EQ(result.groups[1].tokens + result.groups[2].tokens, 800);
    std::int64_t kinds = 0;
    for (const GroupEffect& group : result.groups)
        kinds += group.by == "token kind" ? group.tokens : 0;
    EXPECT_EQ(kinds, 800);
    for (const ExpertEffect& member : result.members) {
        EXPECT_EQ(member.usage,
                  usageIn(text, 1)[static_cast<std::size_t>(member.expert.expert)] / (800 * 2));
        EXPECT_EQ(member.change,
                  runAblation(model, text, {member.expert}, quick()).groups[0].change.value);
    }
    options.cancelled = [] { return true; };
    EXPECT_THROW(runAblation(model, text, {{1, 2}}, options), Cancelled);
    EXPECT_THROW(runAblation(model, text, {{1, 9}}, quick()), Error);
}

/// A guild of two that the tokens of one kind choose, and which alone do anything there: the text
/// is what the model itself would write.
TEST(RunAblation, APlantedGuildIsFoundHarmfulToItsTokens) {
    Config config = textConfig();
    config.some.num_experts = 16;
    LanguageModel model(config);
    const std::vector<std::int64_t> planted = {4, 9};
    const auto queries_of = [&](const RoutedText& text, bool own, std::int32_t kind) {
        at::Tensor sum = at::zeros({32});
        const at::Tensor all =
            at::tensor(at::ArrayRef(text.layers[1].queries), at::kFloat).view({-1, 32});
        for (std::int64_t i = 0; i < all.size(0); ++i)
            if ((text.token_ids[static_cast<std::size_t>(i)] == kind) == own) sum += all[i];
        return sum / sum.norm();
    };
    const RoutedText before = routed(model, test::simpleTexts(200), 4000);
    std::map<std::int32_t, int> counts;
    for (const std::int32_t id : before.token_ids)
        ++counts[id];
    const std::int32_t kind =
        std::ranges::max_element(counts, {}, [](const auto& x) { return x.second; })->first;
    const at::Tensor toward = queries_of(before, true, kind) - queries_of(before, false, kind);
    const at::NoGradGuard no_gradient;
    auto state = model->state(true);
    at::Tensor up = state.at("layers.1.some.experts.up");
    for (std::int64_t expert = 0; expert < 16; ++expert)
        if (std::ranges::find(planted, expert) == planted.end())
            up[expert].zero_();
        else
            up[expert].mul_(12);
    for (const std::int64_t expert : planted)
        model->keys(1)[expert].copy_(toward / toward.norm() * 4);
    GenerateOptions write;
    write.max_tokens = 22;
    write.temperature = 1;
    write.top_k = 0;
    write.continuations = 150;
    std::vector<std::vector<std::int32_t>> windows;
    for (const Continuation& one : generate(model, smallTokenizer(), "", write))
        if (!one.tokens.empty()) windows.push_back(one.tokens);
    const RoutedText text = routedTokens(model, windows);
    const AblationResult found = runAblation(model, text, {{1, 4}, {1, 9}}, quick());
    ASSERT_GT(found.own_tokens, 20);
    EXPECT_GT(found.own_minus_others.low, 0) << found.own_minus_others.value;
    EXPECT_LT(found.own_minus_others_random.p_value, 0.05);
    EXPECT_LT(found.groups[0].change.p_value, 0.05);
    for (const ExpertSet& set : found.random.sets)
        EXPECT_EQ(set.size(), 2U);
}

TEST(RunAblation, AGuildServesTheTokensOfItsKindThatChoseAllOfIt) {
    LanguageModel model(textConfig());
    const RoutedText text = routed(model, test::simpleTexts(100), 3000);
    const TokenLabels labels = guildLabels(text);
    const Selections chosen = text.selections(1);
    const ExpertSet pair = {{1, chosen.of(0)[0]}, {1, chosen.of(0)[1]}};
    const std::string kind =
        labels.names[static_cast<std::size_t>(std::max<std::int32_t>(0, labels.of_token[0]))];
    const std::vector<bool> own = servedByGuild(text, pair, kind);
    ASSERT_EQ(own.size(), text.token_ids.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
        const auto of = chosen.of(i);
        const bool both = std::ranges::find(of, pair[0].expert) != of.end() &&
                          std::ranges::find(of, pair[1].expert) != of.end();
        const std::int32_t label = labels.of_token[i];
        EXPECT_EQ(own[i],
                  both && label >= 0 && labels.names[static_cast<std::size_t>(label)] == kind)
            << i;
    }
    EXPECT_THROW(servedByGuild(text, pair, "no such kind"), Error);
}

TEST(RunAblation, AGuildIsTakenFromTheTextByItsNumber) {
    LanguageModel model(textConfig());
    const RoutedText text = routed(model, test::simpleTexts(100), 3000);
    EXPECT_THROW(findGuild(text, 5, 0, quick()), Error);
    EXPECT_THROW(findGuild(text, 0, 999, quick()), Error);
}

}  // namespace
}  // namespace orrery
