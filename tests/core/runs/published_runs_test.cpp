// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/published_runs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/config/variants.h"
#include "core/config/yaml.h"

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

/// What documents or notebooks say beside shapes: "AMP" in document 000 alone, and after how many
/// steps keys decay.
TEST(PublishedRuns, PrecisionAndWarmUpAreThoseOfTheirNotebooks) {
    for (const PublishedRun& run : publishedRuns()) {
        const Config config =
            loadConfig(ORRERY_SOURCE_DIR "/configs/published/" + run.name + ".yaml");
        const bool first = run.document == "000";
        EXPECT_EQ(config.train.precision, first ? Precision::bf16 : Precision::fp32) << run.name;
        EXPECT_EQ(config.keys.warmup_steps, first ? 2000 : 400) << run.name;
        const Config honest = applyVariant(config, {.honest = true}, {});
        EXPECT_EQ(honest.train.precision, Precision::fp32) << run.name;
        EXPECT_EQ(applyVariant(config, {.honest = true}, {"train.precision"}).train.precision,
                  config.train.precision)
            << "--set wins";
    }
}

TEST(PublishedRuns, ConfigurationsAreThoseOfTheFiles) {
    for (const PublishedRun& run : publishedRuns()) {
        const std::string file = ORRERY_SOURCE_DIR "/configs/published/" + run.name + ".yaml";
        const auto differences = [&](std::vector<Override> set) {
            set.emplace_back("data.corpus", "/texts/tinystories.txt");
            std::string keys;
            for (const PublishedDifference& each : publishedDifferences(run, loadConfig(file, set)))
                keys += each.key + " " + each.own + " " + each.published + ";";
            return keys;
        };
        EXPECT_EQ(differences({}), "") << run.name;
        EXPECT_EQ(differences({{"keys.alpha", "0.25"}}).substr(0, 16), "keys.alpha 0.25 ")
            << run.name;
        EXPECT_EQ(differences({{"train.parts", "[]"}}),
                  "train.parts [] [attention, embeddings, head, routers, norms];");
        EXPECT_EQ(publishedDifferences(run, loadConfig(file)).size(), 1U) << "another text";
    }
}

}  // namespace
}  // namespace orrery
