// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/expert_draw.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/config/fields.h"
#include "core/error.h"
#include "core/ops/seeded_random.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::Threads;

TEST(ExpertDraw, DefaultIsUniformOverTheFanIn) {
    const at::Tensor weights = drawExperts(8, 40, 100, ExpertInit::uniform, 0.5, 3);
    EXPECT_LE(weights.abs().max().item<double>(), 0.1);
    EXPECT_NEAR(weights.std().item<double>(), 0.1 / std::sqrt(3.0), 1e-3);
}

TEST(ExpertDraw, OrthogonalInBothShapes) {
    const at::Tensor tall = drawExperts(3, 24, 10, ExpertInit::orthogonal, 0.5, 3);
    EXPECT_LT(
        largestDifference(at::bmm(tall.transpose(1, 2), tall), at::eye(10).expand({3, 10, 10})),
        1e-6);
    const at::Tensor wide = drawExperts(3, 10, 24, ExpertInit::orthogonal, 0.5, 3);
    EXPECT_LT(
        largestDifference(at::bmm(wide, wide.transpose(1, 2)), at::eye(10).expand({3, 10, 10})),
        1e-6);
}

TEST(ExpertDraw, SparseZerosAShareOfEachColumn) {
    for (const auto& [sparsity, zeros] :
         {std::pair{0.5, 20}, std::pair{0.9, 36}, std::pair{0.01, 1}, std::pair{0.0, 0}}) {
        const at::Tensor weights = drawExperts(4, 40, 30, ExpertInit::sparse, sparsity, 3);
        EXPECT_TRUE(((weights == 0).sum(1) == zeros).all().item<bool>()) << sparsity;
        EXPECT_NEAR(weights.masked_select(weights != 0).std().item<double>(), 0.01, 1e-3);
    }
}

TEST(ExpertDraw, SparseColumnsDiffer) {
    const at::Tensor pattern = drawExperts(1, 40, 30, ExpertInit::sparse, 0.5, 3)[0] == 0;
    EXPECT_FALSE(at::equal(pattern.select(1, 0), pattern.select(1, 1)));
}

TEST(ExpertDraw, ExpertsDependOnSeedAndPlaceOnly) {
    for (const ExpertInit init :
         {ExpertInit::uniform, ExpertInit::orthogonal, ExpertInit::sparse}) {
        SCOPED_TRACE(wordOf("some.init", init));
        const at::Tensor few = drawExperts(2, 12, 8, init, 0.5, 3);
        const Threads scope(3);
        const at::Tensor many = drawExperts(5, 12, 8, init, 0.5, 3);
        EXPECT_TRUE(at::equal(many.narrow(0, 0, 2), few));
        EXPECT_FALSE(at::equal(many[0], many[1]));
        EXPECT_FALSE(at::equal(drawExperts(2, 12, 8, init, 0.5, 4), few));
    }
}

// Seeds stand for libraries in checkpoints: these are the numbers themselves.
TEST(ExpertDraw, ValuesAreThoseOfTheStreamByPlace) {
    const SeededRandom random(3);
    const at::Tensor uniform = drawExperts(2, 5, 4, ExpertInit::uniform, 0.5, 3);
    const at::Tensor sparse = drawExperts(2, 5, 70, ExpertInit::sparse, 0.5, 3);
    for (const std::int64_t place : {0, 7, 39})
        EXPECT_EQ(uniform.view(-1)[place].item<float>(),
                  static_cast<float>((2 * random.uniform(place) - 1) * 0.5));
    std::int64_t seen = 0;
    for (std::int64_t place = 0; place < sparse.numel(); ++place) {
        const auto value = sparse.view(-1)[place].item<float>();
        if (value == 0) continue;
        EXPECT_EQ(value, static_cast<float>(random.normal(place) * 0.01));
        ++seen;
    }
    EXPECT_EQ(seen, 2 * 2 * 70);
}

TEST(ExpertDraw, GainAndBfloat16AreAppliedToTheFloats) {
    for (const ExpertInit init :
         {ExpertInit::uniform, ExpertInit::orthogonal, ExpertInit::sparse}) {
        SCOPED_TRACE(wordOf("some.init", init));
        const at::Tensor plain = drawExperts(3, 12, 9, init, 0.5, 3);
        const at::Tensor loud = drawExperts(3, 12, 9, init, 0.5, 3, 2.5);
        EXPECT_TRUE(at::equal(loud, plain * 2.5));
        EXPECT_TRUE(at::equal(drawExperts(3, 12, 9, init, 0.5, 3, 2.5, at::kBFloat16),
                              loud.to(at::kBFloat16)));
    }
}

TEST(ExpertDraw, RefusesWrongOptions) {
    EXPECT_THROW(drawExperts(1, 4, 4, ExpertInit::sparse, 1.5, 1), Error);
}

/// Whatever instructions draw them.
TEST(ExpertDraw, UniformValuesAreThoseOfTheirFormula) {
    const SeededRandom random(11);
    const double bound = 1 / std::sqrt(67.0);
    const at::Tensor drawn = drawExperts(3, 41, 67, ExpertInit::uniform, 0.5, 11, 1.7);
    const float* values = drawn.const_data_ptr<float>();
    for (std::int64_t i = 0; i < drawn.numel(); ++i)
        ASSERT_EQ(values[i], static_cast<float>(
                                 (2 * random.uniform(static_cast<std::uint64_t>(i)) - 1) * bound) *
                                 1.7F)
            << i;
}

}  // namespace
}  // namespace orrery
