// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class ControlsCommand : public ProgramTest {
protected:
    std::size_t runs(const std::string& folder) const {
        std::size_t count = 0;
        for (const auto& entry : fs::directory_iterator(folder_ / folder))
            count += entry.is_directory() ? 1 : 0;
        return count;
    }
};

TEST_F(ControlsCommand, TrainsWhatIsMissingAndJudgesByItsSeeds) {
    write("tiny.yaml", tinyConfig(3));
    const std::vector<std::string> one = {"controls", "tiny.yaml", "--seeds", "1", "--json"};
    const auto first = run(one);
    ASSERT_EQ(first.exit_code, 0) << first.err;
    const auto report = first.json();
    ASSERT_EQ(report["controls"].size(), 8u);
    EXPECT_EQ(report["controls"][0]["name"], "itself");
    EXPECT_EQ(report["controls"][1]["judged"], false);
    EXPECT_TRUE(contains(report["controls"][1]["verdict"], "estimated from one seed"));
    EXPECT_GT(report["controls"][1]["bits_per_byte"][0].get<double>(), 0);
    EXPECT_EQ(runs("controls/tiny"), 8u);

    const auto two = run({"controls", "tiny.yaml", "--seeds", "2"});
    ASSERT_EQ(two.exit_code, 0) << two.err;
    EXPECT_EQ(runs("controls/tiny"), 16u) << "those of the first seed were there";
    EXPECT_FALSE(contains(two.out, "/16] tiny-itself-seed1:")) << two.out;
    EXPECT_TRUE(contains(two.out, "seed noise.")) << two.out;
    EXPECT_TRUE(contains(two.out, "Rule: ")) << two.out;
    EXPECT_TRUE(fs::exists(folder_ / "controls/tiny/controls.csv"));
    for (const char* picture : {"controls.svg", "controls.pdf"})
        EXPECT_EQ(fs::exists(folder_ / "controls/tiny" / picture), hasWindow()) << picture;
    EXPECT_EQ(run(one).json()["controls"][0]["loss"], report["controls"][0]["loss"]);

    const auto other = run({"controls", "tiny.yaml", "--seeds", "1", "--steps", "4"});
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_TRUE(contains(other.err, "another configuration (train.max_steps)")) << other.err;
}

TEST_F(ControlsCommand, StoppedItGoesOnWhereItWas) {
    write("long.yaml", tinyConfig(200));
    const std::vector<std::string> words = {"controls", "long.yaml", "--seeds", "1", "--out", "c"};
    Program program(folder_, words);
    ASSERT_TRUE(program.waitForOutput("[1/8] tiny-itself-seed1: Finished"));
    program.signal(SIGINT);
    EXPECT_EQ(program.wait().exit_code, 3);
    const auto before = runs("c");
    EXPECT_LT(before, 8u);
    const auto again = run(words);
    ASSERT_EQ(again.exit_code, 0) << again.err;
    EXPECT_FALSE(contains(again.out, "[1/8]")) << again.out;
    EXPECT_EQ(runs("c"), 8u) << "the one that was stopped was resumed";
}

TEST_F(ControlsCommand, WhatCanNotWorkSaysSo) {
    write("tiny.yaml", tinyConfig(3));
    EXPECT_EQ(run({"controls", "tiny.yaml", "--seeds", "0"}).exit_code, 2);
    EXPECT_EQ(run({"controls", "gone.yaml"}).exit_code, 2);
    EXPECT_EQ(run({"controls", "tiny.yaml", "--set", "some.top_k=9"}).exit_code, 2);
    EXPECT_FALSE(fs::exists(folder_ / "controls"));
}

}  // namespace
}  // namespace orrery::testing
