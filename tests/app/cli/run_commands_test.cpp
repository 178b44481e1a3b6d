// SPDX-License-Identifier: GPL-3.0-or-later
// train and the commands that use a run.
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class RunCommands : public ProgramTest {
protected:
    fs::path onlyRun() const {
        std::vector<fs::path> runs;
        for (const auto& entry : fs::directory_iterator(folder_ / "runs"))
            runs.push_back(entry.path());
        EXPECT_EQ(runs.size(), 1u);
        return runs.empty() ? fs::path() : runs[0];
    }
    void tryAnalyses(const std::string& run_folder);
    void tryModel(const std::string& run_folder);
};

std::string head(const fs::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

void RunCommands::tryModel(const std::string& run_folder) {
    const auto evaluation = run({"eval", run_folder, "--json"});
    EXPECT_EQ(evaluation.exit_code, 0) << evaluation.err;
    EXPECT_GT(evaluation.json()["loss"].get<double>(), 0);
    EXPECT_GT(evaluation.json()["bits_per_byte"].get<double>(), 0);
    write("other.txt", "A small bird sang.\n<|endoftext|>\nThe rain fell on the roof.\n");
    EXPECT_EQ(run({"eval", run_folder, "--corpus", "other.txt"}).exit_code, 0);
    write("one.txt", "A small bird sang.");
    const auto one = run({"eval", run_folder, "--corpus", "one.txt", "--json"});
    EXPECT_EQ(one.exit_code, 0) << one.err;
    EXPECT_EQ(one.json()["documents"], 1);
    EXPECT_EQ(run({"eval", run_folder, "--corpus", "gone.txt"}).exit_code, 1);
    const auto longer = run({"eval", run_folder, "--length", "64", "--json"});
    EXPECT_EQ(longer.exit_code, 0) << longer.err;
    EXPECT_TRUE(contains(longer.err, "sinusoidal positions do not extrapolate")) << longer.err;
    EXPECT_GT(longer.json()["loss"].get<double>(), 0);

    const std::vector<std::string> generate = {"generate", run_folder, "--prompt", "The",
                                               "--tokens", "12",       "--json"};
    const auto text = run(generate);
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_EQ(text.json()["prompt"], "The");
    EXPECT_EQ(run(generate).out, text.out) << "the same seed, the same text";
}

void RunCommands::tryAnalyses(const std::string& run_folder) {
    const auto trace = run({"trace", run_folder, "--text", "The bird", "--json"}).json();
    EXPECT_EQ(trace["layers"], 2);
    const auto tokens = trace["pieces"].size();
    EXPECT_EQ(trace["experts"].size(), tokens * 2 * 2);
    EXPECT_EQ(trace["tokens_shown"], tokens);
    EXPECT_EQ(trace["tokens_of_text"], tokens);
    const auto words = run({"trace", run_folder, "--text", "The bird"});
    EXPECT_TRUE(contains(words.out, "layer 1"));
    EXPECT_EQ(words.err, "");
    const auto cut = run({"trace", run_folder, "--text", std::string(1000, 'x'), "--json"});
    EXPECT_GT(cut.json()["tokens_of_text"].get<int>(), cut.json()["tokens_shown"].get<int>());
    EXPECT_TRUE(contains(cut.err, "of the text's")) << cut.err;

    const auto written =
        run({"trace", run_folder, "--text", "The bird", "--continue", "4", "--json"}).json();
    const auto more = written["tokens_written"].get<std::size_t>();
    EXPECT_LE(more, 4U);
    EXPECT_EQ(written["pieces"].size(), tokens + more);
    EXPECT_EQ(run({"trace", run_folder, "--text", "The bird", "--continue", "0"}).exit_code, 2);
    const auto logits =
        run({"trace", run_folder, "--text", "The bird", "--continue", "4", "--logits", "--json"});
    EXPECT_EQ(logits.json()["logits"].size(), tokens + more) << logits.err;

    const auto points = run({"project", run_folder, "--layer", "1", "--json"}).json();
    EXPECT_EQ(points["points"].size(), 4u * 3u);
    EXPECT_EQ(points["step"], 6);
    EXPECT_EQ(run({"project", run_folder, "--layer", "9"}).exit_code, 1);
    const auto between = run({"project", run_folder, "--step", "5"});
    EXPECT_EQ(between.exit_code, 1) << "never that of step 0";
    EXPECT_TRUE(contains(between.err, "Snapshots: 0, 6.")) << between.err;
    const auto csv = run({"project", run_folder, "--method", "pca", "--dimensions", "2"});
    EXPECT_TRUE(csv.out.starts_with("expert,x,y,usage,cluster\n0,")) << csv.out;
    EXPECT_TRUE(contains(csv.err, "Keys of step 6.")) << csv.err;
    const auto axes = run({"project", run_folder, "--dimensions", "2", "--components", "3,1"});
    EXPECT_TRUE(axes.exit_code == 0 && axes.out != csv.out) << axes.err;
    EXPECT_EQ(run({"project", run_folder, "--method", "umap", "--metric", "cosine"}).exit_code, 0);
    EXPECT_EQ(run({"project", run_folder, "--metric", "cosine"}).exit_code, 1);
    EXPECT_EQ(run({"project", run_folder, "--components", "1,2,99"}).exit_code, 1);
}

TEST_F(RunCommands, ARunIsTrainedListedAndUsed) {
    write("tiny.yaml", tinyConfig(6));
    const auto trained = run({"train", "tiny.yaml", "--figures"});
    ASSERT_EQ(trained.exit_code, 0) << trained.out << trained.err;
    const fs::path folder = onlyRun();
    EXPECT_TRUE(contains(trained.out, "Run: " + folder.string())) << trained.out;
    for (const char* picture : {"loss.svg", "usage.svg"})
        EXPECT_EQ(head(folder / "figures" / picture).starts_with("<?xml "), hasWindow()) << picture;
    EXPECT_EQ(head(folder / "figures/loss.pdf").starts_with("%PDF-"), hasWindow());
    EXPECT_EQ(head(folder / "figures/scalars.csv"), "step,name,value");
    EXPECT_EQ(head(folder / "figures/usage.csv"), "layer,expert,selections");

    const auto list = run({"runs", "runs", "--json"}).json();
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0]["state"], "finished");
    EXPECT_EQ(list[0]["step"], 6);
    EXPECT_TRUE(contains(run({"runs"}).out, "finished"));
    const auto again = run({"resume", folder.string()});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_TRUE(contains(again.out, "finished already")) << again.out;
    EXPECT_EQ(run({"runs", "runs", "--json"}).json(), list);
    tryModel(folder.string());
    tryAnalyses(folder.string());
}

