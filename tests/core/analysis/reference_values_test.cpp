// SPDX-License-Identifier: GPL-3.0-or-later
// Against scikit-learn and umap-learn: reference/values.json and the script that made it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/analysis/association.h"
#include "core/analysis/clusters.h"
#include "core/analysis/neighbors.h"
#include "core/analysis/pca.h"
#include "core/analysis/projection.h"

namespace orrery {
namespace {

const nlohmann::json& values() {
    static const nlohmann::json stored = [] {
        std::ifstream file(ORRERY_SOURCE_DIR "/tests/core/analysis/reference/values.json");
        return nlohmann::json::parse(file);
    }();
    return stored;
}

struct Points {
    std::vector<float> values;  // [count, dimensions]
    int count = 0;
    int dimensions = 0;
};

Points toPoints(const nlohmann::json& rows) {
    Points points;
    points.count = static_cast<int>(rows.size());
    points.dimensions = static_cast<int>(rows.at(0).size());
    for (const auto& row : rows)
        for (const float x : row.get<std::vector<float>>())
            points.values.push_back(x);
    return points;
}

/// Sum of squared distances to the cluster's mean.
double inertia(const Points& points, const std::vector<int>& assignment) {
    double sum = 0;
    const auto width = static_cast<std::size_t>(points.dimensions);
    for (int c = 0; c <= std::ranges::max(assignment); ++c) {
        const auto size = static_cast<double>(std::ranges::count(assignment, c));
        for (std::size_t d = 0; d < width; ++d) {
            double total = 0, squares = 0;
            for (std::size_t i = 0; i < assignment.size(); ++i) {
                if (assignment[i] != c) continue;
                const double x = points.values[i * width + d];
                total += x;
                squares += x * x;
            }
            if (size > 0) sum += squares - total * total / size;
        }
    }
    return sum;
}

/// Venna and Kaski 2001, as scikit-learn defines it: 1 when each point's neighbours in the layout
/// are its neighbours in the data.
double trustworthiness(const Points& data, const Points& layout, int neighbors) {
    const auto ranks = nearestNeighbors(data.values, data.count, data.dimensions, data.count - 1);
    const auto near = nearestNeighbors(layout.values, layout.count, layout.dimensions, neighbors);
    double penalty = 0;
    for (std::size_t i = 0; i < near.size(); ++i)
        for (const auto& [other, distance] : near[i]) {
            const auto place = std::ranges::find(ranks[i], other, &std::pair<int, double>::first);
            const auto rank = static_cast<double>(place - ranks[i].begin()) + 1;
            penalty += std::max(0.0, rank - neighbors);
        }
    const double n = data.count, k = neighbors;
    return 1 - penalty * 2 / (n * k * (2 * n - 3 * k - 1));
}

TEST(AgainstScikitLearn, SilhouetteOfGivenClusters) {
    const Points x = toPoints(values()["points"]);
    const auto of = [&](const nlohmann::json& assignment) {
        return silhouette(x.values, x.count, x.dimensions, assignment.get<std::vector<int>>());
    };
    EXPECT_NEAR(of(values()["kmeans"]["assignment"]), values()["silhouette"], 1e-5);
    EXPECT_NEAR(of(values()["mixed"]), values()["mixed_silhouette"], 1e-5);
}

TEST(AgainstScikitLearn, KmeansFindsAsGoodClusters) {
    const Points x = toPoints(values()["points"]);
    const double best = values()["kmeans"]["inertia"];
    EXPECT_NEAR(inertia(x, values()["kmeans"]["assignment"].get<std::vector<int>>()), best,
                1e-3 * best);
    // The best of a few starts: one start may end in a worse optimum, scikit-learn took 20.
    double found = std::numeric_limits<double>::infinity();
    for (const std::uint64_t seed : {1, 2, 3, 4, 5})
        found = std::min(
            found, inertia(x, findClusters(x.values, x.count, x.dimensions, 4, seed).assignment));
    EXPECT_NEAR(found, best, 1e-3 * best);
    EXPECT_EQ(findClusters(x.values, x.count, x.dimensions).count, 4);
}

TEST(AgainstScikitLearn, PrincipalComponents) {
    const Points x = toPoints(values()["points"]);
    const auto found = principalComponents(x.values, x.count, x.dimensions, 3);
    const auto ratio = values()["pca"]["explained_variance_ratio"].get<std::vector<double>>();
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_NEAR(found.explained_variance[c], ratio[c], 1e-6);
        for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i)  // the sign is free
            EXPECT_NEAR(std::abs(found.scores[i * 3 + c]),
                        std::abs(values()["pca"]["scores"][i][c].get<double>()), 1e-4);
    }
}

TEST(AgainstScikitLearn, MutualInformation) {
    const auto experts = values()["experts"].get<std::vector<std::int32_t>>();
    const auto labels = values()["labels"].get<std::vector<std::int32_t>>();
    const double bits = mutualInformationBits(associate({experts, 1, 6}, labels, 4));
    EXPECT_NEAR(bits * std::log(2.0), values()["mutual_information_nats"], 1e-12);
}

/// Layouts differ between programs; how well they keep neighbours must not.
TEST(AgainstUmapLearn, LayoutsKeepAsManyNeighbours) {
    const Points x = toPoints(values()["points"]);
    const int neighbors = values()["neighbors"];
    for (const char* name : {"umap", "tsne"}) {
        const double stored = values()[name]["trustworthiness"];
        EXPECT_NEAR(trustworthiness(x, toPoints(values()[name]["layout"]), neighbors), stored, 1e-3)
            << name;
        ProjectionOptions options;
        options.method = parseProjectionMethod(name);
        options.dimensions = 2;
        const Projection own = project(x.values, x.count, x.dimensions, options);
        EXPECT_GT(trustworthiness(x, {own.points, x.count, 2}, neighbors), stored - 0.02) << name;
    }
}

}  // namespace
}  // namespace orrery
