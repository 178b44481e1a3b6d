// SPDX-License-Identifier: GPL-3.0-or-later
// orrery-cli train --processes, and what a launcher starts.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <thread>

#include "tests/app/cli/rank_programs.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

/// Every kind of sum: padding, balance, learned temperature, respawned keys, micro-batches.
const char* const kKnobs =
    "keys: {respawn_threshold: 0.02, temperature: learned, warmup_steps: 3}\n";

class RanksTest : public RankProgramTest {
protected:
    void SetUp() override {
        RankProgramTest::SetUp();
        write("short.yaml", tinyConfig(24) + kKnobs);
        write("long.yaml", tinyConfig(500'000));
    }
    fs::path trained(const std::string& folder, const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"train", "short.yaml", "--runs", folder};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramResult result = run(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
        EXPECT_EQ(result.err, "");
        return fs::directory_iterator(folder_ / folder)->path();
    }
};

TEST_F(RanksTest, ARunOfSeveralIsThatOfOne) {
    const std::vector<std::string> more = {"--set", "some.balance_bias=0.001",
                                           "--set", "train.accumulation=2",
                                           "--set", "eval.every=8"};
    const auto alone = scalars(trained("one", more));
    for (const std::string count : {"2", "3"}) {
        std::vector<std::string> arguments = more;
        arguments.insert(arguments.end(), {"--processes", count});
        const auto values = scalars(trained("runs" + count, arguments));
        for (const auto& [name, expected] : alone) {
            if (name.starts_with("memory/") || name.starts_with("time/wall") ||
                name.ends_with("tokens_per_second"))
                continue;
            ASSERT_EQ(values.at(name).size(), expected.size()) << name;
            for (std::size_t i = 0; i < expected.size(); ++i)
                EXPECT_NEAR(values.at(name)[i], expected[i], 1e-5 + 1e-4 * std::abs(expected[i]))
                    << name << " " << i;
        }
        for (std::size_t i = 0; i < alone.at("train/loss").size(); ++i)
            EXPECT_NEAR(values.at("train/loss")[i] / alone.at("train/loss")[i], 1, 1e-5) << i;
        for (std::size_t i = 0; i < alone.at("val/loss").size(); ++i)
            EXPECT_NEAR(values.at("val/loss")[i] / alone.at("val/loss")[i], 1, 1e-5) << i;
        EXPECT_TRUE(values.contains("ranks/communication"));
        EXPECT_GT(values.at("ranks/bytes").back(), 1000);
    }
}

TEST_F(RanksTest, TwoRunsAreEqualBitForBit) {
    const fs::path first = trained("a", {"--processes", "2"});
    const fs::path second = trained("b", {"--processes", "2"});
    for (const char* file : {"model.safetensors", "optimizer.safetensors"})
        EXPECT_EQ(lastCheckpoint(first, file), lastCheckpoint(second, file)) << file;
    EXPECT_EQ(scalars(first)["train/loss"], scalars(second)["train/loss"]);
}

TEST_F(RanksTest, GoesOnWithAnotherNumber) {
    std::vector<std::string> arguments = {"train", "long.yaml", "--processes", "2"};
    for (const std::string next : {"3", "1"}) {
        Program program(folder_, arguments);
        ASSERT_TRUE(program.waitForOutput("tokens/s"));
        program.signal(SIGINT);
        const ProgramResult result = program.wait();
        ASSERT_EQ(result.exit_code, 3) << result.out << result.err;
        arguments = {"resume", onlyRun().string(), "--processes", next};
    }
    Program last(folder_, arguments);
    ASSERT_TRUE(last.waitForOutput("tokens/s"));
    EXPECT_TRUE(childrenOf(last.process()).empty());
    last.signal(SIGINT);
    EXPECT_EQ(last.wait().exit_code, 3);
}

TEST_F(RanksTest, ListensOnLoopbackAlone) {
    Program program(folder_, {"train", "long.yaml", "--processes", "2"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    std::vector<int> processes = otherRanks(program, 2);
    processes.push_back(program.process());
    std::size_t sockets = 0;
    for (const int process : processes)
        for (const std::string& place : listeningSockets(process)) {
            EXPECT_TRUE(place.starts_with("127.0.0.1:")) << place;
            ++sockets;
        }
    EXPECT_GE(sockets, 3U);  // the store, and Gloo in both
    program.signal(SIGINT);
    EXPECT_EQ(program.wait().exit_code, 3);
    for (const int process : processes)
        EXPECT_TRUE(eventually([&] { return !runs(process); })) << process;
}

TEST_F(RanksTest, LiveSettingsReachAllRanks) {
    Program program(folder_, {"train", "long.yaml", "--processes", "2"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    for (const char* change : {"train.learning_rate=0.001", "keys.alpha=0.05"})
        EXPECT_EQ(run({"set", onlyRun().string(), change}).exit_code, 0);
    program.signal(SIGINT);  // the checkpoint compares all ranks
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
    EXPECT_TRUE(contains(result.out, "keys.alpha"));
}

/// Ends the run from outside: the program must name the rank and leave nobody behind.
void expectLoss(const Program& program, const std::vector<int>& others, const ProgramResult& result,
                int rank) {
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
    EXPECT_TRUE(contains(result.out + result.err,
                         "rank " + std::to_string(rank) + " (" + host.data() + ") is lost"))
        << result.out << result.err;
    EXPECT_FALSE(runs(program.process()));
    for (const int process : others)
        EXPECT_TRUE(eventually([&] { return !runs(process); })) << process;
}

TEST_F(RanksTest, AKilledRankIsNamedAndAllEnd) {
    Program program(folder_, {"train", "long.yaml", "--processes", "3"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    const std::vector<int> others = otherRanks(program, 3);
    ASSERT_EQ(others.size(), 2U);
    kill(others[1], SIGKILL);
    expectLoss(program, others, program.wait(seconds(60)), 2);
    EXPECT_EQ(run({"runs", "--json"}).json()[0]["state"], "failed");
}

TEST_F(RanksTest, AStoppedRankIsLostAfterTheLimit) {
    Program program(folder_,
                    {"train", "long.yaml", "--processes", "2", "--set", "train.rank_timeout=3"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    const std::vector<int> others = otherRanks(program, 2);
    ASSERT_EQ(others.size(), 1U);
    kill(others[0], SIGSTOP);
    expectLoss(program, others, program.wait(seconds(60)), 1);
}

/// As a machine that is suspended, moved to another host or frozen beside other work.
TEST_F(RanksTest, WhereAllWereStoppedNobodyIsLost) {
    Program program(folder_,
                    {"train", "long.yaml", "--processes", "3", "--set", "train.rank_timeout=4"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    std::vector<int> all = otherRanks(program, 3);
    all.insert(all.begin(), program.process());
    ASSERT_EQ(all.size(), 3U);
    for (int time = 0; time < 3; ++time) {
        for (const int process : all)
            kill(process, SIGSTOP);
        std::this_thread::sleep_for(seconds(6));
        for (const int process : all) {
            kill(process, SIGCONT);
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
        }
        std::rotate(all.begin(), all.begin() + 1, all.end());
    }
    program.signal(SIGINT);
    const ProgramResult result = program.wait(seconds(60));
    EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
}

TEST_F(RanksTest, WithoutRankZeroNobodyStays) {
    Program program(folder_, {"train", "long.yaml", "--processes", "3"});
    ASSERT_TRUE(program.waitForOutput("tokens/s"));
    const std::vector<int> others = otherRanks(program, 3);
    ASSERT_EQ(others.size(), 2U);
    program.signal(SIGKILL);
    for (const int process : others)
        EXPECT_TRUE(eventually([&] { return !runs(process); })) << process;
}

/// Two ranks, started by hand as torchrun does it, with these arguments.
std::vector<ProgramResult> launched(const fs::path& folder,
                                    const std::vector<std::vector<std::string>>& arguments,
                                    const std::string& address = "127.0.0.1") {
    const Variable size("WORLD_SIZE", std::to_string(arguments.size()));
    const Variable host("MASTER_ADDR", address);
    const Variable port("MASTER_PORT", std::to_string(20000 + getpid() % 10000));
    const Variable quiet("LOCAL_WORLD_SIZE", std::to_string(arguments.size()));
    std::vector<std::unique_ptr<Program>> programs;
    for (std::size_t rank = 0; rank < arguments.size(); ++rank) {
        const Variable number("RANK", std::to_string(rank));
        const Variable local("LOCAL_RANK", std::to_string(rank));
        programs.push_back(std::make_unique<Program>(folder, arguments[rank]));
    }
    std::vector<ProgramResult> results;
    for (const auto& program : programs)
        results.push_back(program->wait());
    return results;
}

TEST_F(RanksTest, RanksOfALauncherTrain) {
    const std::vector<std::string> train = {"train", "short.yaml"};
    for (const ProgramResult& result : launched(folder_, {train, train, train}))
        EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_EQ(run({"runs", "--json"}).json().size(), 1U);
}

TEST_F(RanksTest, RanksThatDifferAreRefusedBeforeThereIsARun) {
    write("other.txt", "Another text.\n\nAnd one more.\n\nA third.\n");
    const std::vector<std::string> train = {"train", "short.yaml"};
    const std::vector<std::string> other = {"train", "short.yaml", "--set", "keys.alpha=0.5"};
    for (const ProgramResult& result : launched(folder_, {train, other})) {
        EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
        EXPECT_TRUE(contains(result.err, "alpha: 0.5")) << result.err;
        EXPECT_TRUE(contains(result.err, "rank 1 (")) << result.err;
    }
    EXPECT_FALSE(fs::exists(folder_ / "runs"));
}

TEST_F(RanksTest, WhatCannotBeReachedIsSaid) {
    const std::vector<std::string> train = {"train", "short.yaml", "--set", "train.rank_timeout=2"};
    const auto unknown = launched(folder_, {train, train}, "no.such.host.invalid");
    for (const ProgramResult& result : unknown) {
        EXPECT_EQ(result.exit_code, 1);
        EXPECT_TRUE(contains(result.err, "no.such.host.invalid")) << result.err;
    }
    const auto foreign = launched(folder_, {train}, "192.0.2.1");
    EXPECT_EQ(foreign[0].exit_code, 0);  // alone: no address is needed
    const Variable rank("RANK", "0");
    const Variable size("WORLD_SIZE", "2");
    const Variable host("MASTER_ADDR", "127.0.0.1");
    const Variable port("MASTER_PORT", std::to_string(20000 + getpid() % 10000));
    const ProgramResult missing = run(train);
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_TRUE(contains(missing.err, "Rank 1 of 2")) << missing.err;
}

TEST_F(RanksTest, ReplaysACaseOnSeveralProcesses) {
    const fs::path cases = fs::path(ORRERY_SOURCE_DIR) / "tests/reference/cases";
    const ProgramResult result =
        run({"replay", (cases / "accumulation").string(), "--processes", "2", "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_TRUE(result.json()["passed"].get<bool>());
}

}  // namespace
}  // namespace orrery::testing