TEST_F(RunCommands, EveryCommandTellsTheStepOfItsWeightsAndWhyItIsAnOlderOne) {
    write("tiny.yaml", tinyConfig(6));
    ASSERT_EQ(run({"train", "tiny.yaml", "--set", "checkpoint.every=3"}).exit_code, 0);
    const std::string folder = onlyRun().string();
    const std::vector<std::vector<std::string>> commands = {
        {"eval", folder},
        {"trace", folder, "--text", "The bird"},
        {"generate", folder, "--prompt", "The", "--tokens", "3"},
        {"probe", folder},
        {"analyze", folder, "--tokens", "100", "--permutations", "99"},
        {"export", folder, "--to", "safetensors", "--out", "model.safetensors", "--force"}};
    const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    for (const auto& words : commands) {
        const auto told = run(words);
        const std::string said = told.out + told.err;
        EXPECT_TRUE(std::regex_search(said, std::regex("step +6"))) << words[0] << said;
        const auto json = run(with(words, {"--json"}));
        EXPECT_EQ(json.json()["step"], 6) << words[0];
        EXPECT_EQ(json.err, "") << words[0];
        EXPECT_EQ(run(with(words, {"--json", "--step", "3"})).json()["step"], 3) << words[0];
        const auto none = run(with(words, {"--step", "5"}));
        EXPECT_EQ(none.exit_code, 1) << words[0];
        EXPECT_TRUE(contains(none.err, "3, 6")) << words[0] << none.err;
    }
    fs::resize_file(onlyRun() / "checkpoints/step-000006/model.safetensors", 100);
    for (const auto& words : commands) {
        const auto older = run(with(words, {"--json"}));
        EXPECT_EQ(older.exit_code, 0) << words[0] << older.err;
        EXPECT_EQ(older.json()["step"], 3) << words[0];
        EXPECT_TRUE(contains(older.err, "step-000006 is corrupt")) << words[0] << older.err;
        EXPECT_TRUE(contains(older.err, "step 3 is used in its place")) << words[0] << older.err;
        if (words[0] == "analyze") continue;  // of step 6 it has the keys
        const auto asked = run(with(words, {"--step", "6"}));
        EXPECT_EQ(asked.exit_code, 1) << words[0];
        EXPECT_TRUE(contains(asked.err, "Checkpoints: 3.")) << words[0] << asked.err;
    }
    const auto keys = run({"analyze", folder, "--step", "6"});
    EXPECT_TRUE(contains(keys.out, "No complete checkpoint at this step")) << keys.out;
    EXPECT_TRUE(contains(keys.err, "step-000006 is corrupt")) << keys.err;
}

