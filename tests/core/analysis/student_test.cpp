// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/student.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

/// The tail by Simpson's rule over the density, the slow way.
double integratedTail(double t, int freedom) {
    const double n = freedom;
    const double scale =
        std::exp(std::lgamma((n + 1) / 2) - std::lgamma(n / 2)) / std::sqrt(n * std::numbers::pi);
    const auto density = [&](double x) { return scale * std::pow(1 + x * x / n, -(n + 1) / 2); };
    constexpr int kParts = 20000;
    double inside = density(0) + density(t);
    for (int i = 1; i < kParts; ++i)
        inside += (i % 2 ? 4 : 2) * density(t * i / kParts);
    return 1 - 2 * inside * t / kParts / 3;
}

TEST(Student, TailIsTheIntegralOfTheDensity) {
    for (const int freedom : {1, 2, 3, 4, 5, 8, 11, 30, 99})
        for (const double t : {0.1, 0.7, 1.96, 4.3})
            EXPECT_NEAR(studentTail(t, freedom), integratedTail(t, freedom), 1e-9)
                << t << " of " << freedom;
    EXPECT_DOUBLE_EQ(studentTail(0, 3), 1);
    EXPECT_DOUBLE_EQ(studentTail(-2, 4), studentTail(2, 4));
}

TEST(Student, QuantilesAreThoseOfTheTables) {
    EXPECT_NEAR(studentQuantile(0.05, 1), 12.706205, 1e-5);
    EXPECT_NEAR(studentQuantile(0.05, 2), 4.302653, 1e-5);
    EXPECT_NEAR(studentQuantile(0.05, 10), 2.228139, 1e-5);
    EXPECT_NEAR(studentQuantile(0.10, 2), 2.919986, 1e-5);
    EXPECT_NEAR(studentQuantile(0.01, 30), 2.749996, 1e-5);
}

TEST(Student, HolmGoesDownStepByStep) {
    // 4 * .01, 3 * .013, 2 * .04, never falling.
    const std::vector<double> corrected = holm(std::vector<double>{0.04, 0.01, 0.013, 0.9});
    EXPECT_NEAR(corrected[1], 0.04, 1e-12);
    EXPECT_NEAR(corrected[2], 0.04, 1e-12);
    EXPECT_NEAR(corrected[0], 0.08, 1e-12);
    EXPECT_NEAR(corrected[3], 0.9, 1e-12);
}

TEST(Student, QValuesAreSharesOfFalseOnes) {
    // n p / rank from the largest down: .9; .06 * 4 / 3; .02 * 4 / 2; .001 * 4.
    const std::vector<double> p = {0.02, 0.9, 0.001, 0.06};
    const std::vector<double> q = benjaminiHochberg(p, 4);
    EXPECT_NEAR(q[2], 0.004, 1e-12);
    EXPECT_NEAR(q[0], 0.04, 1e-12);
    EXPECT_NEAR(q[3], 0.08, 1e-12);
    EXPECT_NEAR(q[1], 0.9, 1e-12);
    EXPECT_NEAR(benjaminiHochberg(std::vector<double>{0.001}, 30)[0], 0.03, 1e-12)
        << "those that are not listed were tested, too";
}

TEST(Student, SignTestIsBinomial) {
    EXPECT_DOUBLE_EQ(signTest(0, 0), 1);
    EXPECT_NEAR(signTest(6, 0), 2.0 / 64, 1e-12);
    EXPECT_NEAR(signTest(1, 7), 2.0 * (1 + 8) / 256, 1e-12);
    EXPECT_DOUBLE_EQ(signTest(3, 3), 1);
}

}  // namespace
}  // namespace orrery
