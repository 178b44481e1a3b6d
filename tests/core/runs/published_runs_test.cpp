// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/published_runs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace orrery {
namespace {

TEST(PublishedRuns, EachHasItsConfiguration) {
    EXPECT_EQ(publishedRuns().size(), 24U);
    const std::filesystem::path folder = ORRERY_SOURCE_DIR "/configs/published";
    for (const PublishedRun& run : publishedRuns())
        EXPECT_TRUE(std::filesystem::exists(folder / (run.name + ".yaml"))) << run.name;
}

TEST(PublishedRuns, PerplexitiesFollowFromTheLosses) {
    int compared = 0;
    for (const PublishedRun& run : publishedRuns()) {
        if (run.val_loss.empty() || std::isnan(run.val_perplexity)) continue;
        EXPECT_NEAR(std::exp(run.val_loss.back()), run.val_perplexity, 0.006) << run.name;
        ++compared;
    }
    EXPECT_EQ(compared, 24);
}

TEST(PublishedRuns, AreFoundByName) {
    ASSERT_NE(findPublishedRun("series_a4"), nullptr);
    EXPECT_EQ(findPublishedRun("series_a4")->val_loss.back(), 0.7126);
    EXPECT_EQ(findPublishedRun("series_a"), nullptr);
}

}  // namespace
}  // namespace orrery
