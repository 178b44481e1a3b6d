// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/clusters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace orrery {
namespace {

/// `groups` blobs of `size` points around distant corners of 4 dimensions.
std::vector<float> blobs(int groups, int size, float spread) {
    std::mt19937 engine(9);
    std::normal_distribution<float> normal;
    std::vector<float> points;
    for (int g = 0; g < groups; ++g) {
        for (int i = 0; i < size; ++i) {
            for (int d = 0; d < 4; ++d)
                points.push_back((d == g % 4 ? 10.0f : 0.0f) + spread * normal(engine));
        }
    }
    return points;
}

TEST(FindClusters, FindsTheNumberOfPlantedBlobs) {
    const auto points = blobs(3, 20, 0.3f);
    const Clusters found = findClusters(points, 60, 4);
    EXPECT_EQ(found.count, 3);
    EXPECT_GT(found.silhouette, 0.9);
    for (int i = 0; i < 60; ++i) {
        EXPECT_EQ(found.assignment[static_cast<std::size_t>(i)],
                  found.assignment[static_cast<std::size_t>(i / 20 * 20)]);
    }
}

TEST(FindClusters, IsTheSameForTheSameSeed) {
    const auto points = blobs(4, 10, 3.0f);
    EXPECT_EQ(findClusters(points, 40, 4, 4, 7).assignment,
              findClusters(points, 40, 4, 4, 7).assignment);
}

TEST(FindClusters, FewPoints) {
    const std::vector<float> points{0, 0, 1, 1};
    EXPECT_EQ(findClusters(points, 1, 4).count, 1);
    EXPECT_EQ(findClusters(points, 2, 2).count, 1);
    EXPECT_EQ(findClusters(points, 2, 2, 5).count, 2);
}

TEST(Silhouette, MatchesAHandComputedValue) {
    // Points 0, 1 | 4, 6 on a line: s = 4/5, 3/4, (3.5-2)/3.5, (5.5-2)/5.5
    const std::vector<float> points{0, 1, 4, 6};
    const std::vector<int> assignment{0, 0, 1, 1};
    EXPECT_NEAR(silhouette(points, 4, 1, assignment), (0.8 + 0.75 + 1.5 / 3.5 + 3.5 / 5.5) / 4,
                1e-12);
    EXPECT_EQ(silhouette(points, 4, 1, std::vector<int>{0, 0, 0, 0}), 0);
}

}  // namespace
}  // namespace orrery
