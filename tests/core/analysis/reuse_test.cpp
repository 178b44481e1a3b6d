// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reuse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

#include "core/error.h"

namespace orrery {
namespace {

/// A text of one layer, one expert a token.
RoutedText served(int experts, std::vector<std::int32_t> selected) {
    RoutedText text;
    text.experts = experts;
    text.top_k = 1;
    text.token_ids.assign(selected.size(), 0);
    text.pieces = {"a"};
    text.layers.resize(1);
    text.layers[0].selected = std::move(selected);
    return text;
}

Guild guild(std::initializer_list<std::int32_t> experts, std::int64_t tokens) {
    Guild made;
    made.experts = experts;
    made.tokens = tokens;
    return made;
}

TEST(Reuse, LoadInCommonIsTheSumOfTheSmallerShares) {
    // Shares 1/2 1/4 1/4 0 and 1/4 0 1/4 1/2.
    const RoutedText one = served(4, {0, 0, 1, 2}), other = served(4, {0, 2, 3, 3});
    EXPECT_DOUBLE_EQ(sharedLoad(one, other).share, 0.5);
    EXPECT_DOUBLE_EQ(sharedLoad(one, one).share, 1);
    EXPECT_DOUBLE_EQ(sharedLoad(served(4, {0, 0}), served(4, {1, 1})).share, 0);
}

TEST(Reuse, AnEvenLoadIsSharedByChanceAlone) {
    const RoutedText even = served(4, {0, 1, 2, 3});
    EXPECT_DOUBLE_EQ(sharedLoad(even, even).share, 1);
    EXPECT_NEAR(sharedLoad(even, even).chance, 1, 1e-12);
    // All on one of ten: the same by chance in a tenth of the numberings.
    const RoutedText one = served(10, {7, 7, 7});
    EXPECT_DOUBLE_EQ(sharedLoad(one, one).share, 1);
    EXPECT_NEAR(sharedLoad(one, one).chance, 0.1, 0.06);
    EXPECT_EQ(sharedLoad(one, one).chance, sharedLoad(one, one).chance);
}

TEST(Reuse, LayersCountAlike) {
    RoutedText one = served(4, {0, 0}), other = served(4, {0, 0});
    one.layers.push_back({{1, 1}, {}, {}});
    other.layers.push_back({{2, 2}, {}, {}});
    EXPECT_DOUBLE_EQ(sharedLoad(one, other).share, 0.5);
    EXPECT_THROW(sharedLoad(one, served(4, {0})), Error);
    EXPECT_THROW(sharedLoad(served(3, {0}), served(4, {0})), Error);
}

TEST(Reuse, AGuildIsSharedByTwoExpertsThatStayTogether) {
    const LayerGuilds one = {{guild({1, 2, 3}, 30), guild({4, 5}, 10)}};
    const LayerGuilds other = {{guild({2, 3, 7}, 40), guild({1, 4}, 20)}};
    // {1 2 3} and {2 3 7} meet in 2 and 3; {4 5} and {1 4} meet nowhere: 70 of 100 tokens.
    EXPECT_DOUBLE_EQ(sharedGuilds(one, other, 8).share, 0.7);
    EXPECT_DOUBLE_EQ(sharedGuilds(other, one, 8).share, 0.7);
    EXPECT_LT(sharedGuilds(one, other, 8).chance, 0.7);
    EXPECT_DOUBLE_EQ(sharedGuilds(one, {{}}, 8).share, 0);
    EXPECT_TRUE(std::isnan(sharedGuilds({{}}, {{}}, 8).share));
    EXPECT_THROW(sharedGuilds(one, {}, 8), Error);
}

TEST(Reuse, GuildsOfATextAreThoseOfItsParts) {
    RoutedText text;
    text.experts = 6;
    text.top_k = 2;
    text.pieces = {"x"};
    text.part_names = {"NOUN", "VERB"};
    text.layers.resize(1);
    for (int token = 0; token < 400; ++token) {
        const bool noun = token % 4 == 0;
        text.token_ids.push_back(0);
        text.parts.push_back(noun ? 0 : 1);
        const std::int32_t first = noun ? 0 : 2 + token % 4;
        text.layers[0].selected.push_back(first);
        text.layers[0].selected.push_back(noun ? 1 : 2 + (token + 1 + token / 7 % 3) % 4);
        if (!noun && text.layers[0].selected.back() == first)
            text.layers[0].selected.back() = 2 + (first - 1) % 4;
    }
    const LayerGuilds found = guildsOf(text);
    ASSERT_EQ(found.size(), 1U);
    ASSERT_FALSE(found[0].empty());
    EXPECT_EQ(found[0][0].experts, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(found[0][0].kind, 0);
    EXPECT_DOUBLE_EQ(sharedGuilds(found, found, 6).share, 1);
}

}  // namespace
}  // namespace orrery
