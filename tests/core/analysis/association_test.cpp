// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/association.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"

namespace orrery {
namespace {

TEST(Association, CountsSelectionsOfLabelledTokens) {
    // Token 2 has no label.
    const std::vector<std::int32_t> chosen{0, 1, 1, 0, 2, 0, 2, 1};
    const std::vector<std::int32_t> labels{1, 1, -1, 0};
    const Association found = associate({chosen, 2, 3}, labels, 2);
    EXPECT_EQ(found.total, 6);
    EXPECT_EQ(found.of_expert, (std::vector<std::int64_t>{2, 3, 1}));
    EXPECT_EQ(found.of_label, (std::vector<std::int64_t>{2, 4}));
    EXPECT_EQ(found.occurrence, (std::vector<std::int64_t>{1, 2}));
    ASSERT_EQ(found.cells.size(), 4U);
    EXPECT_EQ(found.cells[0].count, 2);  // expert 0, label 1
    EXPECT_EQ(found.cells[1].label, 0);  // expert 1, label 0
    EXPECT_EQ(found.cells[2].count, 2);
    EXPECT_EQ(found.cells[3].expert, 2);
}

TEST(Association, WhatDoesNotFitIsAnError) {
    const std::vector<std::int32_t> chosen{0, 1};
    const std::vector<std::int32_t> two{0, 0}, large{5, 0};
    EXPECT_THROW(associate({chosen, 2, 3}, two, 2), Error);
    EXPECT_THROW(associate({chosen, 1, 3}, large, 2), Error);
    EXPECT_THROW(associate({chosen, 1, 1}, two, 2), Error);
}

TEST(MutualInformation, OfLabelsThatTheExpertTellsIsTheirEntropy) {
    const std::vector<std::int32_t> chosen{0, 0, 1, 1};
    const std::vector<std::int32_t> labels{0, 0, 1, 1};
    const Association told = associate({chosen, 1, 2}, labels, 2);
    EXPECT_NEAR(mutualInformationBits(told), 1, 1e-12);
    EXPECT_NEAR(specializationBits(told)[0], 1, 1e-12);
    EXPECT_DOUBLE_EQ(largestExpertShare(told), 1);
    const std::vector<std::int32_t> mixed{0, 1, 0, 1};
    const Association untold = associate({chosen, 1, 2}, mixed, 2);
    EXPECT_NEAR(mutualInformationBits(untold), 0, 1e-12);
    EXPECT_DOUBLE_EQ(largestExpertShare(untold), 0.5);
}

TEST(MutualInformation, OfAMixtureByHand) {
    // Expert 0: labels 0 0 1; expert 1: label 1. p(0,0)=1/2 p(0,1)=1/4 p(1,1)=1/4
    const std::vector<std::int32_t> chosen{0, 0, 0, 1};
    const std::vector<std::int32_t> labels{0, 0, 1, 1};
    const Association found = associate({chosen, 1, 3}, labels, 2);
    const double of_0 = 2.0 / 3 * std::log2(4.0 / 3) + 1.0 / 3 * std::log2(2.0 / 3);
    const auto bits = specializationBits(found);
    EXPECT_NEAR(bits[0], of_0, 1e-12);
    EXPECT_NEAR(bits[1], 1, 1e-12);
    EXPECT_EQ(bits[2], 0);
    EXPECT_NEAR(mutualInformationBits(found), 0.75 * of_0 + 0.25, 1e-12);
    EXPECT_DOUBLE_EQ(largestExpertShare(found), 3.0 / 4);  // label 0: 2 of 2, label 1: 1 of 2
}

TEST(MutualInformation, NothingIsZero) {
    const Association none = associate({{}, 2, 3}, {}, 4);
    EXPECT_EQ(mutualInformationBits(none), 0);
    EXPECT_EQ(largestExpertShare(none), 0);
}

TEST(ChanceInformation, IsWhatRandomLabelsGive) {
    // 300 tokens; the expert is the label's parity in `told`, and has nothing to do with it in
    // `free`. Chance: about (2-1)(10-1) / (2 * 300 * ln 2) bits.
    std::vector<std::int32_t> labels, told;
    for (int i = 0; i < 300; ++i) {
        labels.push_back(i % 10);
        told.push_back(i % 2);
    }
    const Selections selections{told, 1, 2};
    const double expected = 9 / (600 * std::log(2.0));
    const double chance = chanceInformationBits(selections, labels, 10, 50, 3);
    EXPECT_NEAR(chance, expected, expected / 4);
    EXPECT_EQ(chance, chanceInformationBits(selections, labels, 10, 50, 3));
    EXPECT_NEAR(mutualInformationBits(associate(selections, labels, 10)), 1, 1e-12);
    EXPECT_EQ(chanceInformationBits(selections, labels, 10, 0, 3), 0);
}

TEST(ChanceInformation, LeavesTokensWithoutALabelOut) {
    // The unlabelled half must not blur the labelled one.
    const std::vector<std::int32_t> chosen{0, 0, 0, 0, 1, 1, 1, 1};
    const std::vector<std::int32_t> labels{0, 0, 0, 0, -1, -1, -1, -1};
    EXPECT_NEAR(chanceInformationBits({chosen, 1, 2}, labels, 1, 5, 1), 0, 1e-12);
}

}  // namespace
}  // namespace orrery
