// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/exchange/huggingface_export.h"
#include "core/exchange/model_import.h"
#include "core/runs/run_source.h"
#include "core/train/loaded_run.h"
#include "tests/core/exchange/model_files.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using test::errorText;
using test::holds;
using test::readFile;
using test::TemporaryFolder;
using test::writeFile;

fs::path trained(const Config& config, const fs::path& runs) {
    test::WatchedSession watched(test::newRun(config, runs));
    EXPECT_EQ(watched.runToEnd(), RunState::finished);
    return watched.session.runFolder();
}

/// A run of 5 steps, and its export; made once.
struct Exported {
    TemporaryFolder folder;
    fs::path run = trained(test::tinyConfig(5), folder.path());
    fs::path model = folder / "model";
    Exported() { exportHuggingFace(run, model); }
};
const Exported& exported() {
    static const Exported made;
    return made;
}

std::map<std::string, std::string> weightsOf(const fs::path& run) {
    LoadedRun loaded = LoadedRun::open(run);
    std::map<std::string, std::string> weights;
    for (const auto& [name, view] : loaded.state())
        weights[name] = view.dtype + std::string(reinterpret_cast<const char*>(view.bytes.data()),
                                                 view.bytes.size());
    return weights;
}

ImportOptions into(const fs::path& runs) {
    ImportOptions options;
    options.runs_folder = runs;
    return options;
}

/// A copy of the exported folder that may be spoiled.
struct Copy {
    TemporaryFolder folder;
    fs::path model = folder / "model";
    Copy() { fs::copy(exported().model, model); }
    std::string importError() const {
        const std::string error =
            errorText([&] { importExportedModel(model, into(folder / "runs")); });
        EXPECT_TRUE(!fs::exists(folder / "runs") || fs::is_empty(folder / "runs"));
        return error;
    }
    void change(const std::string& from, const std::string& to) const {
        std::string text = readFile(model / "config.json");
        const std::size_t place = text.find(from);
        ASSERT_NE(place, std::string::npos) << from;
        writeFile(model / "config.json", text.replace(place, from.size(), to));
    }
};

TEST(ExportedModel, HoldsWhatTransformersOpens) {
    for (const char* name :
         {"README.md", "config.json", "configuration_some.py", "generation_config.json",
          "model.safetensors", "modeling_some.py", "tokenizer.json", "tokenizer_config.json"})
        EXPECT_TRUE(fs::exists(exported().model / name)) << name;
    const auto config = nlohmann::json::parse(readFile(exported().model / "config.json"));
    EXPECT_EQ(config["auto_map"]["AutoModelForCausalLM"], "modeling_some.SomeForCausalLM");
    EXPECT_EQ(config["num_experts"], 6);
    EXPECT_EQ(config["orrery"]["step"], 5);
    const auto tokenizer = nlohmann::json::parse(readFile(exported().model / "tokenizer.json"));
    EXPECT_EQ(tokenizer["model"]["vocab"].size(), 400U);
    EXPECT_EQ(tokenizer["model"]["byte_fallback"], true);
}

TEST(ExportedModel, BecomesARunOfTheSameBits) {
    const TemporaryFolder runs;
    const fs::path again = importExportedModel(exported().model, into(runs.path()));
    EXPECT_EQ(weightsOf(again), weightsOf(exported().run));
    EXPECT_EQ(readFile(again / "tokenizer.model"), readFile(exported().run / "tokenizer.model"));
    const auto run = openStoredRun(again);
    EXPECT_EQ(run->info().step, 5);
    EXPECT_EQ(run->info().state, RunState::finished);
    EXPECT_EQ(run->keySteps(1), std::vector<std::int64_t>{5});
    const auto original = openStoredRun(exported().run);
    EXPECT_EQ(run->info().corpus_hash, original->info().corpus_hash);
    GenerateOptions greedy;
    greedy.temperature = 0;
    greedy.max_tokens = 10;
    EXPECT_EQ(LoadedRun::open(again).generate("The", greedy).at(0).tokens,
              LoadedRun::open(exported().run).generate("The", greedy).at(0).tokens);
}

TEST(ExportedModel, AShardedOneWithAForeignLibraryAndHalvesToo) {
    const TemporaryFolder folder;
    Config config = test::tinyConfig(3);
    config.some.expert_dtype = Precision::bf16;
    config.some.search = KeySearch::hnsw;
    config.some.balance_bias = 0.01;
    config.keys.temperature = GateTemperature::learned;
    const fs::path run = trained(config, folder / "first");
    HuggingFaceOptions options;
    options.shard_bytes = 20'000;
    EXPECT_GT(exportHuggingFace(run, folder / "model", options).files.size(), 10U);
    const fs::path again = importExportedModel(folder / "model", into(folder / "second"));
    EXPECT_EQ(weightsOf(again), weightsOf(run));
}

TEST(ExportedModel, AnImportedRunSaysThatItCantBeResumed) {
    const TemporaryFolder runs;
    const fs::path again = importExportedModel(exported().model, into(runs.path()));
    std::string config = readFile(again / "config.yaml");
    config.replace(config.find("max_steps: 5"), 12, "max_steps: 9");
    writeFile(again / "config.yaml", config);
    test::WatchedSession watched(test::resumedRun(again));
    EXPECT_EQ(watched.runToEnd(), RunState::failed);
    std::string told;
    for (const Message& message : watched.messages("log"))
        told += message.text + "\n";
    for (const Message& message : watched.messages("state"))
        told += message.text + "\n";
    EXPECT_TRUE(holds(told, "--init")) << told;
}

TEST(ExportedModel, WhatWasChangedIsRefusedAndLeavesNothing) {
    {
        const Copy copy;
        copy.change("\"num_experts\": 6", "\"num_experts\": 7");
        EXPECT_TRUE(holds(copy.importError(), "says num_experts is 7"));
    }
    {
        const Copy copy;
        copy.change("\"orrery\"", "\"other\"");
        EXPECT_TRUE(holds(copy.importError(), "Export the run anew"));
    }
    {
        const Copy copy;
        fs::remove(copy.model / "tokenizer.model");
        EXPECT_TRUE(holds(copy.importError(), "tokenizer.model"));
    }
    {
        const Copy copy;
        fs::resize_file(copy.model / "model.safetensors",
                        fs::file_size(copy.model / "model.safetensors") - 4);
        EXPECT_TRUE(holds(copy.importError(), "truncated"));
    }
}

TEST(ExportedModel, AFolderThatIsThereStaysWithoutForce) {
    const Copy copy;
    const std::string error = errorText([&] { exportHuggingFace(exported().run, copy.model); });
    EXPECT_TRUE(holds(error, "--force")) << error;
    HuggingFaceOptions options;
    options.overwrite = true;
    writeFile(copy.model / "model-00001-of-00002.safetensors", "old");
    exportHuggingFace(exported().run, copy.model, options);
    EXPECT_FALSE(fs::exists(copy.model / "model-00001-of-00002.safetensors"));
    EXPECT_EQ(std::distance(fs::directory_iterator(copy.folder.path()), {}), 1);
}

}  // namespace
}  // namespace orrery
