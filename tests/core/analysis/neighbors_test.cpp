// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/neighbors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/error.h"

namespace orrery {
namespace {

std::vector<float> randomPoints(int count, int dimensions, unsigned seed) {
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal;
    std::vector<float> points(static_cast<std::size_t>(count * dimensions));
    for (float& x : points)
        x = normal(engine);
    return points;
}

TEST(NearestNeighbors, AgreesWithAPlainSearch) {
    const int count = 300, dimensions = 7, wanted = 5;
    const auto points = randomPoints(count, dimensions, 3);
    const auto lists = nearestNeighbors(points, count, dimensions, wanted);
    for (int i = 0; i < count; ++i) {
        std::vector<std::pair<double, int>> all;
        for (int j = 0; j < count; ++j) {
            if (j == i) continue;
            double squared = 0;
            for (int d = 0; d < dimensions; ++d) {
                const double x = points[static_cast<std::size_t>(i * dimensions + d)] -
                                 points[static_cast<std::size_t>(j * dimensions + d)];
                squared += x * x;
            }
            all.emplace_back(std::sqrt(squared), j);
        }
        std::sort(all.begin(), all.end());
        const auto& list = lists[static_cast<std::size_t>(i)];
        ASSERT_EQ(list.size(), static_cast<std::size_t>(wanted));
        for (int n = 0; n < wanted; ++n) {
            EXPECT_NEAR(list[static_cast<std::size_t>(n)].second,
                        all[static_cast<std::size_t>(n)].first, 1e-3);
            EXPECT_NE(list[static_cast<std::size_t>(n)].first, i);
        }
    }
}

TEST(NearestNeighbors, IdenticalPointsGiveOtherPointsNotThemselves) {
    const std::vector<float> points(4 * 3, 1.0f);
    const auto lists = nearestNeighbors(points, 4, 3, 3);
    for (int i = 0; i < 4; ++i) {
        ASSERT_EQ(lists[static_cast<std::size_t>(i)].size(), 3u);
        for (const auto& [index, distance] : lists[static_cast<std::size_t>(i)]) {
            EXPECT_NE(index, i);
            EXPECT_EQ(distance, 0);
        }
    }
}

TEST(NearestNeighbors, ByCosineAgreesWithAPlainSearch) {
    const int count = 200, dimensions = 7, wanted = 6;
    auto points = randomPoints(count, dimensions, 8);
    std::fill_n(points.begin() + 30 * dimensions, dimensions, 0.0F);  // no direction
    const auto row = [&](int i) { return points.begin() + std::ptrdiff_t{i} * dimensions; };
    const auto lists =
        nearestNeighbors(points, count, dimensions, wanted, 2, {}, DistanceMetric::cosine);
    for (int i = 0; i < count; ++i) {
        std::vector<std::pair<double, int>> all;
        for (int j = 0; j < count; ++j) {
            double product = 0, own = 0, other = 0;
            for (int d = 0; d < dimensions; ++d) {
                product += double(row(i)[d]) * row(j)[d];
                own += double(row(i)[d]) * row(i)[d];
                other += double(row(j)[d]) * row(j)[d];
            }
            const double cosine = own > 0 && other > 0 ? product / std::sqrt(own * other) : 0;
            if (j != i) all.emplace_back(1 - cosine, j);
        }
        std::sort(all.begin(), all.end());
        const auto& list = lists[static_cast<std::size_t>(i)];
        ASSERT_EQ(list.size(), static_cast<std::size_t>(wanted));
        for (std::size_t n = 0; n < list.size(); ++n) {
            EXPECT_NEAR(list[n].second, all[n].first, 1e-6);
            if (i == 30) continue;  // to zeros all are as near
            EXPECT_EQ(list[n].first, all[n].second);
        }
    }
}

TEST(NearestNeighbors, StopsBetweenBlocks) {
    const auto points = randomPoints(400, 4, 5);
    int asked = 0;
    EXPECT_THROW(nearestNeighbors(points, 400, 4, 3, 2, [&] { return ++asked < 2; }), Cancelled);
    EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace orrery
