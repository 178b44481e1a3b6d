// SPDX-License-Identifier: GPL-3.0-or-later
// Runs side by side on one text, started as a shell would; the figures are tested in core.
#include <fstream>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class MixturesCommand : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("tiny.yaml", tinyConfig(6));
        for (const char* seed : {"1", "2"}) {
            const std::string runs = std::string("runs") + seed;
            const auto trained =
                run({"train", "tiny.yaml", "--runs", runs, "--set",
                     std::string("train.seed=") + seed, "--set", "checkpoint.every=3"});
            ASSERT_EQ(trained.exit_code, 0) << trained.out << trained.err;
            runs_.push_back(fs::directory_iterator(folder_ / runs)->path().string());
        }
        write("text.txt", "The old man walked to the sea.<|endoftext|>A girl found a red ball.");
    }
    std::vector<std::string> runs_;
};

TEST_F(MixturesCommand, FiguresOfEachRunByLayerAndShareOfTraining) {
    const auto done = run({"mixtures", runs_[0], runs_[1], "--corpus", "text.txt", "--permutations",
                           "99", "--csv", "figures.csv", "--json"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto json = done.json();
    ASSERT_EQ(json["runs"].size(), 2U);
    EXPECT_EQ(json["runs"][0]["text_hash"], json["runs"][1]["text_hash"]);
    for (const auto& measured : json["runs"]) {
        ASSERT_EQ(measured["steps"].size(), 2U);
        EXPECT_EQ(measured["steps"][0]["share"], .5);
        EXPECT_EQ(measured["steps"][1]["share"], 1);
        ASSERT_EQ(measured["steps"][1]["layers"].size(), 2U);
        EXPECT_EQ(measured["steps"][1]["layers"][0]["saturation"], 1);
        for (const char* name : {"gini", "entropy_bits", "token_information", "guild_strength"})
            EXPECT_TRUE(measured["steps"][1]["layers"][1].contains(name)) << name;
    }
    std::ifstream csv(folder_ / "figures.csv");
    std::string head;
    std::getline(csv, head);
    EXPECT_EQ(head, "run,step,share,layer,measure,value");
    for (const std::string& folder : runs_)
        EXPECT_TRUE(fs::exists(fs::path(folder) / "views/measured_routing.json"));
    // The last checkpoint's figures are those of an analysis of the same text.
    const auto analysis =
        run({"analyze", runs_[0], "--corpus", "text.txt", "--permutations", "99", "--json"}).json();
    const auto& table = analysis["tables"]["layers"];
    const auto column = [&](const char* name) {
        std::size_t at = 0;
        while (table["columns"][at] != name)
            ++at;
        return table["rows"][1][at].get<double>();
    };
    const auto& layer = json["runs"][0]["steps"][1]["layers"][1];
    EXPECT_NEAR(layer["gini"].get<double>(), column("gini"), 1e-12);
    EXPECT_NEAR(layer["entropy_bits"].get<double>(), column("entropy_bits"), 1e-12);
    EXPECT_NEAR(layer["token_information"].get<double>(), column("token_information_bits"), 1e-9);
    const auto text =
        run({"mixtures", runs_[0], runs_[1], "--corpus", "text.txt", "--permutations", "99"});
    EXPECT_TRUE(contains(text.out, "saturation by share of training")) << text.out << text.err;
}

TEST_F(MixturesCommand, AStudyOfTheKindHasAVerdict) {
    write("m.yaml", "kind: mixtures\nquestion: which?\ncorpus: text.txt\ngroups:\n  one: [" +
                        runs_[0] + "]\n  two: [" + runs_[1] +
                        "]\nverdict:\n  - {measure: gini, of: one, than: two, expect: smaller}\n");
    const auto done = run({"study", "run", "m.yaml"});
    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_TRUE(contains(done.out, "Verdict")) << done.out;
    EXPECT_TRUE(contains(done.out, "Too few models")) << done.out;
    const auto same = run({"mixtures", "m.yaml", "--json"});
    EXPECT_EQ(same.json()["verdict"].size(), 1U) << same.err;
}

TEST_F(MixturesCommand, WhatCanNotBeMeasuredIsSaid) {
    fs::create_directory(folder_ / "empty");
    const auto none = run({"mixtures", "empty", runs_[0]});
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_TRUE(contains(none.err, "is no run folder")) << none.err;
    EXPECT_FALSE(fs::exists(fs::path(runs_[0]) / "views/measured_routing.json"));
    fs::remove_all(fs::path(runs_[1]) / "checkpoints");
    const auto without = run({"mixtures", runs_[0], runs_[1]});
    EXPECT_EQ(without.exit_code, 1);
    EXPECT_TRUE(contains(without.err, "has no checkpoint")) << without.err;
    write("bad.yaml", "kind: mixtures\ngroups: {one: [nowhere]}\n");
    const auto bad = run({"mixtures", "bad.yaml"});
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_TRUE(contains(bad.err, "bad.yaml:2")) << bad.err;
}

}  // namespace
}  // namespace orrery::testing
