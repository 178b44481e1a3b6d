// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/expert_library.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::Threads;

TEST(ExpertLibrary, DefaultIsUniformOverTheFanIn) {
    const at::Tensor weights = drawExperts(8, 40, 100, "default", 0.5, 3);
    EXPECT_LE(weights.abs().max().item<double>(), 0.1);
    EXPECT_NEAR(weights.std().item<double>(), 0.1 / std::sqrt(3.0), 1e-3);
}

TEST(ExpertLibrary, OrthogonalInBothShapes) {
    const at::Tensor tall = drawExperts(3, 24, 10, "orthogonal", 0.5, 3);
    EXPECT_LT(
        largestDifference(at::bmm(tall.transpose(1, 2), tall), at::eye(10).expand({3, 10, 10})),
        1e-6);
    const at::Tensor wide = drawExperts(3, 10, 24, "orthogonal", 0.5, 3);
    EXPECT_LT(
        largestDifference(at::bmm(wide, wide.transpose(1, 2)), at::eye(10).expand({3, 10, 10})),
        1e-6);
}

TEST(ExpertLibrary, SparseZerosAShareOfEachColumn) {
    for (const auto& [sparsity, zeros] :
         {std::pair{0.5, 20}, std::pair{0.9, 36}, std::pair{0.01, 1}, std::pair{0.0, 0}}) {
        const at::Tensor weights = drawExperts(4, 40, 30, "sparse", sparsity, 3);
        EXPECT_TRUE(((weights == 0).sum(1) == zeros).all().item<bool>()) << sparsity;
        EXPECT_NEAR(weights.masked_select(weights != 0).std().item<double>(), 0.01, 1e-3);
    }
}

TEST(ExpertLibrary, SparseColumnsDiffer) {
    const at::Tensor pattern = drawExperts(1, 40, 30, "sparse", 0.5, 3)[0] == 0;
    EXPECT_FALSE(at::equal(pattern.select(1, 0), pattern.select(1, 1)));
}

TEST(ExpertLibrary, ExpertsDependOnSeedAndPlaceOnly) {
    for (const char* init : {"default", "orthogonal", "sparse"}) {
        const at::Tensor few = drawExperts(2, 12, 8, init, 0.5, 3);
        const Threads scope(3);
        const at::Tensor many = drawExperts(5, 12, 8, init, 0.5, 3);
        EXPECT_TRUE(at::equal(many.narrow(0, 0, 2), few)) << init;
        EXPECT_FALSE(at::equal(many[0], many[1])) << init;
        EXPECT_FALSE(at::equal(drawExperts(2, 12, 8, init, 0.5, 4), few)) << init;
    }
}

TEST(ExpertLibrary, GainScalesTheDrawnWeights) {
    ExpertLibraryOptions options{.experts = 2, .d_model = 4, .d_ffn = 6, .name = "x"};
    ExpertLibrary plain(options);
    options.gain = 3;
    ExpertLibrary loud(options);
    for (const char* name : {"down", "up"})
        EXPECT_LT(largestDifference(loud->named_buffers()[name], plain->named_buffers()[name] * 3),
                  1e-6);
}

TEST(ExpertLibrary, TrainedExpertsAreParameters) {
    ExpertLibraryOptions options{.experts = 2, .d_model = 4, .d_ffn = 6, .name = "x"};
    EXPECT_EQ(ExpertLibrary(options)->parameters().size(), 0U);
    options.trained = true;
    EXPECT_EQ(ExpertLibrary(options)->parameters().size(), 2U);
}

TEST(ExpertLibrary, RefusesWrongOptions) {
    EXPECT_THROW(drawExperts(1, 4, 4, "ones", 0.5, 1), Error);
    EXPECT_THROW(drawExperts(1, 4, 4, "sparse", 1.5, 1), Error);
}

}  // namespace
}  // namespace orrery
