// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/measured_routing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using Points = std::vector<std::pair<std::int64_t, double>>;

MeasuredRouting example() {
    MeasuredRouting measured{"sea.txt", "abc", 100, 30, true, 8, 2, {}};
    measured.steps = {{5, .25, {{{"saturation", .4}}, {}}},
                      {20, 1, {{{"gini", .2}, {"saturation", 1}}, {{"gini", .4}}}}};
    return measured;
}

TEST(MeasuredRouting, ComesBackAsItWasStored) {
    const test::TemporaryFolder folder;
    EXPECT_FALSE(storedMeasuredRouting(folder.path()));
    storeMeasuredRouting(folder.path(), example());
    const auto read = storedMeasuredRouting(folder.path());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->text, "sea.txt");
    EXPECT_EQ(read->text_hash, "abc");
    EXPECT_EQ(read->bytes, 100);
    EXPECT_EQ(read->tokens, 30);
    EXPECT_TRUE(read->parts_guessed);
    EXPECT_EQ(read->top_k, 2);
    ASSERT_EQ(read->steps.size(), 2U);
    EXPECT_EQ(read->steps[0].share, .25);
    EXPECT_EQ(read->steps[1].layers, example().steps[1].layers);
}

TEST(MeasuredRouting, HasScalarsOfLayersAndTheirMean) {
    const MeasuredRouting measured = example();
    EXPECT_EQ(measuredScalars(measured),
              (std::vector<std::string>{"by_layer/gini", "by_layer/saturation", "text/gini",
                                        "text/saturation", "layer0/text_gini",
                                        "layer0/text_saturation", "layer1/text_gini"}));
    const Points mean = measuredPoints(measured, "text/gini");
    ASSERT_EQ(mean.size(), 1U);
    EXPECT_EQ(mean[0].first, 20);
    EXPECT_NEAR(mean[0].second, .3, 1e-12);
    EXPECT_EQ(measuredPoints(measured, "text/saturation"), (Points{{5, .4}, {20, 1}}));
    EXPECT_EQ(measuredPoints(measured, "layer1/text_gini"), (Points{{20, .4}}));
    EXPECT_EQ(pointsByLayer(measured, "by_layer/gini"), (Points{{0, .2}, {1, .4}}));
    for (const char* other : {"layer9/text_gini", "layerx/text_gini", "text/none"})
        EXPECT_TRUE(measuredPoints(measured, other).empty()) << other;
    for (const char* other : {"layer0/gini", "train/loss", "layer/text_gini"})
        EXPECT_FALSE(isMeasuredScalar(other)) << other;
}

TEST(MeasuredRouting, WhatIsDamagedCountsAsNone) {
    const test::TemporaryFolder folder;
    storeMeasuredRouting(folder.path(), example());
    for (const char* text : {"", "{", "[]", R"({"format": 9})", R"({"format": 1, "text": 5})"}) {
        test::writeFile(measuredRoutingFile(folder.path()), text);
        EXPECT_FALSE(storedMeasuredRouting(folder.path())) << text;
    }
    fs::remove(measuredRoutingFile(folder.path()));
    test::writeFile(folder / "elsewhere", "kept");
    fs::create_symlink(folder / "elsewhere", measuredRoutingFile(folder.path()));
    EXPECT_FALSE(storedMeasuredRouting(folder.path()));
    EXPECT_EQ(test::readFile(folder / "elsewhere"), "kept");
}

}  // namespace
}  // namespace orrery
