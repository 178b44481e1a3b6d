// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/recorded_routing.h"

#include <nlohmann/json.hpp>

#include "core/analysis/metrics.h"
#include "core/exchange/model_import.h"
#include "core/runs/run_source.h"
#include "core/train/stored_analysis.h"
#include "tests/core/exchange/model_files.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using test::errorText;
using test::holds;
using test::stored;
using test::TemporaryFolder;

/// "The cat sat." and "A dog.": 7 tokens of two documents, 2 of 4 experts, layers 1 and 3.
struct Recorded {
    std::map<std::string, test::StoredTensor> tensors;
    std::map<std::string, std::string> metadata = {{"format", "orrery.routing.1"},
                                                   {"model_type", "olmoe"},
                                                   {"experts", "4"},
                                                   {"top_k", "2"},
                                                   {"layers", "1,3"}};
    Recorded() {
        const std::string text = "The cat sat.A dog.";
        const std::string pieces = "The cat sat.A dog";
        const auto bytes = [](const std::string& from) {
            return stored<char>("U8", {std::ssize(from)}, {from.begin(), from.end()});
        };
        tensors["text"] = bytes(text);
        tensors["pieces"] = bytes(pieces);
        tensors["piece_ends"] = stored<std::int64_t>("I64", {6}, {3, 7, 11, 12, 13, 17});
        tensors["token_ids"] = stored<std::int32_t>("I32", {7}, {0, 1, 2, 3, 4, 5, 3});
        tensors["token_ends"] = stored<std::int64_t>("I64", {7}, {3, 7, 11, 12, 13, 17, 18});
        tensors["document_ends"] = stored<std::int64_t>("I64", {2}, {4, 7});
        for (const char* layer : {"layers.1.", "layers.3."}) {
            tensors[std::string(layer) + "selected"] =
                stored<std::int32_t>("I32", {7, 2}, {0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 3, 0});
            tensors[std::string(layer) + "gates"] =
                stored<float>("F32", {7, 2}, std::vector<float>(14, 0.5F));
            tensors[std::string(layer) + "queries"] =
                stored<float>("F32", {3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1});
        }
    }
    fs::path write(const fs::path& file) const {
        test::writeTensors(file, tensors, metadata);
        return file;
    }
};

std::string openingError(const Recorded& recorded) {
    const TemporaryFolder folder;
    const fs::path file = recorded.write(folder / "routing.safetensors");
    return errorText([&] { const RecordedRouting routing(file); });
}

