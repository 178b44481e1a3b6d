// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/called_program.h"

namespace orrery::testing {
namespace {

class ConfigCommand : public CalledProgramTest {};

TEST_F(ConfigCommand, CheckTellsAllFaultsOfAllFilesWithTheirPlaces) {
    write("good.yaml", "name: good\n");
    write("bad.yaml", "keys:\n  alhpa: 0.1\n  beta: 0\n  beta: 1\nmodel:\n  num_heads: 3\n");
    write("worse.yaml", "- a list\n");
    EXPECT_EQ(run({"config", "check", "good.yaml"}).exit_code, 0);
    const auto result = run({"config", "check", "good.yaml", "bad.yaml", "worse.yaml"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(
        contains(result.err, "bad.yaml:2:3: unknown key keys.alhpa; did you mean keys.alpha?\n"))
        << result.err;
    EXPECT_TRUE(contains(result.err, "bad.yaml:4:3: keys.beta is given twice, in lines 3 and 4"));
    EXPECT_TRUE(contains(result.err, "bad.yaml:6:3: model.num_heads (3)"));
    EXPECT_TRUE(contains(result.err, "worse.yaml:1:1: "));
}

TEST_F(ConfigCommand, EveryConfigurationOfTheProjectIsFine) {
    std::vector<std::string> words = {"config", "check"};
    const std::filesystem::path configs = std::string(ORRERY_SOURCE_DIR) + "/configs";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(configs))
        if (entry.path().extension() == ".yaml" &&
            entry.path().parent_path().filename() != "studies" &&
            entry.path().parent_path().filename() != "mixtures")
            words.push_back(entry.path().string());
    ASSERT_GT(words.size(), 30u);
    const auto result = run(words);
    EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(ConfigCommand, PublishedRunsStartAndLookAsTheirGenerationDid) {
    const std::string configs = std::string(ORRERY_SOURCE_DIR) + "/configs/";
    const auto shown = [&](const std::string& file) {
        return run({"config", "show", configs + file, "--json"}).json();
    };
    for (const char* old :
         {"published/mvp_v2.yaml", "published/ablation_v3.yaml", "published/series_a4.yaml",
          "published/series_b1.yaml", "rules/generation1.yaml", "rules/generation2.yaml",
          "rules/generation4.yaml"})
        EXPECT_EQ(shown(old)["some"]["query_init"], "torch") << old;
    for (const char* later : {"rules/generation5.yaml", "rules/generation7.yaml", "demo.yaml"})
        EXPECT_EQ(shown(later)["some"]["query_init"], "normal") << later;
    EXPECT_EQ(shown("published/mvp_v4.yaml")["model"]["causal"], true);
    EXPECT_EQ(shown("published/mvp_v3.yaml")["model"]["causal"], false);
}

TEST_F(ConfigCommand, CheckAsJson) {
    write("good.yaml", "name: good\n");
    write("bad.yaml", "keys:\n  alhpa: 0.1\n");
    EXPECT_TRUE(run({"config", "check", "good.yaml", "--json"}).json()["diagnostics"].empty());
    const auto result = run({"config", "check", "bad.yaml", "--json"});
    EXPECT_EQ(result.exit_code, 2);
    const auto fault = result.json()["diagnostics"][0];
    EXPECT_EQ(fault["file"], "bad.yaml");
    EXPECT_EQ(fault["line"], 2);
    EXPECT_EQ(fault["column"], 3);
}

TEST_F(ConfigCommand, EveryCommandThatReadsAConfigurationExitsWithTwo) {
    write("bad.yaml", "keys: {alpha: many}\n");
    for (const std::vector<std::string>& words : {std::vector<std::string>{"train", "bad.yaml"},
                                                  {"params", "bad.yaml"},
                                                  {"config", "show", "bad.yaml"},
                                                  {"config", "check", "gone.yaml"},
                                                  {"train", "gone.yaml"}}) {
        const auto result = run(words);
        EXPECT_EQ(result.exit_code, 2) << words[0];
        EXPECT_TRUE(contains(result.err, ".yaml:")) << result.err;
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "runs"));
}

TEST_F(ConfigCommand, SetIsCheckedLikeTheFile) {
    write("good.yaml", "name: good\n");
    const auto result =
        run({"config", "check", "good.yaml", "--set", "keys.alhpa=1", "--set", "keys.beta=2"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(contains(result.err, "--set: unknown key keys.alhpa")) << result.err;
    EXPECT_TRUE(contains(result.err, "--set: keys.beta: 2 is out of range")) << result.err;
    EXPECT_EQ(run({"config", "check", "good.yaml", "--set", "nonsense"}).exit_code, 2);
}

TEST_F(ConfigCommand, AMalformedSetHidesNoOtherFault) {
    write("bad.yaml", "keys: {alpha: many}\n");
    for (const char* command : {"check", "show"}) {
        const auto result =
            run({"config", command, "bad.yaml", "--set", "keys.alhpa: 0.1", "--set", "=3", "--set",
                 "keys.bta=1", "--set", "keys.delta=7", "--set", "train.seed"});
        EXPECT_EQ(result.exit_code, 2);
        for (const char* text : {"bad.yaml:1:15: ", "--set: 'keys.alhpa: 0.1' is not of the form",
                                 "as in keys.alpha=VALUE", "--set: '=3' is not of the form",
                                 "--set: unknown key keys.bta; did you mean keys.beta?",
                                 "keys.delta: 7 is out of", "as in train.seed=VALUE"})
            EXPECT_TRUE(contains(result.err, text)) << command << ": " << text << "\n"
                                                    << result.err;
    }
}

TEST_F(ConfigCommand, ShowIsCompleteAndCanBeReadAgain) {
    write("own.yaml", "name: own\nkeys: {alpha: 0.5}\n");
    const auto shown = run({"config", "show", "--set", "keys.beta=0.25", "own.yaml"});
    EXPECT_EQ(shown.exit_code, 0);
    write("shown.yaml", shown.out);
    EXPECT_EQ(run({"config", "show", "shown.yaml"}).out, shown.out);
    const auto json = run({"config", "show", "shown.yaml", "--json"}).json();
    EXPECT_EQ(json["keys"]["alpha"], 0.5);
    EXPECT_EQ(json["keys"]["beta"], 0.25);
    EXPECT_EQ(json["train"]["seed"], 1);
    EXPECT_EQ(run({"config", "show", "shown.yaml", "--changed"}).out,
              "name: own\nkeys:\n  alpha: 0.5\n  beta: 0.25\n");
}

TEST_F(ConfigCommand, ARelativeCorpusStartsAtTheFile) {
    std::filesystem::create_directory(folder_ / "sub");
    write("sub/own.yaml", "data: {corpus: text.txt}\n");
    const auto of_file = run({"config", "show", "sub/own.yaml", "--json"}).json();
    EXPECT_EQ(of_file["data"]["corpus"], (folder_ / "sub/text.txt").string());
    const auto of_set =
        run({"config", "show", "sub/own.yaml", "--set", "data.corpus=text.txt", "--json"}).json();
    EXPECT_EQ(of_set["data"]["corpus"], (folder_ / "text.txt").string());
}

TEST_F(ConfigCommand, SchemaIsJson) {
    const auto schema = run({"config", "schema"}).json();
    EXPECT_EQ(schema["additionalProperties"], false);
    EXPECT_TRUE(schema["properties"]["keys"]["properties"].contains("alpha"));
}

TEST_F(ConfigCommand, ShowsTheHonestAndTheTinyFormAndLeavesWhatIsSet) {
    write("pads.yaml", "name: pads\nmodel: {causal: false}\ntrain: {pad_in_loss: true}\n");
    const auto honest = run({"config", "show", "pads.yaml", "--honest", "--json"}).json();
    EXPECT_EQ(honest["name"], "pads-honest");
    EXPECT_EQ(honest["model"]["causal"], true);
    EXPECT_EQ(honest["train"]["pad_in_loss"], false);
    const auto kept = run({"config", "show", "pads.yaml", "--honest", "--scale", "tiny", "--set",
                           "model.causal=false", "--json"})
                          .json();
    EXPECT_EQ(kept["model"]["causal"], false);
    EXPECT_EQ(kept["name"], "pads-honest-tiny");
    EXPECT_EQ(kept["train"]["max_steps"], 20);
}

}  // namespace
}  // namespace orrery::testing
