// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/guilds/guilds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/guilds/guild_tables.h"
#include "core/analysis/shuffle.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr int experts = 24, top_k = 4, kinds = 5;

struct Routed {
    std::vector<std::int32_t> chosen;  // [N, top_k]
    std::vector<std::int32_t> labels;  // [N]

    Selections selections() const { return {chosen, top_k, experts}; }
};

/// Tokens choose at random, some experts (low numbers) more often than others; of those of a
/// guild's kind the share `loyal` chooses its experts, and the rest of its k at random.
struct Planted {
    std::vector<std::int32_t> experts;
    std::int32_t kind;
};

Routed makeText(int tokens, const std::vector<Planted>& guilds, int loyal_percent) {
    Shuffle random(17);
    Routed text;
    for (int t = 0; t < tokens; ++t) {
        text.labels.push_back(static_cast<std::int32_t>(random.below(kinds)));
        std::vector<std::int32_t> own;
        if (!guilds.empty()) {
            const Planted& guild = guilds[random.below(guilds.size())];
            const bool loyal = random.below(100) < static_cast<std::size_t>(loyal_percent);
            if (guild.kind == text.labels.back() && loyal) own = guild.experts;
        }
        while (own.size() < top_k) {
            const auto expert =
                static_cast<std::int32_t>(std::min(random.below(experts), random.below(experts)));
            if (std::ranges::find(own, expert) == own.end()) own.push_back(expert);
        }
        text.chosen.insert(text.chosen.end(), own.begin(), own.end());
    }
    return text;
}

TEST(Guilds, APlantedOneIsFoundWhole) {
    const Routed text = makeText(3000, {{{3, 9, 20}, 2}}, 50);
    const auto found = findGuilds(text.selections(), text.labels, kinds);
    ASSERT_EQ(found.size(), 1U);
    const Guild& guild = found[0];
    EXPECT_EQ(guild.experts, (std::vector<std::int32_t>{3, 9, 20}));
    EXPECT_EQ(guild.kind, 2);
    EXPECT_NEAR(guild.share_of_kind, 0.5, 0.06);
    EXPECT_GT(guild.purity, 0.9);
    EXPECT_GT(guild.strength_bits, std::log2(20));
    EXPECT_LE(guild.strength_bits, std::log2(1000.0 * static_cast<double>(guild.tokens)));
    if (!guild.never_met)
        EXPECT_NEAR(guild.strength_bits,
                    std::log2(static_cast<double>(guild.tokens) / guild.chance_tokens), 1e-9);
    EXPECT_DOUBLE_EQ(guild.p_value, 1.0 / 1001) << "no permutation comes near";
    EXPECT_EQ(chanceText(guild.p_value, 1000), "< 0.001");
    EXPECT_EQ(chanceText(2.0 / 1001, 1000), "0.002");
    EXPECT_EQ(guild.members.size(), static_cast<std::size_t>(guild.tokens));
    for (const std::size_t token : guild.members)
        EXPECT_EQ(text.labels[token], 2);
}

TEST(Guilds, TwoOfOneKindStayApart) {
    const Routed text = makeText(4000, {{{3, 9}, 2}, {{15, 20, 22, 23}, 2}}, 80);
    const auto found = findGuilds(text.selections(), text.labels, kinds);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].experts, (std::vector<std::int32_t>{15, 20, 22, 23}));
    EXPECT_EQ(found[1].experts, (std::vector<std::int32_t>{3, 9}));
}

TEST(Guilds, AmongRandomChoicesThereAreNone) {
    const Routed text = makeText(3000, {}, 0);
    EXPECT_TRUE(findGuilds(text.selections(), text.labels, kinds).empty());
}

TEST(Guilds, ShuffledTokensHaveNone) {
    Routed text = makeText(3000, {{{3, 9, 20}, 2}}, 50);
    Shuffle shuffle(5);
    shuffle(std::span(text.labels));  // the experts still meet, but not over a kind
    EXPECT_TRUE(findGuilds(text.selections(), text.labels, kinds).empty());
}

/// Kinds and experts that each go on for a while, as in a text, and know nothing of each other.
Routed clusteredText(int tokens, std::uint64_t seed) {
    Shuffle random(seed);
    Routed text;
    std::int32_t kind = 0;
    std::vector<std::int32_t> own = {0, 1, 2, 3};
    for (int t = 0; t < tokens; ++t) {
        if (random.below(10) == 0) kind = static_cast<std::int32_t>(random.below(kinds));
        for (std::int32_t& expert : own) {
            if (random.below(10) > 0) continue;
            const auto drawn = static_cast<std::int32_t>(random.below(experts));
            if (std::ranges::find(own, drawn) == own.end()) expert = drawn;
        }
        text.labels.push_back(kind);
        text.chosen.insert(text.chosen.end(), own.begin(), own.end());
    }
    return text;
}

