// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pictures/svg.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::cli {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

TEST(Svg, ALongCurveIsThinnedAndKeepsItsSpike) {
    Curve curve{"x", "#123456", 1, {}};
    for (int i = 0; i < 100'000; ++i)
        curve.points.push_back({static_cast<double>(i), 1});
    curve.points[43'210].y = 9;
    const std::string picture = curvesSvg("title", "step", {curve});
    EXPECT_LT(picture.size(), 60'000u);
    EXPECT_NE(picture.find(" 40.00L"), std::string::npos) << "the spike touches the top";
    EXPECT_EQ(picture.find("nan"), std::string::npos);
}

TEST(Svg, EmptyAndConstantCurvesAreDrawn) {
    EXPECT_EQ(count(curvesSvg("t", "step", {}), "</svg>"), 1u);
    EXPECT_EQ(count(curvesSvg("t", "step", {{"x", "#000000", 1, {}}}), "nan"), 0u);
    EXPECT_EQ(count(curvesSvg("t", "step", {{"x", "#000000", 1, {{1, 2}}}}), "nan"), 0u);
}

TEST(Svg, UnusedExpertsHaveTheirMark) {
    const std::string picture = barsSvg("t", {{"layer 0", {5, 0, 1000}}, {"layer 1", {0, 0, 0}}});
    EXPECT_EQ(count(picture, "#c62828"), 4u);
    EXPECT_EQ(count(picture, "#0b6e99"), 2u);
    EXPECT_EQ(count(picture, "nan"), 0u);
    EXPECT_EQ(count(barsSvg("t", {}), "</svg>"), 1u);
}

}  // namespace
}  // namespace orrery::cli
