// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/projection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/analysis/pca.h"
#include "core/analysis/placement.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr int groups = 4, group_size = 15, count = groups * group_size, dimensions = 12;

std::vector<float> groupedPoints() {
    std::mt19937 engine(4);
    std::normal_distribution<float> normal;
    std::vector<float> points;
    for (int i = 0; i < count; ++i) {
        for (int d = 0; d < dimensions; ++d) {
            points.push_back((d == i / group_size ? 3.0f : 0.0f) + 0.2f * normal(engine));
        }
    }
    return points;
}

double meanDistance(const Projection& projection, bool within) {
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < i; ++j) {
            if ((i / group_size == j / group_size) != within) continue;
            double squared = 0;
            for (int d = 0; d < projection.dimensions; ++d) {
                const double x =
                    projection.points[static_cast<std::size_t>(i * projection.dimensions + d)] -
                    projection.points[static_cast<std::size_t>(j * projection.dimensions + d)];
                squared += x * x;
            }
            sum += std::sqrt(squared);
            ++pairs;
        }
    }
    return sum / pairs;
}

class EveryMethod : public testing::TestWithParam<std::tuple<ProjectionMethod, int>> {
protected:
    ProjectionOptions options() const {
        ProjectionOptions options;
        options.method = std::get<0>(GetParam());
        options.dimensions = std::get<1>(GetParam());
        return options;
    }
};

TEST_P(EveryMethod, KeepsGroupsTogetherOnTheUnitBall) {
    const Projection projection = project(groupedPoints(), count, dimensions, options());
    ASSERT_EQ(projection.points.size(), static_cast<std::size_t>(count * options().dimensions));
    EXPECT_LT(meanDistance(projection, true) / meanDistance(projection, false), 0.5);
    double largest = 0;
    for (int i = 0; i < count; ++i) {
        double squared = 0;
        for (int d = 0; d < projection.dimensions; ++d) {
            squared += std::pow(
                projection.points[static_cast<std::size_t>(i * projection.dimensions + d)], 2);
        }
        largest = std::max(largest, squared);
    }
    EXPECT_NEAR(largest, 1, 1e-5);
}

TEST_P(EveryMethod, SameSeedSamePicture) {
    const auto points = groupedPoints();
    EXPECT_EQ(project(points, count, dimensions, options()).points,
              project(points, count, dimensions, options()).points);
}

TEST_P(EveryMethod, FewOrEqualPointsStillGiveFiniteCoordinates) {
    for (const int few : {2, 3, 5, 7}) {
        const std::vector<float> equal(static_cast<std::size_t>(few * dimensions), 0.5f);
        const Projection projection = project(equal, few, dimensions, options());
        for (const float x : projection.points)
            EXPECT_TRUE(std::isfinite(x)) << few;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod,
                         testing::Combine(testing::Values(ProjectionMethod::pca,
                                                          ProjectionMethod::umap,
                                                          ProjectionMethod::tsne),
                                          testing::Values(2, 3)));

TEST(Projection, PartialResultsAdvanceAndCancelStops) {
    ProjectionOptions options;
    options.method = ProjectionMethod::umap;
    double last = -1;
    project(groupedPoints(), count, dimensions, options, [&](const Projection& partial) {
        EXPECT_GE(partial.progress, last);
        last = partial.progress;
        return true;
    });
    EXPECT_GT(last, 0.9);
    EXPECT_THROW(project(groupedPoints(), count, dimensions, options,
                         [](const Projection& partial) { return partial.progress < 0.2; }),
                 Cancelled);
}

TEST(Projection, RefusesWhatCantBeProjected) {
    auto points = groupedPoints();
    EXPECT_THROW(project(std::span<const float>(points).first(dimensions), 1, dimensions, {}),
                 Error);
    EXPECT_THROW(project(points, count + 1, dimensions, {}), Error);
    points[5] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THROW(project(points, count, dimensions, {}), Error);
    EXPECT_THROW(parseProjectionMethod("isomap"), Error);
    EXPECT_EQ(parseProjectionMethod("tsne"), ProjectionMethod::tsne);
}

TEST(Projection, AnyPrincipalComponentsMakeItsAxes) {
    const auto points = groupedPoints();
    const auto all = principalComponents(points, count, dimensions, 5);
    ProjectionOptions options;
    options.dimensions = 2;
    options.components = {5, 2};
    const Projection chosen = project(points, count, dimensions, options);
    ASSERT_EQ(chosen.explained_variance.size(), 2U);
    EXPECT_DOUBLE_EQ(chosen.explained_variance[0], all.explained_variance[4]);
    EXPECT_DOUBLE_EQ(chosen.explained_variance[1], all.explained_variance[1]);
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_NEAR(chosen.points[2 * i] * chosen.radius, all.scores[5 * i + 4], 1e-5);
        EXPECT_NEAR(chosen.points[2 * i + 1] * chosen.radius, all.scores[5 * i + 1], 1e-5);
    }
    options.components = {1, 2};
    ProjectionOptions first;
    first.dimensions = 2;
    EXPECT_EQ(project(points, count, dimensions, options).points,
              project(points, count, dimensions, first).points);
}

