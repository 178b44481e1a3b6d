// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/trial_files.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.h"
#include "core/runs/run_folder.h"
#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

TEST(TrialFiles, APlanHoldsAllThatAProcessNeeds) {
    const test::TemporaryFolder folder;
    const Study study = smallStudy(folder.path(),
                                   "objectives: [max(analysis/layer*/silhouette)]\n"
                                   "words: wikitext\nstream: [village, sea]\n"
                                   "phases: {one: {data: {domain: village}}, two: {data: "
                                   "{domain: sea}}}\n");
    const auto trial = planTrials(study, "tiny")[2];
    const TrialFolder place = trialFolder(folder.path() / "out", trial.name());
    writeTrialPlan(place, atScale(study, "tiny"), trial);
    const TrialPlan plan = readTrialPlan(place);
    ASSERT_EQ(plan.phases.size(), 2U);
    EXPECT_EQ(plan.phases[1].run, "trial-0003-two");
    EXPECT_EQ(loadConfig(plan.phases[1].config).data.domain, "sea");
    EXPECT_EQ(loadConfig(plan.phases[1].config).train.max_steps, 5);
    EXPECT_TRUE(plan.analyse);
    EXPECT_FALSE(plan.carried);
    EXPECT_FALSE(plan.search);
    EXPECT_EQ(plan.words, "wikitext");
    EXPECT_EQ(plan.stream.size(), 2U);
}

TEST(TrialFiles, WhatIsCarriedAloneAsksForNoAnalysisOfLayers) {
    const test::TemporaryFolder folder;
    const Study study = smallStudy(folder.path(), "objectives: [analysis/carried/two]\n");
    const auto trial = planTrials(study, "tiny")[0];
    const TrialFolder place = trialFolder(folder.path() / "out", trial.name());
    writeTrialPlan(place, atScale(study, "tiny"), trial);
    const TrialPlan plan = readTrialPlan(place);
    EXPECT_TRUE(plan.carried);
    EXPECT_FALSE(plan.analyse);
}

TEST(TrialFiles, ARunThatIsBeingMadeHasNoValueYet) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(newestOf(folder.path(), "val/loss").first, -1);
    std::ofstream(RunFolder{folder.path()}.databaseFile()).flush();  // empty, as SQLite begins
    EXPECT_EQ(newestOf(folder.path(), "val/loss").first, -1);
}

TEST(TrialFiles, AResultComesBackWithoutWhatIsNotFinite) {
    const test::TemporaryFolder folder;
    const TrialFolder place{folder.path()};
    EXPECT_FALSE(readTrialResult(place));
    writeTrialResult(place, {"run", {{"a", 0.1}, {"b", std::numeric_limits<double>::infinity()}}});
    const auto result = readTrialResult(place);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->metrics, (Metrics{{"a", 0.1}}));
    for (const char* damaged : {"{\"run\"", "[]", "{\"run\": 7, \"metrics\": {}}",
                                "{\"run\": \"r\"}", "{\"run\": \"r\", \"metrics\": {\"a\": \"b\"}}",
                                "{\"run\": \"../r\", \"metrics\": {}}"}) {
        std::ofstream(place.resultFile()) << damaged;
        try {
            readTrialResult(place);
            ADD_FAILURE() << damaged;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("result.json"), std::string::npos);
            EXPECT_EQ(std::string(error.what()).find("json.exception"), std::string::npos);
        }
    }
}

TEST(TrialFiles, ARunIsFoundByItsName) {
    const test::TemporaryFolder folder;
    for (const char* name : {"2026-11-27-1405-trial-0001", "2026-11-27-1406-trial-0001-2",
                             "2026-11-27-1407-trial-0001-sea", "2026-11-27-1408-trial-0010"})
        std::filesystem::create_directory(folder.path() / name);
    EXPECT_EQ(findRun(folder.path(), "trial-0001").filename(), "2026-11-27-1406-trial-0001-2");
    EXPECT_EQ(findRun(folder.path(), "trial-0001-sea").filename(),
              "2026-11-27-1407-trial-0001-sea");
    std::filesystem::create_directory_symlink(folder.path() / "2026-11-27-1405-trial-0001",
                                              folder.path() / "2026-11-27-1409-trial-0002");
    EXPECT_TRUE(findRun(folder.path(), "trial-0002").empty()) << "a link leads elsewhere";
    EXPECT_TRUE(findRun(folder.path() / "none", "trial-0001").empty());
}

}  // namespace
}  // namespace orrery