TEST_F(RunCommands, EffectsOfSingleExpertsAreKeptWithTheRun) {
    write("tiny.yaml", tinyConfig(6));
    ASSERT_EQ(run({"train", "tiny.yaml"}).exit_code, 0);
    const fs::path folder = onlyRun();
    write("other.txt", "A small bird sang.\n<|endoftext|>\nThe rain fell on the roof.\n");
    ASSERT_EQ(run({"ablate", folder.string(), "--sweep", "--corpus", "other.txt"}).exit_code, 0);
    EXPECT_FALSE(fs::exists(folder / "views/loss_effects.json")) << "of another text";
    const auto sweep =
        run({"ablate", folder.string(), "--sweep", "--tokens", "100", "--json"}).json();
    const auto kept = nlohmann::json::parse(std::ifstream(folder / "views/loss_effects.json"));
    EXPECT_EQ(kept["step"], 6);
    ASSERT_EQ(kept["effects"].size(), sweep["sweep"].size());
    ASSERT_EQ(kept["effects"].size(), 8u);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(kept["effects"][i][1], sweep["sweep"][i]["expert"]);
        EXPECT_NEAR(kept["effects"][i][2].get<double>(),
                    sweep["sweep"][i]["loss_change"].get<double>(), 1e-12);
    }
    fs::remove_all(folder / "views");
    fs::create_directory(folder_ / "elsewhere");
    fs::create_directory_symlink(folder_ / "elsewhere", folder / "views");
    const auto refused = run({"ablate", folder.string(), "--sweep", "--tokens", "100"});
    EXPECT_EQ(refused.exit_code, 0) << refused.err;
    EXPECT_TRUE(contains(refused.err, "does not keep these effects")) << refused.err;
}

TEST_F(RunCommands, AFormOfAConfigurationIsRecordedAsOne) {
    write("pads.yaml", tinyConfig(3) + "  pad_in_loss: true\n");
    const auto trained =
        run({"train", "pads.yaml", "--honest", "--scale", "tiny", "--set", "model.vocab_size=400"});
    ASSERT_EQ(trained.exit_code, 0) << trained.out << trained.err;
    const auto list = run({"runs", "--json"}).json();
    EXPECT_EQ(list[0]["name"], "tiny-honest-tiny");
    EXPECT_EQ(list[0]["variant"], "honest, tiny");
    EXPECT_FALSE(list[0]["probes"].get<std::string>().empty());
    const fs::path folder = onlyRun();
    std::ostringstream config;
    config << std::ifstream(folder / "config.yaml").rdbuf();
    EXPECT_TRUE(contains(config.str(), "# variant: honest, tiny")) << config.str();
    EXPECT_TRUE(contains(config.str(), "pad_in_loss: false"));
    const auto probes = run({"probe", folder.string(), "--json"}).json();
    EXPECT_EQ(probes["probes"].size(), 9u);
    EXPECT_EQ(probes["step"], 3);
    EXPECT_TRUE(contains(run({"probe", folder.string()}).out, "Probes that fire: "));
}

TEST_F(RunCommands, JsonIsOneObjectALine) {
    write("tiny.yaml", tinyConfig(3));
    const auto trained = run({"train", "tiny.yaml", "--json", "--runs", "elsewhere"});
    ASSERT_EQ(trained.exit_code, 0) << trained.out << trained.err;
    std::istringstream lines(trained.out);
    int scalars = 0;
    nlohmann::json last;
    for (std::string line; std::getline(lines, line);) {
        last = nlohmann::json::parse(line);
        const bool step = last["event"] == "scalars" && last["values"].contains("train/loss");
        scalars += step ? 1 : 0;
    }
    EXPECT_EQ(scalars, 3);
    EXPECT_EQ(last["event"], "end");
    EXPECT_EQ(last["state"], "finished");
    EXPECT_TRUE(fs::is_directory(folder_ / last["run"].get<std::string>()));
}

