// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <set>

#include "core/error.h"
#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

TEST(Plan, IsEveryPointWithItsSeedsTogether) {
    const test::TemporaryFolder folder;
    const auto trials = planTrials(smallStudy(folder.path()), "tiny");
    ASSERT_EQ(trials.size(), 8U);
    EXPECT_EQ(trials[0].labels, trials[1].labels);
    EXPECT_EQ(trials[1].seed, 2);
    EXPECT_EQ(trials[7].labels, (std::vector<std::string>{"0.05", "large"}));
    const Config config = phaseConfigs(smallStudy(folder.path()), trials[7]).front();
    EXPECT_EQ(config.name, "trial-0008");
    EXPECT_EQ(config.keys.alpha, 0.05);
    EXPECT_EQ(config.some.num_experts, 16);
    EXPECT_EQ(loadConfig(folder.path() / "base.yaml", trials[7].set).train.max_steps, 5);
    EXPECT_EQ(config.train.seed, 2);
}

TEST(Plan, EveryStudyOfTheProjectCanRun) {
    int studies = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(ORRERY_SOURCE_DIR "/configs/studies")) {
        if (entry.is_directory()) continue;
        const Study study = loadStudy(entry.path());
        EXPECT_FALSE(study.question.empty()) << entry.path();
        EXPECT_FALSE(study.prediction.empty()) << entry.path();
        EXPECT_NO_THROW(atScale(study, "tiny")) << entry.path();
        if (study.search == "tpe") continue;
        for (const char* scale : {"tiny", "full"})
            EXPECT_FALSE(planTrials(study, scale).empty()) << entry.path();
        ++studies;
    }
    EXPECT_GE(studies, 20);
}

TEST(Plan, RefusesUnknownScalesAndTrialsThatCanNotRun) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(planTrials(smallStudy(folder.path()), "full").size(), 8U);
    EXPECT_THROW(planTrials(smallStudy(folder.path()), "huge"), Error);
    const Study bad = smallStudy(folder.path(), "set: {some: {top_k: 9}}\n");
    EXPECT_THROW(planTrials(bad, "tiny"), ConfigError);  // more than the 8 experts of "small"
}

TEST(Plan, ARandomSearchIsAFunctionOfItsSeed) {
    const test::TemporaryFolder folder;
    smallStudy(folder.path());
    const auto plan = [&](int seed) {
        return planTrials(
            parseStudy("base: base.yaml\nsearch: random\ntrials: 30\nsearch_seed: " +
                           std::to_string(seed) +
                           "\naxes:\n  - {key: train.learning_rate, log_range: [1e-5, 1e-3]}\n"
                           "  - {key: train.optimizer, values: [adamw, adafactor]}\n",
                       folder.path() / "s.yaml"),
            "full");
    };
    const auto trials = plan(1);
    ASSERT_EQ(trials.size(), 30U);
    std::set<std::string> optimizers;
    int below = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        EXPECT_EQ(trials[i].labels, plan(1)[i].labels);
        optimizers.insert(trials[i].labels[1]);
        const double rate = std::stod(trials[i].labels[0]);
        EXPECT_TRUE(rate >= 1e-5 && rate <= 1e-3);
        below += rate < 1e-4;
    }
    EXPECT_EQ(optimizers.size(), 2U);
    EXPECT_TRUE(below > 5 && below < 25) << "half of a log range lies below its middle";
    EXPECT_NE(plan(2)[0].labels, trials[0].labels);
}

}  // namespace
}  // namespace orrery
