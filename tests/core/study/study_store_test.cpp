// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_store.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/files/sqlite.h"
#include "core/study/study_table.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class Store : public ::testing::Test {
protected:
    StudyStore create() {
        return StudyStore::create(folder_.path() / "out", study_, "tiny", plan_);
    }

    test::TemporaryFolder folder_;
    Study study_ = smallStudy(folder_.path());
    std::vector<Trial> plan_ = planTrials(study_, "tiny");
};

TEST_F(Store, KeepsThePlanAndWhatBecameOfIt) {
    {
        StudyStore store = create();
        auto trials = store.trials();
        ASSERT_EQ(trials.size(), 8U);
        EXPECT_EQ(trials[7].labels, plan_[7].labels);
        trials[0].state = TrialState::done;
        trials[0].objective = 2.5;
        trials[0].run = "r";
        trials[0].metrics = {{"val/loss", 2.5}, {"layer0/gini", 0.5}};
        store.update(trials[0]);
        trials[1].state = TrialState::running;
        store.update(trials[1]);
        trials[2].state = TrialState::failed;
        trials[2].problem = "no disk";
        store.update(trials[2]);
    }
    StudyStore again = create();  // as after a kill
    const auto trials = again.trials();
    EXPECT_EQ(trials[0].state, TrialState::done);
    EXPECT_EQ(trials[0].objective, 2.5);
    EXPECT_EQ(trials[0].metrics.at("layer0/gini"), 0.5);
    EXPECT_EQ(again.plan()[7].set, plan_[7].set);
    EXPECT_EQ(trials[1].state, TrialState::queued);
    EXPECT_EQ(trials[2].state, TrialState::failed);
    EXPECT_EQ(trials[2].problem, "no disk");
    EXPECT_TRUE(std::isnan(trials[2].objective));
    again.requeueFailed();
    EXPECT_EQ(again.trials()[2].state, TrialState::queued);
    EXPECT_EQ(StudyStore::open(folder_.path() / "out").meta("scale"), "tiny");
    EXPECT_EQ(again.study().axes[1].name, "size");
}

TEST(StudyProgress, CountsStatesAndTellsTheTimeLeft) {
    std::vector<TrialRecord> trials(6);
    for (std::size_t i = 0; i < 2; ++i) {
        trials[i].state = TrialState::done;
        trials[i].seconds = 10;
    }
    trials[2].state = TrialState::failed;
    trials[3].state = TrialState::running;
    trials[3].started = 96;
    const StudyProgress progress = progressOf(trials, 2, 100);
    EXPECT_EQ(progress.done, 2U);
    EXPECT_EQ(progress.running, 1U);
    EXPECT_DOUBLE_EQ(progress.seconds_left, (3 * 10 - 4) / 2.0);
    EXPECT_TRUE(std::isnan(progressOf({TrialRecord{}}, 1, 0).seconds_left));
}

TEST_F(Store, ReadsAgainWhatItWasGivenWhenItsBaseIsGone) {
    create();
    std::filesystem::remove(folder_.path() / "base.yaml");
    EXPECT_EQ(StudyStore::open(folder_.path() / "out").study().question, "does it matter?");
}

TEST_F(Store, TrialsWhoseLabelsDoNotFitTheAxesAreRefused) {
    create();
    const auto refusal = [&](const std::string& change, auto read) -> std::string {
        const auto file = folder_.path() / "out/study.db";
        SqliteConnection(file, SqliteMode::write).execute(change.c_str());
        try {
            StudyStore store = StudyStore::open(folder_.path() / "out");
            read(store);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    const auto trials = [](StudyStore& store) { store.trials(); };
    const auto plan = [](StudyStore& store) { store.plan(); };
    const auto table = [](StudyStore& store) { makeStudyTable(store); };
    const std::string set = "UPDATE trials SET ", of_three = " WHERE number = 3";
    for (const char* labels : {"[]", "[\"0.01\"]", "[\"0.01\", \"small\", \"more\"]"}) {
        const std::string change = set + "labels = '" + labels + "'" + of_three;
        const std::string said = refusal(change, trials);
        EXPECT_NE(said.find("trial 3 has "), std::string::npos) << said;
        EXPECT_NE(said.find("but the study 2 axes"), std::string::npos) << said;
        EXPECT_EQ(refusal(change, plan), said);
        EXPECT_EQ(refusal(change, table), said);
    }
    for (const char* labels : {"", "[", "7", "[1, 2]", "{\"a\": 1}"}) {
        const std::string said = refusal(set + "labels = '" + labels + "'" + of_three, table);
        EXPECT_NE(said.find("trial 3 has labels that can't be read"), std::string::npos) << said;
        EXPECT_EQ(said.find("json"), std::string::npos) << said;
    }
    const std::string whole = set + "labels = '[\"0.05\", \"small\"]', overrides = '";
    EXPECT_NE(refusal(whole + "[[1]]'" + of_three, plan).find("trial 3 has settings"),
              std::string::npos);
    EXPECT_EQ(refusal(whole + "[]'" + of_three, plan), "");
}

TEST_F(Store, RefusesAnotherPlanAndForeignFolders) {
    create();
    plan_.pop_back();
    EXPECT_THROW(create(), Error);
    EXPECT_THROW(StudyStore::open(folder_.path()), Error);
}

TEST_F(Store, LabelsThatDoNotFitTheAxesAreRefused) {
    create();
    const auto faultAfter = [&](const std::string& sql) {
        SqliteConnection(folder_.path() / "out/study.db", SqliteMode::write).execute(sql.c_str());
        StudyStore store = StudyStore::open(folder_.path() / "out");
        const std::string error = test::errorOf([&] { store.trials(); });
        EXPECT_EQ(test::errorOf([&] { store.plan(); }), error);
        EXPECT_THROW(create(), Error) << "nor does it go on";
        return error;
    };
    EXPECT_NE(faultAfter("UPDATE trials SET labels = '[\"0.01\"]' WHERE number = 3")
                  .find("trial 3 has 1 labels, but the study 2 axes"),
              std::string::npos);
    EXPECT_NE(faultAfter("UPDATE trials SET labels = '7' WHERE number = 3")
                  .find("trial 3 has labels that can't be read"),
              std::string::npos);
}

TEST_F(Store, AFolderWithLinksInItIsNotWritten) {
    const auto out = folder_.path() / "out";
    std::filesystem::create_directories(out);
    std::filesystem::create_directory(folder_.path() / "other");
    std::filesystem::create_directory_symlink(folder_.path() / "other", out / "trials");
    EXPECT_THROW(create(), Error);
    std::filesystem::remove(out / "trials");
    std::filesystem::create_symlink(folder_.path() / "base.yaml", out / "study.db");
    EXPECT_THROW(create(), Error);
    EXPECT_THROW(StudyStore::open(out), Error);
}

TEST(MetaNumber, IsTheNumberOrTheOther) {
    EXPECT_EQ(metaNumber("12.5", 1), 12.5);
    for (const char* text : {"", "x", "1x", "nan", "1e999"})
        EXPECT_EQ(metaNumber(text, 7), 7) << text;
}

}  // namespace
}  // namespace orrery
