// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/key_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/error.h"

namespace orrery {
namespace {

const float r = std::sqrt(0.5F);
const std::vector<float> keys{1, 0, 0, 2, r, r, 0, 0};  // 4 keys of 2 dimensions

TEST(Keys, NormsAndDrift) {
    const auto norms = rowNorms(keys, 2);
    EXPECT_NEAR(norms[1], 2, 1e-6);
    EXPECT_NEAR(norms[2], 1, 1e-6);
    EXPECT_EQ(norms[3], 0);
    const std::vector<float> moved{4, 4, 0, 2, r, r, 0, 0};
    EXPECT_EQ(euclideanDrift(keys, moved, 2), (std::vector<double>{5, 0, 0, 0}));
    EXPECT_THROW(euclideanDrift(keys, std::vector<float>{1, 2}, 2), Error);
    EXPECT_THROW(rowNorms(keys, 3), Error);
}

TEST(Keys, OfARunThatWentWrongAreRefused) {
    const std::vector<float> wrong{1, 0, std::numeric_limits<float>::quiet_NaN(), 1};
    EXPECT_THROW(rowNorms(wrong, 2), Error);
    EXPECT_THROW(nearestKeys(wrong, 2), Error);
    EXPECT_THROW(nearestExperts(wrong, keys, 2, 1), Error);
}

TEST(Keys, NearestByCosine) {
    const auto nearest = nearestKeys(keys, 2);
    ASSERT_EQ(nearest.size(), 4U);
    EXPECT_EQ(nearest[0].other, 2);
    EXPECT_NEAR(nearest[0].cosine, r, 1e-6);
    EXPECT_EQ(nearest[2].other, 0);  // as near as key 1
    EXPECT_EQ(nearest[3].cosine, 0);
    const auto alone = nearestKeys(std::vector<float>{1, 0}, 2);
    EXPECT_EQ(alone[0].other, -1);
    EXPECT_EQ(alone[0].cosine, 0);
}

TEST(Keys, DuplicatesAreAboveTheThreshold) {
    // Angles 0, 0.1, 0.2 and 1.5: cos 0.1 = .995, cos 0.2 = .980
    std::vector<float> close;
    for (const float angle : {0.0F, 0.1F, 0.2F, 1.5F}) {
        close.push_back(3 * std::cos(angle));
        close.push_back(3 * std::sin(angle));
    }
    const auto pairs = duplicateKeys(close, 2);
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[0].expert, 0);
    EXPECT_EQ(pairs[0].other, 1);
    EXPECT_EQ(pairs[1].other, 2);
    EXPECT_NEAR(pairs[0].cosine, std::cos(0.1), 1e-6);
    EXPECT_EQ(duplicateKeys(close, 2, 0.97).size(), 3U);
}

TEST(KeyMetrics, TheNearestOfOneKeyComeByTheirCosine) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> some{1, 0, 0, 2, 3, 3, 0, 0, nan, 1, 2, 2};
    const auto near = nearestKeysOf(some, 2, 0, 3);
    ASSERT_EQ(near.size(), 3U);
    EXPECT_EQ(near[0].other, 2);  // as near as 5, which has the higher number
    EXPECT_EQ(near[1].other, 5);
    EXPECT_EQ(near[2].other, 1);
    EXPECT_NEAR(near[0].cosine, std::sqrt(0.5), 1e-6);
    EXPECT_EQ(nearestKeysOf(some, 2, 0, 99).size(),
              4U);  // not itself, not the one that is no number
    EXPECT_TRUE(nearestKeysOf(some, 2, 6, 3).empty());
}

TEST(KeyMetrics, TheNearestOfOneKeyByEitherMetricAreThoseOfAPlainList) {
    constexpr int count = 60, width = 5;
    std::vector<float> some;
    for (int i = 0; i < count * width; ++i)
        some.push_back(static_cast<float>(std::sin(1.7 * i * i) * (1 + i % 7)));
    for (const DistanceMetric metric : {DistanceMetric::cosine, DistanceMetric::euclidean}) {
        std::vector<std::tuple<double, int, double, double>> all;
        for (int other = 0; other < count; ++other) {
            double product = 0, own = 0, its = 0, squared = 0;
            for (int d = 0; d < width; ++d) {
                const double a = some[static_cast<std::size_t>(7 * width + d)];
                const double b = some[static_cast<std::size_t>(other * width + d)];
                product += a * b, own += a * a, its += b * b, squared += (a - b) * (a - b);
            }
            const double cosine = product / std::sqrt(own * its), far = std::sqrt(squared);
            if (other != 7)
                all.emplace_back(metric == DistanceMetric::cosine ? -cosine : far, other, cosine,
                                 far);
        }
        std::sort(all.begin(), all.end());
        const auto near = nearestKeysOf(some, width, 7, 9, metric);
        ASSERT_EQ(near.size(), 9U);
        for (std::size_t i = 0; i < near.size(); ++i) {
            EXPECT_EQ(near[i].other, std::get<1>(all[i]));
            EXPECT_NEAR(near[i].cosine, std::get<2>(all[i]), 1e-6);
            EXPECT_NEAR(near[i].distance, std::get<3>(all[i]), 1e-5);
        }
    }
}

TEST(Queries, ChooseByScoreAndTheLowerNumberOfEqualOnes) {
    const std::vector<float> queries{1, 0, 0, 1, 0, 0};
    EXPECT_EQ(nearestExperts(queries, keys, 2, 2), (std::vector<std::int32_t>{0, 2, 1, 2, 0, 1}));
    EXPECT_THROW(nearestExperts(queries, keys, 2, 5), Error);
}

TEST(Queries, FitOfQueriesAndKeys) {
    const std::vector<float> queries{3, 0, 0, 3};
    const std::vector<std::int32_t> chosen{0, 2, 1, 2};
    const QueryFit fit = queryFit(queries, keys, 2, {chosen, 2, 4});
    EXPECT_NEAR(fit.best_cosine, 1, 1e-6);
    EXPECT_NEAR(fit.cosine, (1 + r) / 2, 1e-6);
    // Scores: (3, 0, 3r, 0) chosen 3 and 3r, next 0; (0, 6, 3r, 0) likewise.
    EXPECT_NEAR(fit.margin, 3 * r, 1e-6);
    // A bias belongs to the scores that are compared: the first token's best loser has 0.5 with it.
    const std::vector<float> bias{0, 0.5F, 0, 0};
    EXPECT_NEAR(queryFit(queries, keys, 2, {chosen, 2, 4}, bias).margin, 3 * r - 0.25, 1e-6);
    const std::vector<std::int32_t> all{0, 1, 2, 3, 3, 2, 1, 0};
    EXPECT_THROW(queryFit(queries, keys, 2, {chosen, 2, 4}, std::vector<float>(3)), Error);
    EXPECT_EQ(queryFit(queries, keys, 2, {all, 4, 4}).margin, 0);
    EXPECT_EQ(queryFit({}, keys, 2, {{}, 2, 4}).cosine, 0);
    EXPECT_THROW(queryFit(queries, keys, 2, {chosen, 2, 5}), Error);
    EXPECT_THROW(queryFit(queries, keys, 2, {chosen, 1, 4}), Error);
}

}  // namespace
}  // namespace orrery
