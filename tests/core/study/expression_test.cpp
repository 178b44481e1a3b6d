// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/expression.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"

namespace orrery {
namespace {

const Metrics metrics = {{"val/loss", 2},        {"layer0/gini", 0.5}, {"layer2/gini", 0.25},
                         {"layer10/gini", 0.75}, {"some.top_k", 4},    {"lost", std::nan("")}};

double value(const std::string& text) {
    return Expression(text).of(metrics);
}

TEST(Expression, ComputesAsWritten) {
    EXPECT_EQ(value("val/loss"), 2);
    EXPECT_EQ(value("1 + 2 * 3 - 4 / 2"), 5);
    EXPECT_EQ(value("2 ^ 3 ^ 2"), 512);
    EXPECT_EQ(value("-val/loss + (1 - 2)"), -3);
    EXPECT_DOUBLE_EQ(value("exp(val/loss * 2)"), std::exp(4.0));
    EXPECT_DOUBLE_EQ(value("log2(8) + abs(-1e0) + sqrt(4)"), 6);
    EXPECT_EQ(value("val/loss < 3"), 1);
    EXPECT_EQ(value("val/loss > 2 * some.top_k"), 0);
}

TEST(Expression, AStarTakesAllMetricsInTheirNaturalOrder) {
    EXPECT_EQ(value("max(layer*/gini)"), 0.75);
    EXPECT_EQ(value("min(layer*/gini, 0.1)"), 0.1);
    EXPECT_EQ(value("mean(layer*/gini)"), 0.5);
    EXPECT_EQ(value("sum(layer*/gini)"), 1.5);
    EXPECT_EQ(value("middle(layer*/gini)"), 0.25) << "layer2, not layer10";
    EXPECT_TRUE(std::isnan(value("max(layer*/entropy)"))) << "no such layer";
}

TEST(Expression, WhatIsNotKnownIsNotANumberOrAnError) {
    EXPECT_TRUE(std::isnan(value("lost + 1")));
    EXPECT_TRUE(std::isnan(value("lost < 1")));
    EXPECT_TRUE(std::isnan(value("max(lost, 1)")));
    try {
        value("val/los");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean val/loss?"), std::string::npos);
    }
}

TEST(Expression, RefusesWhatIsNone) {
    for (const char* text : {"", "1 +", "(1", "max(", "mix(1)", "exp(1, 2)", "1 2", "layer*/gini",
                             "exp(layer*/gini)", "a & b"})
        EXPECT_THROW(Expression{text}, Error) << text;
}

}  // namespace
}  // namespace orrery
