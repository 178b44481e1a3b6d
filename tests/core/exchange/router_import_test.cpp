// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <random>

#include "core/exchange/model_import.h"
#include "core/exchange/router_families.h"
#include "core/exchange/routers.h"
#include "core/runs/imported_run.h"
#include "core/runs/run_source.h"
#include "core/train/loaded_run.h"
#include "core/train/session.h"
#include "core/train/stored_analysis.h"
#include "tests/core/exchange/model_files.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::errorText;
using test::holds;
using test::stored;
using test::TemporaryFolder;
using test::writeFile;
using test::writeTensors;

std::vector<float> drawnKeys(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> keys(count);
    for (float& key : keys)
        key = normal(random);
    return keys;
}

/// Two layers of 4 experts and 3 dimensions, of a family of the table.
void writeModel(const fs::path& folder, std::string_view type, unsigned seed = 1) {
    fs::create_directories(folder);
    const RouterFamily* family = routerFamily(type);
    std::map<std::string, test::StoredTensor> tensors = {
        {"model.embed_tokens.weight", stored<float>("F32", {2}, {1, 2})}};
    for (int layer = 0; layer < 2; ++layer) {
        tensors[tensorOfLayer(family->weight, layer)] =
            stored<float>("F32", {4, 3}, drawnKeys(12, seed * 10 + static_cast<unsigned>(layer)));
        if (!family->bias.empty())
            tensors[tensorOfLayer(family->bias, layer)] = stored<float>("F32", {4}, {1, 2, 3, 4});
    }
    writeTensors(folder / "model.safetensors", tensors);
    writeFile(folder / "config.json", json{{"model_type", type},
                                           {"hidden_size", 3},
                                           {"num_experts", 4},
                                           {"num_experts_per_tok", 2},
                                           {"num_hidden_layers", 2},
                                           {"vocab_size", 500}}
                                          .dump());
}

ImportOptions into(const fs::path& runs, std::string router = {}) {
    ImportOptions options;
    options.runs_folder = runs;
    options.router = std::move(router);
    return options;
}

/// What importing says, and that it leaves nothing.
std::string importError(const std::vector<fs::path>& models, const fs::path& runs,
                        const std::string& router = {}) {
    const std::string error = errorText([&] { importRouters(models, into(runs, router)); });
    EXPECT_TRUE(!fs::exists(runs) || fs::is_empty(runs)) << error;
    return error;
}

TEST(RouterImport, EveryFamilyOfTheTableBecomesARun) {
    for (const RouterFamily& family : routerFamilies()) {
        const TemporaryFolder folder;
        writeModel(folder / "model", family.model_type);
        const auto run = openStoredRun(importRouters({folder / "model"}, into(folder / "runs")));
        EXPECT_EQ(run->info().config.some.num_experts, 4) << family.model_type;
        EXPECT_EQ(run->info().config.some.top_k, 2);
        EXPECT_EQ(run->info().config.name, "model");
        for (int layer = 0; layer < 2; ++layer)
            EXPECT_EQ(run->keysAt(layer, 0)->keys,
                      drawnKeys(12, 10 + static_cast<unsigned>(layer)));
    }
}

TEST(RouterImport, RevisionsBecomeSnapshotsWithTheirDrift) {
    const TemporaryFolder folder;
    for (unsigned step : {1000, 2500})
        writeModel(folder / ("step" + std::to_string(step) + "-tokens4B"), "olmoe", step);
    const fs::path place = importRouters(
        {folder / "step1000-tokens4B", folder / "step2500-tokens4B"}, into(folder / "runs"));
    const auto run = openStoredRun(place);
    EXPECT_EQ(run->keySteps(1), (std::vector<std::int64_t>{1000, 2500}));
    const auto before = drawnKeys(12, 10000);
    const auto after = drawnKeys(12, 25000);
    double drift = 0;
    for (std::size_t e = 0; e < 4; ++e) {
        double square = 0;
        for (std::size_t d = 0; d < 3; ++d)
            square += std::pow(double{after[3 * e + d]} - before[3 * e + d], 2);
        drift += std::sqrt(square) / 4;
    }
    const auto points = run->scalar("layer0/key_drift", 0, 9999);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_NEAR(points[0].second, drift, 1e-6);
    const std::string order =
        importError({folder / "step2500-tokens4B", folder / "step1000-tokens4B"}, folder / "none");
    EXPECT_TRUE(holds(order, "order of training")) << order;
}

