// SPDX-License-Identifier: GPL-3.0-or-later
// Any rank is killed at any moment, forty times: the run goes on from its last checkpoint, and ends
// as if nothing had happened.
#include <csignal>
#include <random>
#include <thread>

#include "tests/app/cli/rank_programs.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr int kKills = 40;
constexpr int kRanks = 3;
constexpr int kSteps = 4000;

class RankKillsTest : public RankProgramTest {
protected:
    void SetUp() override {
        RankProgramTest::SetUp();
        write("run.yaml", tinyConfig(kSteps));
    }
    const std::vector<std::string> settings_ = {"--processes", std::to_string(kRanks),
                                                "--set",       "checkpoint.every=10",
                                                "--set",       "eval.every=1000"};
    std::vector<std::string> train(const std::string& runs) const {
        std::vector<std::string> arguments = {"train", "run.yaml", "--runs", runs};
        arguments.insert(arguments.end(), settings_.begin(), settings_.end());
        return arguments;
    }
};

TEST_F(RankKillsTest, TheEndIsThatOfAnUninterruptedRun) {
    const ProgramResult whole = run(train("whole"));
    ASSERT_EQ(whole.exit_code, 0) << whole.out << whole.err;
    std::mt19937 random(7);
    std::vector<std::string> arguments = train("runs");
    int kills = 0;
    for (; kills < kKills; ++kills) {
        Program program(folder_, arguments);
        std::vector<int> processes = otherRanks(program, kRanks);
        processes.push_back(program.process());
        const bool trains = program.waitForOutput(kills % 4 == 3 ? "Building" : "tokens/s");
        if (!trains) break;  // it has come to its end
        std::this_thread::sleep_for(milliseconds(random() % 300));
        kill(processes[random() % processes.size()], SIGKILL);
        const ProgramResult result = program.wait(std::chrono::seconds(60));
        if (result.exit_code == 0) break;
        EXPECT_NE(result.exit_code, -1) << "it does not end";
        for (const int process : processes)
            EXPECT_TRUE(eventually([&] { return !runs(process); })) << process;
        if (fs::exists(folder_ / "runs") && !fs::is_empty(folder_ / "runs"))
            arguments = {"resume", onlyRun().string()};
    }
    const ProgramResult end = run(arguments);
    EXPECT_EQ(end.exit_code, 0) << end.out << end.err;
    const fs::path uninterrupted = fs::directory_iterator(folder_ / "whole")->path();
    for (const char* file : {"model.safetensors", "optimizer.safetensors"})
        EXPECT_EQ(lastCheckpoint(onlyRun(), file), lastCheckpoint(uninterrupted, file)) << file;
    EXPECT_EQ(scalars(onlyRun())["train/loss"], scalars(uninterrupted)["train/loss"]);
    RecordProperty("kills", kills);
}

}  // namespace
}  // namespace orrery::testing
