// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"
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
         {"train",  "resume",  "eval",   "generate", "trace",  "params",   "runs",
          "config", "project", "replay", "study",    "bench",  "controls", "set",
          "probe",  "analyze", "export", "report",   "figure", "devices"}) {
        const auto result = run({name, "--help"});
        EXPECT_EQ(result.exit_code, 0) << name;
        EXPECT_TRUE(contains(result.out, "Usage:")) << name;
    }
}

TEST_F(Usage, WhatComputesHasThreadsThatDoNotSpin) {
    for (const char* name : {"train", "resume", "controls", "study", "bench"})
        EXPECT_TRUE(cli::computes(name)) << name;
    for (const char* name : {"", "--help", "params", "devices", "runs"})
        EXPECT_FALSE(cli::computes(name)) << name;
}

TEST_F(Usage, DevicesAreListedWithTheirMemory) {
    const auto list = run({"devices", "--json"}).json();
    EXPECT_EQ(list["devices"][0]["device"], "cpu");
    EXPECT_GT(list["devices"][0]["memory_bytes"].get<double>(), 1e8);
    const bool gpu = list["auto"] == "cuda";
    EXPECT_EQ(gpu, !list.contains("no_cuda_because"));
    const auto text = run({"devices"});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_TRUE(contains(text.out, "auto takes the ")) << text.out;
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

TEST_F(Usage, NumbersThatMakeNoSenseExitWithTwo) {
    const std::vector<std::string> generate = {"generate", "run", "--prompt", "x"};
    const std::vector<std::string> ends[] = {{"--seed", "-1"},
                                             {"--seed", "1.5"},
                                             {"--seed", "99999999999999999999"},
                                             {"--tokens", "0"},
                                             {"--tokens", "1e9"},
                                             {"--temperature", "-0.1"},
                                             {"--temperature", "nan"},
                                             {"--temperature", "inf"},
                                             {"--top-k", "-1"},
                                             {"--step", "-1"},
                                             {"--step", "99999999999999999999"}};
    for (const auto& end : ends) {
        std::vector<std::string> words = generate;
        words.insert(words.end(), end.begin(), end.end());
        const auto result = run(words);
        EXPECT_EQ(result.exit_code, 2) << end[0] << " " << end[1];
        EXPECT_TRUE(contains(result.err, end[0])) << result.err;
    }
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"project", "run", "--seed", "-1"},
          {"project", "run", "--layer", "-1"},
          {"project", "run", "--layer", "99999999999"},
          {"project", "run", "--dimensions", "4"},
          {"analyze", "run", "--seed", "-1"},
          {"analyze", "run", "--tokens", "0"},
          {"analyze", "run", "--permutations", "-5"},
          {"set", "run", "keys.alpha=1", "--wait", "nan"},
          {"set", "run", "keys.alpha=1", "--wait", "-1"},
          {"controls", "x.yaml", "--seeds", "0"},
          {"controls", "x.yaml", "--steps", "0"},
          {"bench", "step", "x.yaml", "--repeats", "0"},
          {"bench", "projection", "--keys", "-3"},
          {"bench", "nearest-keys", "--experts", "0..64"},
          {"bench", "nearest-keys", "--experts", "64..8"},
          {"bench", "nearest-keys", "--experts", "many"},
          {"bench", "nearest-keys", "--top-k", "0"}})
        EXPECT_EQ(run(words).exit_code, 2) << words[0] << " " << words[2] << " " << words.back();
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
