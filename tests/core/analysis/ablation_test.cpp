// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ablation/ablation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "core/analysis/ablation/ablation_tables.h"
#include "core/error.h"

namespace orrery {
namespace {

const std::vector<std::vector<double>> kUsage = {{10, 11, 9, 10, 12, 10, 8, 30},
                                                 {5, 5, 5, 5, 5, 5, 5, 5}};

TEST(Ablation, RandomSetsHaveTheSizeAndUsageOfTheSet) {
    const ExpertSet set = {{0, 0}, {0, 1}, {1, 4}};
    const RandomSets drawn = drawRandomSets(set, kUsage, 150, 3);
    ASSERT_EQ(drawn.sets.size(), 150U);
    EXPECT_NEAR(drawn.usage, 21.0 / 100 + 1.0 / 8, 1e-12);
    EXPECT_EQ(drawn.tolerance, 0.05);
    double mean = 0;
    for (const ExpertSet& one : drawn.sets) {
        ASSERT_EQ(one.size(), 3U);
        EXPECT_EQ(std::ranges::count(one, 0, &ExpertPlace::layer), 2);
        EXPECT_EQ(std::ranges::adjacent_find(one), one.end()) << "all different";
        double usage = 0;
        for (const ExpertPlace& place : one)
            usage += kUsage[static_cast<std::size_t>(place.layer)]
                           [static_cast<std::size_t>(place.expert)] /
                     (place.layer == 0 ? 100 : 40);
        EXPECT_LE(std::abs(usage - drawn.usage), 0.05 * drawn.usage + 1e-12);
        mean += usage / 150;
    }
    EXPECT_NEAR(drawn.mean_usage, mean, 1e-12);
    EXPECT_EQ(drawRandomSets(set, kUsage, 150, 3).sets, drawn.sets);
    EXPECT_NE(drawRandomSets(set, kUsage, 150, 4).sets, drawn.sets);
}

TEST(Ablation, WhereFewSetsAreUsedAsMuchTheToleranceGrows) {
    const RandomSets drawn = drawRandomSets({{0, 7}}, kUsage, 100, 1);  // 30 %, no other above 12
    EXPECT_EQ(drawn.sets.size(), 100U);
    EXPECT_GT(drawn.tolerance, 0.05);
    EXPECT_LT(drawn.mean_usage, drawn.usage);
    EXPECT_EQ(std::ranges::count(drawn.sets, ExpertSet{{0, 7}}), 0) << "itself";
    EXPECT_GE((std::set<ExpertSet>(drawn.sets.begin(), drawn.sets.end()).size()), 3U);
    const RandomSets unused = drawRandomSets({{0, 1}}, {{5, 0, 5, 5}}, 100, 1);
    EXPECT_EQ(unused.sets.size(), 100U);
}

TEST(Ablation, RefusesSetsThatCantBe) {
    EXPECT_THROW(drawRandomSets({}, kUsage, 100, 1), Error);
    EXPECT_THROW(drawRandomSets({{2, 0}}, kUsage, 100, 1), Error);
    EXPECT_THROW(drawRandomSets({{0, 8}}, kUsage, 100, 1), Error);
    EXPECT_THROW(drawRandomSets({{0, 1}, {0, 1}}, kUsage, 100, 1), Error);
}

/// Experts whose effects are alike: of chance alone, with no tie to how they are used.
TEST(Ablation, PValuesAreUniformWhenExpertsAreEqual) {
    std::mt19937_64 random(11);
    std::normal_distribution<double> normal;
    std::vector<double> p_values;
    constexpr int kTrials = 400;
    for (int trial = 0; trial < kTrials; ++trial) {
        std::vector<std::vector<double>> usage(1);
        std::vector<double> effects;
        for (int expert = 0; expert < 24; ++expert) {
            usage[0].push_back(100 + 10 * normal(random));
            effects.push_back(normal(random));
        }
        ExpertSet set;
        while (set.size() < 3) {
            const ExpertPlace place{0, static_cast<int>(random() % 24)};
            if (std::ranges::find(set, place) == set.end()) set.push_back(place);
        }
        const auto effect = [&](const ExpertSet& of) {
            double sum = 0;
            for (const ExpertPlace& place : of)
                sum += effects[static_cast<std::size_t>(place.expert)];
            return sum;
        };
        const RandomSets drawn = drawRandomSets(set, usage, 199, static_cast<std::uint64_t>(trial));
        std::vector<double> others;
        for (const ExpertSet& one : drawn.sets)
            others.push_back(effect(one));
        p_values.push_back(besideRandom(effect(set), others).p_value);
    }
    std::ranges::sort(p_values);
    double distance = 0;  // of Kolmogorov and Smirnov
    for (int i = 0; i < kTrials; ++i)
        distance = std::max(
            {distance,
             std::abs(p_values[static_cast<std::size_t>(i)] - static_cast<double>(i) / kTrials),
             std::abs(p_values[static_cast<std::size_t>(i)] -
                      static_cast<double>(i + 1) / kTrials)});
    EXPECT_LT(distance, 1.63 / std::sqrt(kTrials)) << "1 %";
}

TEST(Ablation, AValueIsHeldAgainstRandomOnes) {
    std::vector<double> random;
    for (int i = 0; i < 99; ++i)
        random.push_back(i);
    const BesideRandom high = besideRandom(98.5, random);
    EXPECT_DOUBLE_EQ(high.p_value, 0.01);
    EXPECT_DOUBLE_EQ(high.mean, 49);
    EXPECT_NEAR(high.low, 2.45, 1e-9);
    EXPECT_NEAR(high.high, 95.55, 1e-9);
    EXPECT_DOUBLE_EQ(besideRandom(50, random).p_value, 0.5) << "50 .. 98, and itself";
    EXPECT_DOUBLE_EQ(besideRandom(0, std::vector<double>(99)).p_value, 1.0) << "no change at all";
    EXPECT_TRUE(std::isnan(besideRandom(1, {}).p_value));
}

TEST(Ablation, TheDifferenceOfMeansHasAnIntervalOverBlocks) {
    std::mt19937_64 random(5);
    std::normal_distribution<float> normal;
    int covered = 0;
    constexpr int kTrials = 200;
    for (int trial = 0; trial < kTrials; ++trial) {
        std::vector<float> values;
        std::vector<bool> own;
        std::vector<std::int64_t> begins;
        for (int block = 0; block < 40; ++block) {
            begins.push_back(std::ssize(values));
            for (int i = 0; i < 10; ++i) {
                own.push_back(i % 3 == 0);
                values.push_back(normal(random) + (own.back() ? 0.5F : 0.0F));
            }
        }
        values[3] = NAN;
        const Interval found = differenceOfMeans(values, own, begins, 1);
        EXPECT_GT(found.value, found.low);
        EXPECT_LT(found.value, found.high);
        covered += found.low < 0.5 && found.high > 0.5 ? 1 : 0;
    }
    EXPECT_GT(covered, 0.88 * kTrials);
    EXPECT_LT(covered, 0.995 * kTrials);
    EXPECT_TRUE(std::isnan(
        differenceOfMeans(std::vector<float>{1, 2}, {true, true}, std::vector<std::int64_t>{0}, 1)
            .value));
}

TEST(Ablation, NamesTheKindOfATokenByItsPiece) {
    const std::map<std::string, std::string> kinds = {
        {" the", "word"},  {"ing", "part of a word"}, {" Ä", "word"},         {"12", "number"},
        {" 7", "number"},  {",", "punctuation"},      {" \"", "punctuation"}, {" ", "space"},
        {"\n\n", "space"}, {"<0xE2>", "other"}};
    for (const auto& [piece, kind] : kinds)
        EXPECT_EQ(tokenKind(piece), kind) << piece;
}

TEST(Ablation, IsToldInWordsAndTables) {
    AblationResult result;
    result.what = "experts 1:3,1:7";
    result.experts = {{1, 3}, {1, 7}};
    result.tokens = 1000;
    result.random.sets.resize(100);
    result.random.usage = 0.1;
    result.random.mean_usage = 0.101;
    result.random.tolerance = 0.05;
    result.groups = {{"all", "all tokens", 990, 2.5, {0.02, 0.01, -0.001, 0.015, 0.0099}},
                     {"own", "tokens it serves", 40, 2.0, {0.3, 0.01, 0, 0.1, 0.0099}}};
    result.own_tokens = 40;
    result.own_minus_others = {0.29, 0.2, 0.4};
    result.own_minus_others_random.p_value = 0.0099;
    result.members = {{{1, 3}, 0.05, 0.01}, {{1, 7}, 0.05, 0.005}};
    const std::string text = ablationText(result);
    for (const char* part : {"experts 1:3,1:7, 10.00 %", "100 random sets", "+0.0200",
                             "-0.0010 to +0.0150", "p = 0.010", "hurts its own tokens more"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    const auto tables = ablationTables(result);
    EXPECT_EQ(tables[0].rows.size(), 2U);
    EXPECT_EQ(numberAt(tables[0], 0, "loss_change"), 0.02);
    EXPECT_EQ(numberAt(tables[1], 1, "loss_change"), 0.005);
    result.own_minus_others.low = -0.1;
    EXPECT_NE(ablationText(result).find("no sign"), std::string::npos);
}

}  // namespace
}  // namespace orrery
