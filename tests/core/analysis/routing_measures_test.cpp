// SPDX-License-Identifier: GPL-3.0-or-later
// Beside small statements of what the paper of OLMoE (Muennighoff et al. 2024, section 5) defines.
#include "core/analysis/routing_measures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "core/error.h"

namespace orrery {
namespace {

constexpr int kExperts = 7, kTop = 3;

struct Choices {
    std::vector<std::int32_t> chosen;
    Selections view() const { return {chosen, kTop, kExperts}; }
};

Choices drawn(std::size_t tokens, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Choices choices;
    for (std::size_t token = 0; token < tokens; ++token) {
        std::vector<std::int32_t> experts;
        while (experts.size() < kTop) {
            const auto expert =
                static_cast<std::int32_t>(std::min(random() % kExperts, random() % kExperts));
            if (std::ranges::find(experts, expert) == experts.end()) experts.push_back(expert);
        }
        choices.chosen.insert(choices.chosen.end(), experts.begin(), experts.end());
    }
    return choices;
}

std::vector<std::int32_t> drawnIds(std::size_t tokens) {
    std::mt19937_64 random(5);
    std::vector<std::int32_t> ids(tokens);
    for (auto& id : ids)
        id = static_cast<std::int32_t>(random() % 11);
    return ids;
}

/// (1/N) sum over tokens of |E_t and E_T| / k, with sets.
double statedSaturation(const Selections& earlier, const Selections& last) {
    double sum = 0;
    for (std::size_t token = 0; token < last.tokens(); ++token) {
        const auto a = earlier.of(token), b = last.of(token);
        const std::set<int> one(a.begin(), a.end()), other(b.begin(), b.end());
        int both = 0;
        for (const int expert : one)
            both += static_cast<int>(other.count(expert));
        sum += static_cast<double>(both) / kTop;
    }
    return sum / static_cast<double>(last.tokens());
}

/// N_ij / N_i.
double statedCoactivation(const Selections& selections, int i, int j) {
    double together = 0, own = 0;
    for (std::size_t token = 0; token < selections.tokens(); ++token) {
        const auto chosen = selections.of(token);
        const std::set<int> set(chosen.begin(), chosen.end());
        own += set.count(i) ? 1 : 0;
        together += set.count(i) && set.count(j) ? 1 : 0;
    }
    return own > 0 ? together / own : 0;
}

/// Mean over ids of max over experts of N_x,E / N_x, with k = 1.
double statedVocabulary(const Selections& selections, const std::vector<std::int32_t>& ids) {
    const std::set<std::int32_t> different(ids.begin(), ids.end());
    double sum = 0;
    for (const std::int32_t id : different) {
        double all = 0, most = 0;
        for (int expert = 0; expert < kExperts; ++expert) {
            double served = 0;
            for (std::size_t token = 0; token < ids.size(); ++token)
                served += ids[token] == id && selections.of(token)[0] == expert ? 1 : 0;
            most = std::max(most, served);
        }
        for (const std::int32_t other : ids)
            all += other == id ? 1 : 0;
        sum += most / all;
    }
    return sum / static_cast<double>(different.size());
}

TEST(RoutingMeasures, SaturationIsTheShareOfExpertsInCommon) {
    const Choices earlier = drawn(400, 1), last = drawn(400, 2);
    EXPECT_NEAR(saturationOf(earlier.view(), last.view()).all,
                statedSaturation(earlier.view(), last.view()), 1e-12);
    EXPECT_EQ(saturationOf(last.view(), last.view()).all, 1);
    EXPECT_EQ(saturationOf(last.view(), last.view()).first, 1);
    const Choices turned{{1, 0, 2, 3, 4, 5}}, as_it_is{{0, 1, 2, 3, 4, 5}};
    EXPECT_EQ(saturationOf(turned.view(), as_it_is.view()).all, 1);
    EXPECT_EQ(saturationOf(turned.view(), as_it_is.view()).first, .5);
    EXPECT_THROW(saturationOf(turned.view(), last.view()), Error);
}

TEST(RoutingMeasures, PartnersAreThoseMetMost) {
    const Choices choices = drawn(300, 3);
    double sum = 0;
    for (int i = 0; i < kExperts; ++i) {
        double most = 0;
        for (int j = 0; j < kExperts; ++j)
            if (i != j) most = std::max(most, statedCoactivation(choices.view(), i, j));
        sum += most;
    }
    EXPECT_NEAR(strongestPartners(choices.view()), sum / kExperts, 1e-12);
    const std::vector<std::int32_t> alone = {0, 1, 0};
    EXPECT_TRUE(std::isnan(strongestPartners({alone, 1, 2})));
}

TEST(RoutingMeasures, VocabularySpecializationIsByTheBestExpert) {
    const Choices choices = drawn(500, 4);
    const auto ids = drawnIds(500);
    EXPECT_NEAR(vocabularySpecialization(choices.view(), ids),
                statedVocabulary(choices.view(), ids), 1e-12);
    // Two ids, of which one has an expert of its own, and the other one for two of three.
    const Choices few{{0, 1, 2, 0, 2, 3, 4, 1, 2, 5, 6, 0, 5, 1, 2}};
    EXPECT_NEAR(vocabularySpecialization(few.view(), std::vector<std::int32_t>{8, 8, 3, 3, 3}),
                (1 + 2.0 / 3) / 2, 1e-12);
}

TEST(RoutingMeasures, OfATextHaveEveryFigureOfItsLayers) {
    RoutedText text;
    text.experts = kExperts;
    text.top_k = kTop;
    text.token_ids = drawnIds(600);
    for (int piece = 0; piece < 11; ++piece)
        text.pieces.push_back("p" + std::to_string(piece));
    text.part_names = {"NOUN", "VERB"};
    for (const std::int32_t id : text.token_ids)
        text.parts.push_back(id % 2);
    text.layers.resize(2);
    text.layers[0].selected = drawn(600, 6).chosen;
    for (const std::int32_t id : text.token_ids)  // experts by the token: all is known of it
        for (int rank = 0; rank < kTop; ++rank)
            text.layers[1].selected.push_back((id % 2 == 0 ? 0 : 3) + rank);
    const auto layers = measureRouting(text, {.permutations = 99});
    ASSERT_EQ(layers.size(), 2U);
    for (const auto& layer : layers)
        for (const char* name : {"gini", "entropy_bits", "entropy_share", "token_information",
                                 "token_information_chance", "part_information", "coactivation",
                                 "vocabulary_specialization", "guilds", "guild_strength"})
            EXPECT_TRUE(layer.contains(name)) << name;
    double odd = 0;
    for (const std::int32_t part : text.parts)
        odd += part / 600.0;
    const double bits = -odd * std::log2(odd) - (1 - odd) * std::log2(1 - odd);
    EXPECT_NEAR(layers[1].at("part_information"), bits, 1e-9);
    EXPECT_NEAR(layers[1].at("entropy_share"), (bits + std::log2(3)) / std::log2(7), 1e-9);
    EXPECT_EQ(layers[1].at("vocabulary_specialization"), 1);
    EXPECT_EQ(layers[1].at("coactivation"), 1);
    EXPECT_LT(layers[0].at("token_information"), layers[1].at("token_information"));
    EXPECT_THROW(measureRouting(text, {.permutations = 99, .keep_going = [] { return false; }}),
                 Cancelled);
}

}  // namespace
}  // namespace orrery
