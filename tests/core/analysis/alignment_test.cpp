// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/alignment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/analysis/projection.h"
#include "core/error.h"

namespace orrery {
namespace {

constexpr std::size_t kCount = 40;

std::vector<float> cloud(unsigned seed, std::size_t numbers) {
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal;
    std::vector<float> points(numbers);
    for (float& value : points)
        value = normal(engine);
    return points;
}

std::vector<float> turned(const std::vector<float>& points, double angle, bool mirrored) {
    std::vector<float> result;
    const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
    for (std::size_t i = 0; i < points.size(); i += 3) {
        const float x = points[i], y = points[i + 1], z = points[i + 2];
        result.insert(result.end(), {c * x - s * y, s * x + c * y, mirrored ? -z : z});
    }
    return result;
}

double distance(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum / static_cast<double>(a.size() / 3));
}

TEST(Alignment, UndoesATurnAndAMirror) {
    const auto points = cloud(1, kCount * 3);
    for (const bool mirrored : {false, true})
        EXPECT_LT(distance(rotatedOnto(turned(points, 1.9, mirrored), points, 3), points), 1e-5);
}

TEST(Alignment, KeepsDistances) {
    const auto points = cloud(1, kCount * 3);
    const auto moved = rotatedOnto(points, cloud(2, kCount * 3), 3);
    const auto length = [](const std::vector<float>& p, std::size_t i, std::size_t j) {
        return std::hypot(p[3 * i] - p[3 * j], p[3 * i + 1] - p[3 * j + 1],
                          p[3 * i + 2] - p[3 * j + 2]);
    };
    for (std::size_t i = 1; i < kCount; ++i)
        EXPECT_NEAR(length(moved, 0, i), length(points, 0, i), 1e-5);
}

TEST(Alignment, MirrorsAxesOnly) {
    const auto points = cloud(3, kCount * 3);
    std::vector<float> flipped = points;
    for (std::size_t i = 1; i < flipped.size(); i += 3)
        flipped[i] = -flipped[i];
    EXPECT_EQ(mirroredOnto(flipped, points, 3), points);
    EXPECT_GT(distance(mirroredOnto(turned(points, 1.5, false), points, 3), points), 0.1);
}

class Film : public testing::TestWithParam<ProjectionMethod> {};

TEST_P(Film, GoesOnFromThePictureBefore) {
    constexpr int dimensions = 8;
    std::vector<float> points = cloud(4, kCount * dimensions);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] += (i / dimensions) % 4 == i % dimensions ? 6.0F : 0.0F;  // four groups
    ProjectionOptions options;
    options.method = GetParam();
    const Projection first = project(points, kCount, dimensions, options);
    const auto noise = cloud(5, points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] += 0.02F * noise[i];
    options.before = std::make_shared<Projection>(first);
    const Projection next = project(points, kCount, dimensions, options);
    const double moved = distance(next.points, first.points);
    if (GetParam() == ProjectionMethod::pca) {
        EXPECT_LT(moved, 0.05);
        return;
    }
    options.seed = 77;
    options.before = nullptr;
    const Projection alone = project(points, kCount, dimensions, options);
    EXPECT_LT(moved, 0.5 * distance(alone.points, first.points));
}

INSTANTIATE_TEST_SUITE_P(Methods, Film,
                         testing::Values(ProjectionMethod::pca, ProjectionMethod::umap,
                                         ProjectionMethod::tsne));

TEST(Alignment, RefusesAPictureOfOtherPoints) {
    const auto points = cloud(1, kCount * 3);
    ProjectionOptions options;
    options.before = std::make_shared<Projection>();
    EXPECT_THROW(project(points, kCount, 3, options), Error);
}

}  // namespace
}  // namespace orrery