/// At a level of 5 % one list in twenty may hold a guild; of 100, more than 11 would be 1 in 250.
TEST(Guilds, ClusteredTextsWithoutAnyHaveOneListInTwentyAtMost) {
    GuildOptions options;
    options.permutations = 99;
    options.level = 0.05;
    int by_kind = 0, at_all = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const Routed text = clusteredText(1200, seed);
        options.seed = seed;
        options.any_kind = false;
        by_kind += !findGuilds(text.selections(), text.labels, kinds, options).empty();
        options.any_kind = true;
        at_all += !findGuilds(text.selections(), text.labels, kinds, options).empty();
    }
    EXPECT_LE(by_kind, 11);
    EXPECT_LE(at_all, 11);
}

/// Sets that recur whatever the kind are found by that alone.
TEST(Guilds, RecurringSetsAreFoundWhateverTheKinds) {
    Routed text = makeText(3000, {{{3, 9, 20}, 2}}, 0);
    for (std::size_t token = 0; token < 3000; token += 3)
        std::copy_n(std::vector<std::int32_t>{4, 11, 17, 23}.begin(), top_k,
                    text.chosen.begin() + static_cast<std::ptrdiff_t>(token) * top_k);
    GuildOptions options;
    options.any_kind = true;
    const auto found = findGuilds(text.selections(), text.labels, kinds, options);
    ASSERT_FALSE(found.empty());  // the rest of the text is another set, thin as it is
    EXPECT_EQ(found[0].experts, (std::vector<std::int32_t>{4, 11, 17, 23}));
    EXPECT_NEAR(static_cast<double>(found[0].tokens), 1000, 5);
    EXPECT_NEAR(found[0].share_of_kind, 1.0 / 3, 0.01) << "of the text";
    options.any_kind = false;
    EXPECT_TRUE(findGuilds(text.selections(), text.labels, kinds, options).empty())
        << "they serve no kind";
}

TEST(Guilds, TheSameSeedGivesTheSame) {
    const Routed text = makeText(2000, {{{3, 9, 20}, 2}}, 30);
    const auto one = findGuilds(text.selections(), text.labels, kinds);
    const auto two = findGuilds(text.selections(), text.labels, kinds);
    ASSERT_FALSE(one.empty());
    EXPECT_EQ(one[0].chance_tokens, two[0].chance_tokens);
    EXPECT_EQ(one[0].p_value, two[0].p_value);
}

TEST(Guilds, TokensWithoutAKindTakeNoPart) {
    Routed text = makeText(3000, {{{3, 9, 20}, 2}}, 50);
    const auto before = findGuilds(text.selections(), text.labels, kinds);
    for (std::int32_t& label : text.labels)
        if (label == 2) label = -1;
    EXPECT_FALSE(before.empty());
    EXPECT_TRUE(findGuilds(text.selections(), text.labels, kinds).empty());
}

TEST(Guilds, OneExpertATokenMakesNone) {
    const std::vector<std::int32_t> chosen(500, 1), labels(500, 0);
    EXPECT_TRUE(findGuilds({chosen, 1, 3}, labels, 1).empty());
    EXPECT_TRUE(findGuilds({{}, 2, 3}, {}, 1).empty());
}

TEST(Guilds, StopAndWrongInput) {
    const Routed text = makeText(200, {}, 0);
    GuildOptions options;
    options.keep_going = [] { return false; };
    EXPECT_THROW(findGuilds(text.selections(), text.labels, kinds, options), Cancelled);
    EXPECT_THROW(findGuilds(text.selections(), text.labels, kinds - 1), Error);
    EXPECT_THROW(findGuilds(text.selections(), {}, kinds), Error);
}

TEST(Guilds, OnlyTheMostUsedExpertsTakePart) {
    const Routed text = makeText(3000, {{{3, 9, 20}, 2}}, 50);
    GuildOptions options;
    options.most_experts = 18;  // expert 20 is rare but for its guild, which makes it frequent
    const auto found = findGuilds(text.selections(), text.labels, kinds, options);
    ASSERT_FALSE(found.empty());
    options.most_experts = 1;
    EXPECT_TRUE(findGuilds(text.selections(), text.labels, kinds, options).empty());
}

}  // namespace
}  // namespace orrery