TEST(RouterImport, AnalysisOfItSaysWhatKeysSay) {
    const TemporaryFolder folder;
    writeModel(folder / "model", "mixtral");
    const fs::path run = importRouters({folder / "model"}, into(folder / "runs"));
    const AnalysisInput input = readStoredAnalysis(run, {});
    EXPECT_EQ(input.keys.size(), 2U);
    EXPECT_TRUE(isImportedRun(run));
    EXPECT_TRUE(input.text.layers.empty());
    EXPECT_FALSE(analyze(input).empty());
    const std::string error = errorText([&] { LoadedRun::open(run); });
    EXPECT_TRUE(holds(error, "was imported") && holds(error, "record_routing.py")) << error;
    const std::string resumed = errorText([&] {
        SessionOptions resume;
        resume.resume = run;
        const Session session(resume, std::make_shared<EventQueue>());
    });
    EXPECT_TRUE(holds(resumed, "can't be trained here")) << resumed;
}

TEST(RouterImport, DenseLayersAreLeftOutAndNamed) {
    const TemporaryFolder folder;
    writeModel(folder / "model", "deepseek_v3");
    writeTensors(
        folder / "model" / "model.safetensors",
        {{"model.layers.3.mlp.gate.weight", stored<float>("F32", {4, 3}, drawnKeys(12, 1))},
         {"model.layers.4.mlp.gate.weight", stored<float>("F32", {4, 3}, drawnKeys(12, 2))}});
    std::string config = test::readFile(folder / "model" / "config.json");
    config.replace(config.find("\"num_hidden_layers\":2"), 21, "\"num_hidden_layers\":5");
    writeFile(folder / "model" / "config.json", config);
    const auto run = openStoredRun(importRouters({folder / "model"}, into(folder / "runs")));
    EXPECT_EQ(run->info().config.model.num_layers, 2);
    std::string told;
    for (const Event& event : run->poll())
        if (const auto* message = std::get_if<Message>(&event)) told += message->text;
    EXPECT_TRUE(holds(told, "layer 0 here is the model's layer 3")) << told;
}

TEST(RouterImport, OtherFamiliesAreReadByAPattern) {
    const TemporaryFolder folder;
    writeModel(folder / "model", "granitemoe");
    std::string config = test::readFile(folder / "model" / "config.json");
    config.replace(config.find("granitemoe"), 10, "unheard_of");
    writeFile(folder / "model" / "config.json", config);
    const std::string error = importError({folder / "model"}, folder / "runs");
    EXPECT_TRUE(holds(error, "unheard_of") && holds(error, "--router") &&
                holds(error, "block_sparse_moe.router.layer.weight"))
        << error;
    EXPECT_TRUE(holds(importError({folder / "model"}, folder / "runs", "gate"), "{layer}"));
    importRouters(
        {folder / "model"},
        into(folder / "runs", "model.layers.{layer}.block_sparse_moe.router.layer.weight"));
}

TEST(RouterImport, WhatIsWrongIsToldAndLeavesNothing) {
    const TemporaryFolder folder;
    const fs::path model = folder / "model";
    const auto fresh = [&] {
        fs::remove_all(model);
        writeModel(model, "olmoe");
    };
    const auto error = [&] { return importError({model}, folder / "runs"); };
    const std::string index = "model.safetensors.index.json";
    const std::string gate = "model.layers.0.mlp.gate.weight";

    EXPECT_TRUE(holds(error(), "not a folder"));
    fresh();
    writeFile(model / index, json{{"weight_map", {{gate, "../../secret.safetensors"}}}}.dump());
    EXPECT_TRUE(holds(error(), "outside its folder"));
    fresh();
    writeFile(model / index, json{{"weight_map", {{gate, "model-00002.safetensors"}}}}.dump());
    EXPECT_TRUE(holds(error(), "lacks model-00002.safetensors"));
    fresh();
    writeFile(model / index, json{{"weight_map",
                                   {{gate, "model.safetensors"},
                                    {"model.layers.1.mlp.gate.weight", "other.safetensors"}}}}
                                 .dump());
    writeTensors(model / "other.safetensors", {{"x", stored<float>("F32", {1}, {1})}});
    EXPECT_TRUE(holds(error(), "though the index says so"));
    fresh();
    writeFile(model / "config.json", "[1, 2");
    EXPECT_TRUE(holds(error(), "config.json is not a JSON object"));
    fresh();
    writeFile(model / "config.json", R"({"model_type": "bert"})");
    EXPECT_TRUE(holds(error(), "is of type bert"));
    fresh();
    writeTensors(model / "model.safetensors",
                 {{gate, stored<float>("F32", {12}, drawnKeys(12, 1))}});
    EXPECT_TRUE(holds(error(), "a router is [experts, dimensions]"));
    writeTensors(model / "model.safetensors",
                 {{gate, stored<float>("F32", {6, 2}, drawnKeys(12, 1))}});
    EXPECT_TRUE(holds(error(), "says 3 dimensions"));
    writeTensors(
        model / "model.safetensors",
        {{gate, stored<float>("F32", {4, 3}, drawnKeys(12, 1))},
         {"model.layers.1.mlp.gate.weight", stored<float>("F32", {3, 4}, drawnKeys(12, 1))}});
    EXPECT_TRUE(holds(error(), "one number of experts"));
    auto keys = drawnKeys(12, 1);
    keys[5] = std::numeric_limits<float>::quiet_NaN();
    writeTensors(model / "model.safetensors", {{gate, stored<float>("F32", {4, 3}, keys)}});
    EXPECT_TRUE(holds(error(), "no numbers"));
    writeTensors(model / "model.safetensors",
                 {{gate, stored<std::uint8_t>("F8_E4M3", {4, 3}, std::vector<std::uint8_t>(12))}});
    EXPECT_TRUE(holds(error(), "float8"));
}

