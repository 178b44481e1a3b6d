// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/called_program.h"

namespace orrery::testing {
namespace {

class Usage : public CalledProgramTest {};

TEST_F(Usage, HelpShowsCommandsAndExamples) {
    const auto result = run({"--help"});
    EXPECT_EQ(result.exit_code, 0);
    for (const char* word : {"train", "resume", "eval", "generate", "trace", "params", "runs",
                             "config", "project", "replay", "Examples:", "Exit codes"})
        EXPECT_TRUE(contains(result.out, word)) << word;
    EXPECT_EQ(result.err, "");
}

TEST_F(Usage, EveryCommandHasHelp) {
    for (const char* name :
         {"train", "resume", "eval", "generate", "trace", "params", "runs", "config", "project",
          "replay", "study", "bench", "controls", "set", "probe", "analyse", "export"}) {
        const auto result = run({name, "--help"});
        EXPECT_EQ(result.exit_code, 0) << name;
        EXPECT_TRUE(contains(result.out, "Usage:")) << name;
    }
}

TEST_F(Usage, VersionIsANumber) {
    const auto result = run({"--version"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_TRUE(result.out.starts_with("orrery-cli 0.")) << result.out;
}

TEST_F(Usage, MistakesExitWithTwo) {
    EXPECT_EQ(run({}).exit_code, 2);
    EXPECT_EQ(run({"config"}).exit_code, 2);
    EXPECT_EQ(run({"train"}).exit_code, 2);
    EXPECT_EQ(run({"train", "x.yaml", "--sett", "a=b"}).exit_code, 2);
    EXPECT_EQ(run({"generate", "run", "--prompt", "x", "--tokens", "many"}).exit_code, 2);
    EXPECT_EQ(run({"generate", "run", "--prompt", "x", "--tokens", "-1"}).exit_code, 2);
    EXPECT_EQ(run({"project", "run", "--method", "pcaa"}).exit_code, 2);
}

TEST_F(Usage, MistakesAreJsonWhereJsonIsAsked) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"train", "--json"},
                                                  {"trian", "--json"},
                                                  {"eval", "run", "--step", "-3", "--json"}}) {
        const auto result = run(words);
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_TRUE(result.json().contains("error")) << result.out;
    }
}

TEST_F(Usage, AMistypedCommandGetsTheNearestOne) {
    const auto result = run({"trian"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(contains(result.err, "Did you mean train?")) << result.err;
}

}  // namespace
}  // namespace orrery::testing
