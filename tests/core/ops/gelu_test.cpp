// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/gelu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

double exactCdf(double x) {
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}
double exactSlope(double x) {
    return exactCdf(x) + x * std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
}

std::vector<float> ramp() {
    std::vector<float> values;
    for (int i = -2003; i <= 2003; ++i)
        values.push_back(static_cast<float>(i) * 0.005F);
    return values;  // an odd count, so that a tail shorter than a vector is left
}

TEST(Gelu, FloatIsCloseToTheErrorFunction) {
    const std::vector<float> x = ramp();
    std::vector<float> y(x.size());
    geluRow(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
    for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_NEAR(y[i], x[i] * exactCdf(x[i]), 6e-7 + 1e-7 * std::abs(x[i])) << x[i];
}

TEST(Gelu, FloatSlopeAndSum) {
    const std::vector<float> x = ramp();
    std::vector<float> gradient(x.size(), 0.5F);
    std::vector<float> active(x.size());
    std::vector<float> forward(x.size());
    const auto count = static_cast<std::int64_t>(x.size());
    const float sum = geluBackwardRow(x.data(), gradient.data(), 3.0F, count, active.data());
    geluRow(x.data(), forward.data(), count);
    EXPECT_EQ(active, forward);
    double exact = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        EXPECT_NEAR(gradient[i], 1.5 * exactSlope(x[i]), 2e-6) << x[i];
        exact += 0.5 * x[i] * exactCdf(x[i]);
    }
    EXPECT_NEAR(sum, exact, 1e-6 * exact);
}

TEST(Gelu, ExtremesAreExact) {
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> x{-1e30F, -100, -0.0F, 0, 100, 1e30F, inf, std::nanf("")};
    std::vector<float> y(x.size());
    geluRow(x.data(), y.data(), 8);
    EXPECT_NEAR(y[1], 0, 1e-30);
    EXPECT_EQ(y[3], 0);
    EXPECT_EQ(y[4], 100);
    EXPECT_EQ(y[6], inf);
    EXPECT_TRUE(std::isnan(y[7]));
}

TEST(Gelu, DoubleIsExact) {
    const std::vector<double> x{-3, -0.5, 0, 0.25, 2};
    std::vector<double> y(5);
    geluRow(x.data(), y.data(), 5);
    for (int i = 0; i < 5; ++i)
        EXPECT_NEAR(y[i], x[i] * exactCdf(x[i]), 1e-15);
}

}  // namespace
}  // namespace orrery
