// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_store.h"

#include <gtest/gtest.h>

#include <cmath>

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
    EXPECT_EQ(trials[1].state, TrialState::queued);
    EXPECT_EQ(trials[2].state, TrialState::failed);
    EXPECT_EQ(trials[2].problem, "no disk");
    EXPECT_TRUE(std::isnan(trials[2].objective));
    again.requeueFailed();
    EXPECT_EQ(again.trials()[2].state, TrialState::queued);
    EXPECT_EQ(StudyStore::open(folder_.path() / "out").meta("scale"), "tiny");
    EXPECT_EQ(again.axes(), (std::vector<std::string>{"keys.alpha", "size"}));
}

TEST_F(Store, RefusesAnotherPlanAndForeignFolders) {
    create();
    plan_.pop_back();
    EXPECT_THROW(create(), Error);
    EXPECT_THROW(StudyStore::open(folder_.path()), Error);
}

}  // namespace
}  // namespace orrery