TEST(RecordedRouting, GivesWhatWasRecorded) {
    const TemporaryFolder folder;
    const RecordedRouting routing(Recorded().write(folder / "r.safetensors"));
    EXPECT_EQ(routing.tokens(), 7);
    EXPECT_EQ(routing.layers(), (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(routing.counts(0), (std::vector<double>{4, 4, 3, 3}));
    const RoutedText text = routing.text({5, 2, {}});
    EXPECT_EQ(text.token_ids, (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(text.layers[1].selected, (std::vector<std::int32_t>{0, 1, 1, 2, 2, 3, 3, 0, 0, 1}));
    EXPECT_EQ(text.layers[0].queries, (std::vector<float>{1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(text.pieces[1], " cat");
    ASSERT_EQ(text.parts.size(), 5U);
    EXPECT_EQ(text.part_names.at(static_cast<std::size_t>(text.parts[0])), "DET");
}

TEST(RecordedRouting, TracesATextThatWasRecorded) {
    const TemporaryFolder folder;
    const RecordedRouting routing(Recorded().write(folder / "r.safetensors"));
    const Trace trace = routing.trace("cat sat", 9, 100);
    EXPECT_EQ(trace.pieces, (std::vector<std::string>{" cat", " sat"}));
    EXPECT_EQ(trace.experts, (std::vector<std::int32_t>{1, 2, 1, 2, 2, 3, 2, 3}));
    EXPECT_EQ(trace.text, " cat sat");
    EXPECT_EQ(routing.trace("", 9, 3).text, "The cat sat");
    const std::string error = errorText([&] { routing.trace("bird", 9, 100); });
    EXPECT_TRUE(holds(error, "stands nowhere in it") && holds(error, "The cat sat.")) << error;
}

TEST(RecordedRouting, TagsMustBeOfTheRecordedText) {
    const TemporaryFolder folder;
    const RecordedRouting routing(Recorded().write(folder / "r.safetensors"));
    TaggedText first{"The cat sat.",
                     {{0, 3, universalTagNumber("DET")}, {4, 7, universalTagNumber("NOUN")}}};
    const auto same = givenDocuments({first, {"A dog.", {{2, 5, universalTagNumber("NOUN")}}}});
    const RoutedText text = routing.text({}, same.get());
    EXPECT_FALSE(text.parts_guessed);
    EXPECT_EQ(text.parts,
              (std::vector<std::int32_t>{universalTagNumber("DET"), universalTagNumber("NOUN"), -1,
                                         -1, -1, universalTagNumber("NOUN"), -1}));
    const auto other = givenDocuments({{"The hen sat.", {}}});
    const std::string error = errorText([&] { routing.text({}, other.get()); });
    EXPECT_TRUE(holds(error, "not the one whose routing was recorded")) << error;
}

TEST(RecordedRouting, WhatContradictsItselfIsRefused) {
    Recorded recorded;
    recorded.metadata["experts"] = "3";
    EXPECT_TRUE(holds(openingError(recorded), "selects expert 3, and there are 3"));
    recorded = {};
    recorded.metadata["format"] = "other";
    EXPECT_TRUE(holds(openingError(recorded), "format"));
    recorded = {};
    recorded.tensors.erase("layers.3.gates");
    EXPECT_TRUE(holds(openingError(recorded), "lacks layers.3.gates"));
    recorded = {};
    recorded.tensors["token_ids"] = stored<std::int32_t>("I32", {7}, {0, 1, 2, 3, 4, 9, 3});
    EXPECT_TRUE(holds(openingError(recorded), "token 9 is outside the vocabulary of 6"));
    recorded = {};
    recorded.tensors["token_ends"] = stored<std::int64_t>("I64", {6}, {3, 7, 11, 12, 13, 17});
    EXPECT_TRUE(holds(openingError(recorded), "token_ends has another type or shape"));
    recorded = {};
    recorded.tensors["document_ends"] = stored<std::int64_t>("I64", {2}, {4, 90});
    EXPECT_TRUE(holds(openingError(recorded), "document_ends don't ascend"));
}

void writeOlmoe(const fs::path& folder, int experts) {
    fs::create_directories(folder);
    std::map<std::string, test::StoredTensor> tensors;
    for (int layer : {1, 3}) {
        std::vector<float> keys(static_cast<std::size_t>(experts) * 3);
        for (std::size_t i = 0; i < keys.size(); ++i)
            keys[i] = static_cast<float>((i * 7 + static_cast<std::size_t>(layer)) % 5) - 2;
        tensors["model.layers." + std::to_string(layer) + ".mlp.gate.weight"] =
            stored<float>("F32", {experts, 3}, keys);
    }
    test::writeTensors(folder / "model.safetensors", tensors);
    test::writeFile(folder / "config.json", nlohmann::json{{"model_type", "olmoe"},
                                                           {"num_experts_per_tok", 2},
                                                           {"num_hidden_layers", 4}}
                                                .dump());
}

TEST(RecordedRouting, AnImportedRunIsAnalyzedByIt) {
    const TemporaryFolder folder;
    writeOlmoe(folder / "model", 4);
    ImportOptions options;
    options.runs_folder = folder / "runs";
    options.routing = Recorded().write(folder / "recorded.safetensors");
    const fs::path run = importRouters({folder / "model"}, options);
    const auto source = openStoredRun(run);
    const std::vector<double> counts = {4, 4, 3, 3};
    EXPECT_EQ(source->usageHistory(1, 10).back().counts, counts);
    EXPECT_EQ(source->keysAt(1, 0)->usage, (std::vector<float>{4, 4, 3, 3}));
    EXPECT_NEAR(source->scalar("layer0/gini", 0, 9).back().second, gini(counts), 1e-12);
    AnalysisInput input = readStoredAnalysis(run, {});
    EXPECT_EQ(input.text.token_ids.size(), 7U);
    bool experts = false;
    for (const Table& table : analyze(input))
        experts = experts || table.name == "expert_tokens";
    EXPECT_TRUE(experts);
    StoredAnalysisOptions other;
    other.corpus = folder.path();
    EXPECT_TRUE(holds(errorText([&] { readStoredAnalysis(run, other); }), "was imported"));
    EXPECT_EQ(recordedTrace(run, "dog")->pieces, std::vector<std::string>{" dog"});
}

TEST(RecordedRouting, OfAnotherModelItIsRefusedAndLeavesNothing) {
    const TemporaryFolder folder;
    writeOlmoe(folder / "model", 5);
    ImportOptions options;
    options.runs_folder = folder / "runs";
    options.routing = Recorded().write(folder / "recorded.safetensors");
    const std::string error = errorText([&] { importRouters({folder / "model"}, options); });
    EXPECT_TRUE(holds(error, "4 experts") && holds(error, "has 5")) << error;
    EXPECT_FALSE(fs::exists(folder / "runs"));
}

}  // namespace
}  // namespace orrery
