// SPDX-License-Identifier: GPL-3.0-or-later
// The runner around stand-ins for orrery-cli; the real one trains in tests/app/cli.
#include "core/study/study_runner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <utility>

#include "core/runs/run_folder.h"
#include "core/study/study_book.h"
#include "core/study/trial_process.h"
#include "core/threads.h"
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
    bool allButTheFirstFailed() {
        return std::ranges::count(trials(), TrialState::failed, &TrialRecord::state) == 7;
    }

    test::TemporaryFolder folder_;
    StudyRunOptions options_;
};

TEST_F(StudyRunner, StopsAfterFailuresInARowAndTellsWhy) {
    program("echo some words; echo the disk is full >&2; exit 1");
    EXPECT_TRUE(runStudy(smallStudy(folder_.path(), "stop_after_failures: 2\n"), options_));
    EXPECT_EQ(trials()[0].state, TrialState::failed);
    EXPECT_EQ(trials()[0].problem, "the disk is full");
    EXPECT_EQ(trials()[1].state, TrialState::failed);
    EXPECT_EQ(trials()[2].state, TrialState::failed) << "every trial ends done or failed";
    EXPECT_EQ(trials()[2].problem, "Not run: 2 trials in a row failed.");
    EXPECT_EQ(trials()[2].attempts, 0);
}

TEST_F(StudyRunner, TheCauseThatATrialWroteIsItsProblem) {
    // Its first attempt alone says why.
    program(
        "[ -e $3/said ] || echo -n the corpus is empty > $3/trials/$4/problem.txt; touch $3/said; "
        "echo error: the corpus is empty; echo Run: somewhere; exit 1");
    const Study study = smallStudy(folder_.path(), "stop_after_failures: 1\n");
    EXPECT_TRUE(runStudy(study, options_));
    EXPECT_EQ(trials()[0].problem, "the corpus is empty");
    options_.retry_failed = true;
    EXPECT_TRUE(runStudy(study, options_));
    EXPECT_EQ(trials()[0].problem, "Run: somewhere") << "that of an attempt before is gone";
}

