// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/token_readings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/train/text/text_support.h"

namespace orrery {
namespace {

TEST(TokenReadings, AreSurpriseRankAndAlternatives) {
    std::vector<float> logits(400, -100.0F);
    logits[10] = 1;
    logits[11] = 2;
    logits[12] = 2;
    logits[13] = 0;
    const double sum = std::exp(1.0) + 2 * std::exp(2.0) + 1;
    const TokenReading reading = readToken(logits, 10, test::smallTokenizer(), 3);
    EXPECT_EQ(reading.token, 10);
    EXPECT_EQ(reading.piece, test::smallTokenizer().piece(10));
    EXPECT_NEAR(reading.surprise, -std::log(std::exp(1.0) / sum), 1e-9);
    EXPECT_EQ(reading.rank, 2);
    ASSERT_EQ(reading.alternatives.size(), 3U);
    EXPECT_EQ(reading.alternatives[0].token, 11) << "of equal ones the lower";
    EXPECT_EQ(reading.alternatives[1].token, 12);
    EXPECT_NEAR(reading.alternatives[0].probability, std::exp(2.0) / sum, 1e-9);
    EXPECT_EQ(reading.alternatives[2].token, 10);
    EXPECT_EQ(readToken(logits, 12, test::smallTokenizer(), 0).rank, 1);
    EXPECT_TRUE(readToken(logits, 12, test::smallTokenizer(), 0).alternatives.empty());
}

}  // namespace
}  // namespace orrery