/// 90 GB on paper: a header, and holes where nothing was written but the routers.
fs::path writeSparseModel(const fs::path& folder, std::int64_t layers, std::int64_t experts,
                          std::int64_t dimensions, std::uint64_t whole) {
    fs::create_directories(folder);
    json header;
    std::uint64_t at = 0;
    const auto router = static_cast<std::uint64_t>(experts * dimensions * 2);
    const std::uint64_t rest = whole / static_cast<std::uint64_t>(layers) - router;
    std::vector<std::uint64_t> routers;
    for (std::int64_t layer = 0; layer < layers; ++layer) {
        const std::string name = "model.layers." + std::to_string(layer) + ".mlp.";
        header[name + "experts"] = {
            {"dtype", "U8"}, {"shape", {rest}}, {"data_offsets", {at, at + rest}}};
        at += rest;
        routers.push_back(at);
        header[name + "gate.weight"] = {{"dtype", "BF16"},
                                        {"shape", {experts, dimensions}},
                                        {"data_offsets", {at, at + router}}};
        at += router;
    }
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' ');
    const fs::path file = folder / "model.safetensors";
    const int descriptor = ::open(file.c_str(), O_CREAT | O_WRONLY, 0600);
    const std::uint64_t size = text.size();
    EXPECT_EQ(::pwrite(descriptor, &size, 8, 0), 8);
    EXPECT_EQ(::pwrite(descriptor, text.data(), size, 8), static_cast<ssize_t>(size));
    const std::vector<std::uint16_t> ones(static_cast<std::size_t>(experts * dimensions), 0x3F80);
    for (const std::uint64_t place : routers)
        EXPECT_EQ(::pwrite(descriptor, ones.data(), router, static_cast<off_t>(8 + size + place)),
                  static_cast<ssize_t>(router));
    EXPECT_EQ(::ftruncate(descriptor, static_cast<off_t>(8 + size + at)), 0);
    ::close(descriptor);
    writeFile(folder / "config.json", json{{"model_type", "qwen3_moe"},
                                           {"hidden_size", dimensions},
                                           {"num_hidden_layers", layers},
                                           {"num_experts", experts},
                                           {"num_experts_per_tok", 8}}
                                          .dump());
    return folder;
}

std::int64_t peakMemory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;  // MB
}

TEST(RouterImport, ALargeCheckpointCostsItsRoutersAlone) {
    const TemporaryFolder folder;
    const fs::path model = writeSparseModel(folder / "large", 94, 512, 256, 90'000'000'000ULL);
    ASSERT_GT(fs::file_size(model / "model.safetensors"), 89'000'000'000ULL);
    const std::int64_t before = peakMemory();
    const auto run = openStoredRun(importRouters({model}, into(folder / "runs")));
    const std::int64_t taken = peakMemory() - before;
    std::printf("94 layers of 512 experts out of 90 GB: %lld MB\n", static_cast<long long>(taken));
    EXPECT_LT(taken, 400);
    EXPECT_EQ(run->keysAt(93, 0)->keys, std::vector<float>(512 * 256, 1.0F));
}

}  // namespace
}  // namespace orrery
