// SPDX-License-Identifier: GPL-3.0-or-later
// analyze and export, started as a shell would; what the numbers mean is tested in core.
#include <fstream>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class AnalyzeCommand : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("tiny.yaml", tinyConfig(6));
        const auto trained = run({"train", "tiny.yaml", "--json"});
        ASSERT_EQ(trained.exit_code, 0) << trained.out << trained.err;
        run_folder_ = fs::directory_iterator(folder_ / "runs")->path().string();
    }
    static std::string head(const fs::path& file) {
        std::ifstream stream(file);
        std::string line;
        std::getline(stream, line);
        return line;
    }
    std::string run_folder_;
};

TEST_F(AnalyzeCommand, TablesAsJsonTextAndCsv) {
    const auto json = run({"analyze", run_folder_, "--permutations", "99", "--json"}).json();
    EXPECT_EQ(json["step"], 6);
    const auto& layers = json["tables"]["layers"];
    ASSERT_EQ(layers["rows"].size(), 2u);
    EXPECT_EQ(layers["columns"].size(), layers["rows"][0].size());
    EXPECT_EQ(json["tables"]["experts"]["rows"].size(), 8u);
    EXPECT_TRUE(json["tables"].contains("expert_parts"));
    const auto text = run({"analyze", run_folder_, "--text", "The bird sang.", "--tokens", "3"});
    EXPECT_TRUE(contains(text.out, "token_information_bits")) << text.out << text.err;

    EXPECT_EQ(run({"analyze", run_folder_, "--csv", "tables"}).exit_code, 0);
    EXPECT_TRUE(head(folder_ / "tables/coactivation.csv").starts_with("layer,expert,other,"));
    const auto again = run({"analyze", run_folder_, "--csv", "tables"});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_TRUE(contains(again.err, "--force")) << again.err;
    EXPECT_EQ(run({"analyze", run_folder_, "--csv", "tables", "--force"}).exit_code, 0);
}

TEST_F(AnalyzeCommand, TheOldSpellingIsStillReadWithANote) {
    const auto old = run({"analyse", run_folder_, "--text", "The bird sang.", "--json"});
    EXPECT_EQ(old.exit_code, 0) << old.err;
    EXPECT_TRUE(contains(old.err, "now called orrery-cli analyze")) << old.err;
    const auto now = run({"analyze", run_folder_, "--text", "The bird sang.", "--json"});
    EXPECT_FALSE(contains(now.err, "now called")) << now.err;
    EXPECT_EQ(old.out, now.out);
}

TEST_F(AnalyzeCommand, WhatCanNotBeAnalyzed) {
    const auto step = run({"analyze", run_folder_, "--step", "4"});
    EXPECT_EQ(step.exit_code, 1);
    EXPECT_TRUE(contains(step.err, "no data of step 4. Checkpoints: 6")) << step.err;
    EXPECT_EQ(run({"analyze", "gone"}).exit_code, 1);
    EXPECT_EQ(run({"analyze", run_folder_, "--tags", "gone.conllu"}).exit_code, 1);
    EXPECT_EQ(run({"analyze", run_folder_, "--text", "a", "--corpus", "b"}).exit_code, 2);
    write("bad.conllu", "1\tword\n");
    EXPECT_TRUE(contains(run({"analyze", run_folder_, "--tags", "bad.conllu"}).err,
                         "bad.conllu:1: a word line of CoNLL-U has 10 columns"));
}

TEST_F(AnalyzeCommand, ExportsGoIntoTheRunsFolder) {
    EXPECT_EQ(run({"export", run_folder_, "--to", "csv"}).exit_code, 0);
    EXPECT_EQ(head(run_folder_ + "/exports/csv/scalars.csv"), "step,name,value");
    const auto model = run({"export", run_folder_, "--to", "safetensors", "--json"}).json();
    EXPECT_EQ(model["files"][0], run_folder_ + "/exports/safetensors/step-6.safetensors");
    EXPECT_EQ(run({"export", run_folder_, "--to", "safetensors"}).exit_code, 1);
    EXPECT_EQ(run({"export", run_folder_, "--to", "onnx"}).exit_code, 2);
    EXPECT_EQ(run({"export", "gone", "--to", "tensorboard"}).exit_code, 1);
}

}  // namespace
}  // namespace orrery::testing
