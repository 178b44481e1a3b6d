// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/placement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "core/error.h"

namespace orrery {
namespace {

constexpr int kCount = 40, kWidth = 8;

std::vector<float> randomRows(int count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> rows;
    for (int i = 0; i < count * kWidth; ++i)
        rows.push_back(normal(random));
    return rows;
}

double distance(std::span<const float> a, std::span<const float> b) {
    double squared = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        squared += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
    return std::sqrt(squared);
}

ProjectionOptions with(ProjectionMethod method) {
    ProjectionOptions options;
    options.method = method;
    return options;
}

TEST(Placement, PcaPutsEveryKeyWhereItIs) {
    const std::vector<float> keys = randomRows(kCount, 1), earlier = randomRows(kCount, 2);
    ProjectionOptions options;
    const auto plain = project(keys, kCount, kWidth, options);
    // A picture of a film may be mirrored: its map is another one.
    options.before = std::make_shared<Projection>(project(earlier, kCount, kWidth, {}));
    for (const Projection& projection : {plain, project(keys, kCount, kWidth, options)}) {
        ASSERT_TRUE(isLinear(projection));
        const auto places = placeInProjection(projection, keys, keys, kWidth);
        ASSERT_EQ(places.size(), projection.points.size());
        for (std::size_t i = 0; i < places.size(); ++i)
            EXPECT_NEAR(places[i], projection.points[i], 1e-5) << i;
    }
}

TEST(Placement, PcaIsLinearBetweenKeysAndBeyond) {
    const std::vector<float> keys = randomRows(kCount, 3);
    const Projection projection = project(keys, kCount, kWidth, {});
    std::vector<float> vector(kWidth);
    for (std::size_t d = 0; d < kWidth; ++d)
        vector[d] = 3 * keys[d] - 2 * keys[kWidth + d];
    const auto place = placeInProjection(projection, keys, vector, kWidth);
    for (std::size_t d = 0; d < 3; ++d)
        EXPECT_NEAR(place[d], 3 * projection.points[d] - 2 * projection.points[3 + d], 1e-5);
}

TEST(Placement, OtherMethodsPutAVectorAmongItsNearestKeys) {
    const std::vector<float> keys = randomRows(kCount, 4);
    const Projection projection = project(keys, kCount, kWidth, with(ProjectionMethod::umap));
    ASSERT_FALSE(isLinear(projection));
    const auto on_keys = placeInProjection(projection, keys, keys, kWidth);
    EXPECT_EQ(on_keys, projection.points);
    std::vector<float> near(keys.begin() + 5 * kWidth, keys.begin() + 6 * kWidth);
    near[0] += 1e-3F;
    const auto place = placeInProjection(projection, keys, near, kWidth);
    EXPECT_LT(distance(place, std::span(projection.points).subspan(15, 3)), 1e-4);
}

TEST(Placement, TwoKeysWeighByTheirDistance) {
    Projection projection;
    projection.dimensions = 2;
    projection.points = {0, 0, 1, 0};
    const std::vector<float> keys = {0, 3}, vector = {1};
    // Distances 1 and 2: weights 1 and 1/4.
    const auto place = placeInProjection(projection, keys, vector, 1);
    EXPECT_NEAR(place[0], 0.2, 1e-6);
    EXPECT_EQ(place[1], 0);
}

TEST(Placement, ByCosineTheLengthOfAVectorDoesNotMatter) {
    Projection projection;
    projection.dimensions = 2;
    projection.points = {0, 0, 1, 0, 0, 1};
    const std::vector<float> keys = {5, 0, 0, 0.1F, 0, 0};
    // 1 - cosine: 1 - 0.8, 1 - 0.6, and 1 to the zeros: weights 25, 6.25 and 1.
    for (const float length : {0.01F, 1.0F, 30.0F}) {
        const std::vector<float> vector = {0.8F * length, 0.6F * length};
        const auto place = placeInProjection(projection, keys, vector, 2, DistanceMetric::cosine);
        EXPECT_NEAR(place[0], 6.25 / 32.25, 1e-5);
        EXPECT_NEAR(place[1], 1 / 32.25, 1e-5);
    }
    const auto on_key =
        placeInProjection(projection, keys, std::vector<float>{0.5F, 0}, 2, DistanceMetric::cosine);
    EXPECT_NEAR(on_key[0], 0, 1e-9);
}

TEST(Placement, WhatDoesNotFitIsRefused) {
    const std::vector<float> keys = randomRows(kCount, 5);
    const Projection projection = project(keys, kCount, kWidth, {});
    std::vector<float> vector(kWidth, 0.5F);
    EXPECT_THROW(placeInProjection(projection, keys, std::span(vector).first(kWidth - 1), kWidth),
                 Error);
    EXPECT_THROW(placeInProjection(projection, std::span(keys).first(kWidth), vector, kWidth),
                 Error);
    EXPECT_THROW(placeInProjection(projection, keys, vector, 0), Error);
    vector[2] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THROW(placeInProjection(projection, keys, vector, kWidth), Error);
    EXPECT_TRUE(placeInProjection(projection, keys, {}, kWidth).empty());
}

}  // namespace
}  // namespace orrery