TEST_F(RunCommands, AFolderThatIsNoRunIsAnErrorEverywhere) {
    fs::create_directory(folder_ / "empty");
    for (const std::vector<std::string>& words : {std::vector<std::string>{"resume", "empty"},
                                                  {"eval", "empty"},
                                                  {"generate", "empty", "--prompt", "x"},
                                                  {"trace", "empty", "--text", "x"},
                                                  {"project", "empty"},
                                                  {"probe", "empty"},
                                                  {"eval", "gone"},
                                                  {"runs", "gone"}}) {
        const auto result = run(words);
        EXPECT_EQ(result.exit_code, 1) << words[0] << result.out;
        EXPECT_FALSE(result.err.empty()) << words[0];
    }
    EXPECT_TRUE(fs::is_empty(folder_ / "empty"));
    EXPECT_TRUE(run({"eval", "empty", "--json"}).json().contains("error"));
    EXPECT_EQ(run({"runs", "empty", "--json"}).json().size(), 0u);
}

TEST_F(RunCommands, WhatFailedBeforeAnythingWasSavedIsNotToBeResumed) {
    write("tiny.yaml", tinyConfig(3));
    std::string lines;
    for (int i = 0; i < 60; ++i)
        lines += "the old king and the sea went to the house in the dark wood\n";
    write("short.txt", lines + "a boat\n");
    const auto failed =
        run({"train", "tiny.yaml", "--set", "data.corpus=short.txt", "--set", "data.split=line",
             "--set", "data.packing=packed", "--set", "data.train_documents=0", "--set",
             "data.val_documents=1", "--set", "model.vocab_size=280"});
    EXPECT_EQ(failed.exit_code, 1);
    EXPECT_TRUE(contains(failed.out, "The validation text fills 0 samples")) << failed.out;
    EXPECT_TRUE(contains(failed.out, "Raise data.val_documents")) << failed.out;
    EXPECT_FALSE(contains(failed.out, "Resume with")) << failed.out;
    EXPECT_TRUE(contains(failed.out, "mend the cause and train anew")) << failed.out;
    EXPECT_FALSE(contains(failed.out, "Run: ")) << failed.out;
    EXPECT_TRUE(fs::is_empty(folder_ / "runs"));
    EXPECT_EQ(run({"train", "tiny.yaml", "--init", ""}).exit_code, 2);
}

TEST_F(RunCommands, ATextOfOnesOwnIsWholeWhateverTheStoriesHad) {
    write("stories.yaml", tinyConfig(1));
    std::string text;
    for (int i = 0; i < 60; ++i)
        text += "the old king went to the house in the dark wood of number " +
                std::to_string(i * 7919) + "\n\n";
    write("mine.txt", text);
    const std::vector<std::string> words{
        "train", "stories.yaml",     "--set", "data.corpus=mine.txt",
        "--set", "data.split=blank", "--set", "model.vocab_size=280"};
    const auto trained = run(words);
    EXPECT_EQ(trained.exit_code, 0) << trained.out << trained.err;
    EXPECT_TRUE(contains(trained.err, "chosen for the embedded stories")) << trained.err;
    EXPECT_TRUE(contains(trained.out, "57 + 3 documents")) << trained.out;
    auto asked = words;
    asked.insert(asked.end(), {"--set", "data.train_documents=70"});
    const auto refused = run(asked);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_TRUE(contains(refused.out, "contains 60 documents, fewer than")) << refused.out;
}

TEST_F(RunCommands, WhatCanNotWorkFailsWithOneAndLeavesNothing) {
    write("tiny.yaml", tinyConfig(3));
    write("file", "x");
    EXPECT_EQ(run({"train", "tiny.yaml", "--runs", "file"}).exit_code, 2);
    EXPECT_EQ(run({"train", "tiny.yaml", "--runs", ""}).exit_code, 2);
    const auto missing = run({"train", "tiny.yaml", "--set", "data.corpus=none.txt"});
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_TRUE(contains(missing.err, "none.txt")) << missing.err;
    EXPECT_FALSE(fs::exists(folder_ / "runs"));
    write("empty.txt", "");
    const auto result = run({"train", "tiny.yaml", "--set", "data.corpus=empty.txt"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(contains(result.out + result.err, "empty")) << result.out << result.err;
    const auto large = run({"train", "tiny.yaml", "--set", "model.vocab_size=100000"});
    EXPECT_EQ(large.exit_code, 1);
    EXPECT_TRUE(contains(large.out + large.err, "vocab")) << large.out << large.err;
}

}  // namespace
}  // namespace orrery::testing
