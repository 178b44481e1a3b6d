// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;
using std::chrono::steady_clock;

class InterruptTest : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("long.yaml", tinyConfig(500'000));
    }
    fs::path onlyRun() const { return fs::directory_iterator(folder_ / "runs")->path(); }
    bool hasCheckpoint() const {
        std::error_code none_yet;
        for (const auto& entry : fs::directory_iterator(onlyRun() / "checkpoints", none_yet))
            if (entry.path().filename().string().starts_with("step-")) return true;
        return false;
    }
};

TEST_F(InterruptTest, TheFirstStopsSavesAndSaysHowToGoOn) {
    Program program(folder_, {"train", "long.yaml"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    program.signal(SIGINT);
    const auto result = program.wait();
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    EXPECT_TRUE(contains(result.out, "Resume with: orrery-cli resume '" + onlyRun().string() + "'"))
        << result.out;
    EXPECT_FALSE(fs::is_empty(onlyRun() / "checkpoints"));
    EXPECT_EQ(run({"runs", "--json"}).json()[0]["state"], "stopped");

    Program again(folder_, {"resume", onlyRun().string()});
    ASSERT_TRUE(again.waitForOutput("tokens/s"));
    again.signal(SIGTERM);
    EXPECT_EQ(again.wait().exit_code, 3);
}

TEST_F(InterruptTest, TheSecondStopsAtOnce) {
    Program program(folder_, {"train", "long.yaml"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    program.signal(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    program.signal(SIGINT);
    const auto before = steady_clock::now();
    EXPECT_EQ(program.wait().exit_code, 3);
    EXPECT_LT(steady_clock::now() - before, seconds(60));
}

/// A command that computes and does not look for a signal.
TEST_F(InterruptTest, EveryCommandIsStoppedWithThree) {
    Program computes(folder_,
                     {"bench", "projection", "--keys", "200000", "--dimensions", "8", "--json"});
    ASSERT_TRUE(eventually([&] { return computes.processorSeconds() > 3; }));
    computes.signal(SIGINT);
    const auto result = computes.wait();
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    EXPECT_TRUE(contains(result.err, "Stopped by the user"));
    EXPECT_TRUE(result.json().contains("error"));
}

/// A pipe without a writer would hold it up for ever.
TEST_F(InterruptTest, NoCommandWaitsForAPipe) {
    fs::create_directory(folder_ / "case");
    write("case/config.yaml", tinyConfig(3));
    write("case/init.safetensors", "");
    ASSERT_EQ(mkfifo((folder_ / "case/batches.safetensors").c_str(), 0600), 0);
    const auto result = run({"replay", "case"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(contains(result.err, "batches.safetensors is not a regular file but a pipe"))
        << result.err;
}

TEST_F(InterruptTest, AKilledRunIsListedAsInterruptedAndResumes) {
    Program program(folder_, {"train", "long.yaml", "--set", "checkpoint.every=5"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    ASSERT_TRUE(eventually([&] { return hasCheckpoint(); }));
    program.signal(SIGKILL);
    EXPECT_EQ(program.wait().exit_code, 128 + SIGKILL);
    EXPECT_EQ(run({"runs", "--json"}).json()[0]["state"], "interrupted");
    Program again(folder_, {"resume", onlyRun().string()});
    EXPECT_TRUE(again.waitForOutput("tokens/s"));
    again.signal(SIGINT);
    EXPECT_EQ(again.wait().exit_code, 3);
}

TEST_F(InterruptTest, TwoProcessesCanNotTrainOneRun) {
    Program program(folder_, {"train", "long.yaml"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    // A run's database is up to a second behind what is printed.
    EXPECT_TRUE(eventually([&] {
        return run({"runs", "--json"}).json()[0]["state"] == "running";
    }));
    const auto second = run({"resume", onlyRun().string()});
    EXPECT_EQ(second.exit_code, 1);
    EXPECT_FALSE(second.err.empty());
    program.signal(SIGINT);
    EXPECT_EQ(program.wait().exit_code, 3);
}

}  // namespace
}  // namespace orrery::testing
