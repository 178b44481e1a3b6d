// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.h"
#include "core/study/study.h"
#include "core/study/study_store.h"
#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class Chaining : public ::testing::Test {
protected:
    /// The first study, "study", whose losses are lowest at keys.alpha = 0.05 and size = large.
    void runFirst(bool whole = true) {
        const Study first = smallStudy(folder_.path());
        StudyStore store = StudyStore::create(folder_ / "study-tiny", atScale(first, "tiny"),
                                              "tiny", planTrials(first, "tiny"));
        for (TrialRecord& trial : store.trials()) {
            if (!whole && trial.number == 8) continue;
            const bool alpha = trial.labels[0] == "0.05", large = trial.labels[1] == "large";
            trial.state = TrialState::done;
            trial.objective = 3 - alpha - large + 0.01 * static_cast<double>(trial.seed);
            trial.metrics = {{"val/loss", trial.objective}};
            store.update(trial);
        }
    }
    Study second() {
        return parseStudy(
            "base: {study: study, pick: best val/loss}\nset: {keys: {normalize: none}}\n"
            "axes: [{key: keys.beta, values: [0, 0.01]}]\nscales: {tiny: {}}\n",
            folder_ / "second.yaml");
    }
    std::string fault() {
        try {
            chained(second(), folder_.path(), "tiny");
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

    test::TemporaryFolder folder_;
};

TEST_F(Chaining, TakesTheWinnerAndSaysWhereItCameFrom) {
    runFirst();
    const Study study = chained(second(), folder_.path(), "tiny");
    const std::vector<Trial> trials = planTrials(study, "tiny");
    ASSERT_EQ(trials.size(), 2U);
    const Config config = phaseConfigs(atScale(study, "tiny"), trials[1]).front();
    EXPECT_EQ(config.keys.alpha, 0.05);
    EXPECT_EQ(config.some.num_experts, 16);
    EXPECT_EQ(config.train.max_steps, 5) << "the other study's scale";
    EXPECT_EQ(config.keys.beta, 0.01);
    EXPECT_EQ(config.keys.normalize, KeyNormalization::none) << "its own settings come last";
    EXPECT_EQ(config.train.seed, 1);
    EXPECT_NE(study.origin.find("by val/loss (1.015, mean of 2 seeds)"), std::string::npos)
        << study.origin;
    EXPECT_NE(study.origin.find("keys.alpha = 0.05, size = large"), std::string::npos);
    // A study that goes on is what it was, even when the other one changes.
    StudyStore::create(folder_ / "second-tiny", atScale(study, "tiny"), "tiny", trials);
    std::filesystem::remove_all(folder_ / "study-tiny");
    StudyStore store = StudyStore::open(folder_ / "second-tiny");
    EXPECT_EQ(store.study().origin, study.origin);
    const Study again = chained(store.stated(), folder_.path(), "tiny");
    EXPECT_EQ(planTrials(again, "tiny")[1].set, trials[1].set);
}

TEST_F(Chaining, WhatIsNotDoneIsSaid) {
    EXPECT_NE(fault().find("Run it first: orrery-cli study run"), std::string::npos) << fault();
    EXPECT_THROW(planTrials(second(), "tiny"), Error);
    runFirst(false);
    EXPECT_NE(fault().find("not all done"), std::string::npos) << fault();
}

/// Winners of two studies, the second over the first, and what is taken where one was not run.
TEST_F(Chaining, WinnersOfSeveralStudiesAndWhatToTakeOtherwise) {
    const auto planned = [&](const char* base) {
        const Study study = chained(
            parseStudy("base: " + std::string(base) +
                           "\naxes: [{key: keys.beta, values: [0, 0.01]}]\nscales: {tiny: {}}\n",
                       folder_ / "third.yaml"),
            folder_.path(), "tiny");
        return std::pair(phaseConfigs(atScale(study, "tiny"), planTrials(study, "tiny")[0]).front(),
                         study.origin);
    };
    runFirst();
    const auto [alone, missing] =
        planned("{study: [gone, also_gone], pick: best val/loss, otherwise: base.yaml}");
    EXPECT_EQ(alone.model.d_model, 32);
    EXPECT_EQ(alone.keys.alpha, Config().keys.alpha);
    EXPECT_TRUE(
        missing.starts_with((folder_ / "base.yaml").string() + "; nothing of the study gone"))
        << missing;
    EXPECT_NE(missing.find("also_gone-tiny"), std::string::npos);

    const Study width = parseStudy(
        "base: base.yaml\naxes: [{key: some.num_experts, values: [24, 32]}]\nscales: {tiny: {}}\n",
        folder_ / "width.yaml");
    StudyStore store = StudyStore::create(folder_ / "width-tiny", atScale(width, "tiny"), "tiny",
                                          planTrials(width, "tiny"));
    for (TrialRecord& trial : store.trials()) {
        trial.state = TrialState::done;
        trial.objective = trial.labels[0] == "24" ? 1 : 2;
        trial.metrics = {{"val/loss", trial.objective}};
        store.update(trial);
    }
    const auto [both, origin] =
        planned("{study: [study, width, gone], pick: best val/loss, otherwise: base.yaml}");
    EXPECT_EQ(both.keys.alpha, 0.05) << "of the first";
    EXPECT_EQ(both.some.num_experts, 24) << "of the second, over the 16 of the first";
    for (const char* part : {"study-tiny by val/loss", "width-tiny by val/loss",
                             "some.num_experts = 24", "nothing of the study gone"})
        EXPECT_NE(origin.find(part), std::string::npos) << part << ": " << origin;
    EXPECT_FALSE(origin.starts_with((folder_ / "base.yaml").string())) << origin;
}

TEST_F(Chaining, TheBaseNamesAStudyAndAnObjective) {
    for (const char* base :
         {"{study: a}", "{pick: best val/loss}", "{study: a, pick: val/loss}",
          "{study: ../a, pick: best val/loss}", "{study: [], pick: best val/loss}",
          "{study: a, pick: best val/loss, otherwise: gone.yaml}"})
        EXPECT_THROW(parseStudy("base: " + std::string(base) +
                                    "\naxes: [{key: keys.beta, values: [0, 0.01]}]\n",
                                folder_ / "s.yaml"),
                     ConfigError)
            << base;
}

}  // namespace
}  // namespace orrery
