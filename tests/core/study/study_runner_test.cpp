// SPDX-License-Identifier: GPL-3.0-or-later
// The runner around stand-ins for orrery-cli; the real one trains in tests/app/cli.
#include "core/study/study_runner.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/runs/run_database.h"
#include "core/runs/run_folder.h"
#include "core/study/trial_process.h"
#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class StudyRunner : public ::testing::Test {
protected:
    void program(const std::string& script) {
        options_.program = folder_.path() / "program.sh";
        options_.folder = folder_.path() / "out";
        options_.scale = "tiny";
        std::ofstream(options_.program) << "#!/bin/bash\n" << script << "\n";
        std::filesystem::permissions(options_.program, std::filesystem::perms::owner_all);
    }
    std::vector<TrialRecord> trials() { return StudyStore::open(options_.folder).trials(); }

    test::TemporaryFolder folder_;
    StudyRunOptions options_;
};

TEST_F(StudyRunner, StopsAfterFailuresInARowAndTellsWhy) {
    program("echo some words; echo the disk is full >&2; exit 1");
    EXPECT_FALSE(runStudy(smallStudy(folder_.path(), "stop_after_failures: 2\n"), options_));
    EXPECT_EQ(trials()[0].state, TrialState::failed);
    EXPECT_EQ(trials()[0].problem, "the disk is full");
    EXPECT_EQ(trials()[1].state, TrialState::failed);
    EXPECT_EQ(trials()[2].state, TrialState::queued);
}

TEST_F(StudyRunner, ACrashCostsOneTrial) {
    program("kill -SEGV $$");
    options_.jobs = 3;
    EXPECT_TRUE(runStudy(smallStudy(folder_.path(), "stop_after_failures: 99\n"), options_));
    for (const TrialRecord& trial : trials()) {
        EXPECT_EQ(trial.state, TrialState::failed);
        EXPECT_NE(trial.problem.find("signal 11"), std::string::npos);
    }
}

TEST_F(StudyRunner, AStoppedStudyQueuesItsTrialsAgain) {
    program("trap 'exit 3' INT; echo started; for i in {1..600}; do sleep 0.05; done");
    int asked = 0;
    options_.stop = [&] { return ++asked > 10; };
    EXPECT_FALSE(runStudy(smallStudy(folder_.path()), options_));
    for (const TrialRecord& trial : trials())
        EXPECT_EQ(trial.state, TrialState::queued);
}

TEST_F(StudyRunner, ARunWithoutItsObjectiveIsAFailure) {
    program("exit 0");
    EXPECT_FALSE(runStudy(smallStudy(folder_.path(), "stop_after_failures: 1\n"), options_));
    EXPECT_EQ(trials()[0].state, TrialState::failed);
    EXPECT_FALSE(trials()[0].problem.empty());
}

TEST_F(StudyRunner, ARunThatAnotherProcessWritesIsWaitedFor) {
    program("echo called >> " + (folder_.path() / "calls").string() + "; exit 1");
    const Study study = smallStudy(folder_.path(), "stop_after_failures: 99\n");
    const auto plan = planTrials(study, "tiny");
    StudyStore::create(options_.folder, study, "tiny", plan);
    const RunFolder run = createRunFolder(options_.folder / "runs", plan[0].name());
    RunDatabase database({.file = run.databaseFile(), .rewind_to = {}, .on_problem = {}});
    database.setMeta("name", plan[0].name());
    database.flush();
    auto lock = std::make_unique<RunLock>(run);
    int asked = 0;
    options_.stop = [&] { return ++asked > 60; };
    EXPECT_FALSE(runStudy(study, options_));
    EXPECT_EQ(trials()[0].state, TrialState::queued);
    EXPECT_EQ(trials()[1].state, TrialState::failed);
    lock.reset();
    options_.stop = [] { return false; };
    EXPECT_TRUE(runStudy(study, options_));
    EXPECT_EQ(trials()[0].state, TrialState::failed);
}

TEST_F(StudyRunner, AMissingProgramIsAnError) {
    program("");
    options_.program = folder_.path() / "none";
    EXPECT_THROW(runStudy(smallStudy(folder_.path()), options_), Error);
}

TEST_F(StudyRunner, LastLineSkipsEmptyOnes) {
    std::ofstream(folder_.path() / "log") << "a\nb\n  \n";
    EXPECT_EQ(lastLine(folder_.path() / "log"), "b");
    EXPECT_EQ(lastLine(folder_.path() / "none"), "");
}

}  // namespace
}  // namespace orrery