TEST(Projection, RefusesComponentsThatAreNotThere) {
    const auto points = groupedPoints();
    ProjectionOptions options;
    for (const std::vector<int>& wrong : {std::vector{1, 2}, {0, 1, 2}, {1, 2, 13}, {3, 1, 3}}) {
        options.components = wrong;
        EXPECT_THROW(project(points, count, dimensions, options), Error) << wrong.size();
    }
    options.method = ProjectionMethod::umap;  // which has none
    EXPECT_NO_THROW(project(points, count, dimensions, options));
}

TEST(Projection, ByCosineTheLengthOfAPointDoesNotMatter) {
    auto points = groupedPoints();
    auto longer = points;
    for (std::size_t i = 0; i < longer.size(); ++i)
        longer[i] *= i / dimensions % 3 == 0 ? 8.0F : 0.5F;  // exact in floats
    for (const auto method : {ProjectionMethod::umap, ProjectionMethod::tsne}) {
        ProjectionOptions options;
        options.method = method;
        const auto pictureOf = [&](const std::vector<float>& what) {
            return project(what, count, dimensions, options).points;
        };
        EXPECT_NE(pictureOf(points), pictureOf(longer));
        const auto euclidean = pictureOf(points);
        options.metric = DistanceMetric::cosine;
        EXPECT_EQ(pictureOf(points), pictureOf(longer));
        EXPECT_NE(pictureOf(points), euclidean);
    }
}

TEST(Projection, PcaByCosineIsThatOfUnitVectors) {
    const auto points = groupedPoints();
    std::vector<float> longer = points, unit = points;
    for (std::size_t row = 0; row < points.size(); row += dimensions) {
        double squared = 0;
        for (std::size_t d = 0; d < dimensions; ++d)
            squared += static_cast<double>(points[row + d]) * static_cast<double>(points[row + d]);
        for (std::size_t d = 0; d < dimensions; ++d) {
            longer[row + d] *= row / dimensions % 2 == 0 ? 4.0F : 0.5F;
            unit[row + d] =
                static_cast<float>(static_cast<double>(points[row + d]) / std::sqrt(squared));
        }
    }
    ProjectionOptions options;
    const auto plain = project(points, count, dimensions, options).points;
    EXPECT_NE(plain, project(longer, count, dimensions, options).points);
    const auto wanted = project(unit, count, dimensions, options).points;
    options.metric = DistanceMetric::cosine;
    for (const auto& keys : {points, longer}) {
        const Projection found = project(keys, count, dimensions, options);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            EXPECT_NEAR(found.points[i], wanted[i], 1e-5);
        const auto places =
            placeInProjection(found, keys, points, dimensions, DistanceMetric::cosine);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            EXPECT_NEAR(places[i], wanted[i], 1e-4);
    }
}

TEST(PrincipalComponents, GramAndCovarianceAgree) {
    // The same points with zero dimensions appended turn the covariance path into the Gram path.
    const auto points = groupedPoints();
    constexpr int wide = 100;
    std::vector<float> padded(static_cast<std::size_t>(count * wide), 0.0f);
    for (int i = 0; i < count; ++i) {
        for (int d = 0; d < dimensions; ++d) {
            padded[static_cast<std::size_t>(i * wide + d)] =
                points[static_cast<std::size_t>(i * dimensions + d)];
        }
    }
    const auto covariance = principalComponents(points, count, dimensions, 3);
    const auto gram = principalComponents(padded, count, wide, 3);
    for (std::size_t i = 0; i < covariance.scores.size(); ++i) {
        EXPECT_NEAR(covariance.scores[i], gram.scores[i], 1e-6);
    }
    for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(covariance.explained_variance[static_cast<std::size_t>(c)],
                    gram.explained_variance[static_cast<std::size_t>(c)], 1e-9);
    }
}

}  // namespace
}  // namespace orrery