TEST_F(StudyRunner, APointThatASearchAsksForAgainIsNotTrainedAgain) {
    program("exit 1");
    const Study study = smallStudy(folder_.path(), "search: tpe\ntrials: 4\n");
    StudyBook book(study, options_);
    const auto add = [&](const char* alpha, std::int64_t seed) {
        Trial trial;
        trial.number = static_cast<std::int64_t>(book.records().size()) + 1;
        trial.labels = {alpha, "small"};
        trial.seed = seed;
        return book.add(trial);
    };
    const std::size_t first = add("0.01", 1);
    EXPECT_FALSE(book.adoptTwin(first)) << "it is its own only one";
    std::filesystem::create_directories(book.folder(first).path);
    std::ofstream(book.folder(first).resultFile()) << R"({"run": "r", "metrics": {"val/loss": 2}})";
    ASSERT_TRUE(book.adopt(first));
    EXPECT_FALSE(book.adoptTwin(add("0.02", 1)));
    EXPECT_FALSE(book.adoptTwin(add("0.01", 2)));
    const std::size_t twin = add("0.01", 1);
    EXPECT_TRUE(book.adoptTwin(twin));
    EXPECT_EQ(trials()[twin].state, TrialState::done);
    EXPECT_EQ(trials()[twin].objective, 2);
    EXPECT_EQ(trials()[twin].attempts, 0);
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

TEST_F(StudyRunner, TrialsShareTheThreads) {
    program("echo threads $OMP_NUM_THREADS >&2; exit 1");
    ASSERT_EQ(setenv("OMP_NUM_THREADS", "7,2", 1), 0);
    EXPECT_EQ(availableThreads(), 7);
    const Study study = smallStudy(folder_.path(), "stop_after_failures: 99\n");
    for (const auto& [jobs, each] : {std::pair{1, "7"}, {2, "3"}, {8, "1"}}) {
        options_.jobs = jobs;
        options_.retry_failed = true;
        EXPECT_TRUE(runStudy(study, options_));
        for (const TrialRecord& trial : trials())
            EXPECT_EQ(trial.problem, std::string("threads ") + each);
    }
    ASSERT_EQ(setenv("OMP_NUM_THREADS", "many", 1), 0);
    EXPECT_EQ(availableThreads(), static_cast<int>(std::thread::hardware_concurrency()));
    unsetenv("OMP_NUM_THREADS");
}

/// Also where the study itself was started to ignore SIGINT, as `&` in a script does.
TEST_F(StudyRunner, AStoppedStudyQueuesItsTrialsAgain) {
    const auto before = std::signal(SIGINT, SIG_IGN);
    program("trap 'exit 3' INT; touch $3/started; for i in {1..6000}; do sleep 0.05; done");
    options_.stop = [&] { return std::filesystem::exists(options_.folder / "started"); };
    EXPECT_FALSE(runStudy(smallStudy(folder_.path()), options_));
    std::signal(SIGINT, before);
    for (const TrialRecord& trial : trials())
        EXPECT_EQ(trial.state, TrialState::queued);
}

TEST_F(StudyRunner, AKilledTrialIsTriedAgainWithItsSeedThreeTimes) {
    program("echo $4 >> " + (folder_.path() / "calls").string() + "; kill -KILL $$");
    EXPECT_TRUE(runStudy(smallStudy(folder_.path(), "stop_after_failures: 1\n"), options_));
    EXPECT_EQ(trials()[0].state, TrialState::failed);
    EXPECT_EQ(trials()[0].attempts, 3);
    EXPECT_NE(trials()[0].problem.find("3 attempts"), std::string::npos) << trials()[0].problem;
    std::ifstream calls(folder_.path() / "calls");
    std::vector<std::string> names;
    for (std::string name; std::getline(calls, name);)
        names.push_back(name);
    EXPECT_EQ(names, std::vector<std::string>(3, "trial-0001"));
}

/// A stand-in that writes a result as a trial does; its loss is the number of its name.
const char* const result_script =
    "n=$(( 10#${4#trial-} )); echo '{\"run\": \"r\", \"metrics\": {\"val/loss\": '$n'}}' > "
    "$3/trials/$4/result.json";

TEST_F(StudyRunner, ResultsBecomeObjectives) {
    program(result_script);
    options_.jobs = 2;
    EXPECT_TRUE(runStudy(smallStudy(folder_.path()), options_));
    EXPECT_EQ(trials()[6].state, TrialState::done);
    EXPECT_EQ(trials()[6].objective, 7);
    EXPECT_EQ(trials()[6].metrics.at("val/loss"), 7);
}

TEST_F(StudyRunner, ABudgetOfTrialsEndsIt) {
    program(result_script);
    EXPECT_TRUE(runStudy(smallStudy(folder_.path(), "budget: {trials: 3}\n"), options_));
    EXPECT_EQ(trials()[2].state, TrialState::done);
    EXPECT_EQ(trials()[3].state, TrialState::failed);
    EXPECT_NE(trials()[3].problem.find("budget"), std::string::npos);
}

TEST_F(StudyRunner, AResultThatAnEarlierStartLeftIsTakenOver) {
    program("exit 1");
    const Study study = smallStudy(folder_.path(), "stop_after_failures: 1\n");
    std::filesystem::create_directories(options_.folder / "trials/trial-0001");
    std::ofstream(options_.folder / "trials/trial-0001/result.json")
        << R"({"run": "r", "metrics": {"val/loss": 2}})";
    runStudy(study, options_);
    EXPECT_EQ(trials()[0].state, TrialState::done);
    EXPECT_EQ(trials()[0].attempts, 0);
    EXPECT_EQ(trials()[1].state, TrialState::failed);
}

TEST_F(StudyRunner, ARunWithoutItsObjectiveIsAFailure) {
    program("exit 0");
    EXPECT_TRUE(runStudy(smallStudy(folder_.path(), "stop_after_failures: 1\n"), options_));
    EXPECT_EQ(trials()[0].state, TrialState::failed);
    EXPECT_FALSE(trials()[0].problem.empty());
}

TEST_F(StudyRunner, ATrialThatAnotherProcessWorksOnIsWaitedFor) {
    program("exit 1");
    const Study study = smallStudy(folder_.path(), "stop_after_failures: 99\n");
    const RunFolder trial{options_.folder / "trials/trial-0001"};
    std::filesystem::create_directories(trial.path);
    auto lock = std::make_unique<RunLock>(trial);
    options_.stop = [&] { return allButTheFirstFailed(); };
    EXPECT_FALSE(runStudy(study, options_));
    EXPECT_EQ(trials()[0].state, TrialState::queued);
    lock.reset();
    options_.stop = [] { return false; };
    EXPECT_TRUE(runStudy(study, options_));
    EXPECT_EQ(trials()[0].state, TrialState::failed);
}

TEST_F(StudyRunner, SoIsOneThatWasBegunWhileTheOtherProcessHadNoLockYet) {
    program(
        "[ $4 = trial-0001 ] && touch $3/begun && until [ -e $3/locked ]; do sleep 0.02; done; "
        "exit 1");
    const Study study = smallStudy(folder_.path(), "stop_after_failures: 99\n");
    std::unique_ptr<RunLock> lock;
    options_.stop = [&] {
        if (!lock && std::filesystem::exists(options_.folder / "begun")) {
            lock = std::make_unique<RunLock>(RunFolder{options_.folder / "trials/trial-0001"});
            std::ofstream(options_.folder / "locked");
        }
        return allButTheFirstFailed();
    };
    EXPECT_FALSE(runStudy(study, options_));
    EXPECT_EQ(trials()[0].state, TrialState::queued);
    EXPECT_EQ(trials()[0].attempts, 0);
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
