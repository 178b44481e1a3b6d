// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/stored_analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/data/tagged_text.h"
#include "core/model/state_file.h"
#include "core/runs/checkpoint_folder.h"
#include "core/train/loaded_run.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using test::errorOf;
using test::TemporaryFolder;

/// Checkpoints of steps 5 and 10, key snapshots of 0, 4, 8 and 10; made once.
std::filesystem::path finishedRun() {
    static const TemporaryFolder folder;
    static const std::filesystem::path run = [] {
        test::WatchedSession watched(test::newRun(test::tinyConfig(10), folder.path()));
        watched.runToEnd();
        return watched.session.runFolder();
    }();
    return run;
}

TEST(StoredAnalysis, RoutesTheValidationStoriesWithTheirParts) {
    const AnalysisInput input = readStoredAnalysis(finishedRun(), {});
    EXPECT_EQ(input.step, 10);
    const std::size_t tokens = input.text.token_ids.size();
    ASSERT_GT(tokens, 6U * 23U);  // stories are longer than a window of 23
    ASSERT_EQ(input.text.layers.size(), 2U);
    EXPECT_EQ(input.text.layers[1].selected.size(), 2 * tokens);
    EXPECT_EQ(input.text.layers[1].queries.size(), std::min<std::size_t>(tokens, 4096) * 16);
    ASSERT_EQ(input.text.parts.size(), tokens);
    const auto tagged = std::ranges::count_if(input.text.parts, [](int part) { return part >= 0; });
    EXPECT_GT(static_cast<double>(tagged), 0.8 * static_cast<double>(tokens));
    EXPECT_EQ(input.keys.size(), 2U);
    ASSERT_EQ(input.weight_norms.size(), 2U);
    const TemporaryFolder folder;
    LoadedRun::open(finishedRun()).exportState(folder / "all.safetensors");
    const auto tensors = loadTensors(folder / "all.safetensors");
    const double down = tensors.at("layers.1.some.experts.down")[2].norm().item<double>();
    const double up = tensors.at("layers.1.some.experts.up")[2].norm().item<double>();
    EXPECT_NEAR(input.weight_norms[1].at(2), std::hypot(down, up), 1e-5);
    ASSERT_EQ(input.earlier.size(), 1U);
    EXPECT_EQ(input.earlier[0].step, 5);
    EXPECT_EQ(input.earlier_key_steps, (std::vector<std::int64_t>{0, 4, 8}));
    EXPECT_EQ(input.keys_at(1, 8)->step, 8);
    // Every selection of ten steps of 4 samples is counted.
    ASSERT_EQ(input.training_usage.size(), 2U);
    EXPECT_GT(std::reduce(input.training_usage[0].begin(), input.training_usage[0].end()), 0);
}

TEST(StoredAnalysis, AgreesWithATrace) {
    StoredAnalysisOptions options;
    options.text = "The fox ran.";
    const AnalysisInput input = readStoredAnalysis(finishedRun(), options);
    const Trace trace = LoadedRun::open(finishedRun()).trace(options.text);
    EXPECT_EQ(input.text.token_ids, trace.token_ids);
    EXPECT_TRUE(input.text.parts_guessed);
    for (std::size_t token = 0; token < trace.token_ids.size(); ++token)
        for (std::size_t layer = 0; layer < 2; ++layer)
            for (std::size_t rank = 0; rank < 2; ++rank)
                EXPECT_EQ(input.text.layers[layer].selected[token * 2 + rank],
                          trace.experts[(token * 2 + layer) * 2 + rank]);
}

TEST(StoredAnalysis, OfAnEarlierStep) {
    StoredAnalysisOptions options;
    options.step = 5;
    const AnalysisInput input = readStoredAnalysis(finishedRun(), options);
    EXPECT_EQ(input.keys.front().step, 5);
    EXPECT_TRUE(input.earlier.empty());
    EXPECT_EQ(input.earlier_key_steps, (std::vector<std::int64_t>{0, 4}));
}

TEST(StoredAnalysis, OfAKeySnapshotAlone) {
    StoredAnalysisOptions options;
    options.step = 8;
    const AnalysisInput input = readStoredAnalysis(finishedRun(), options);
    EXPECT_TRUE(input.text.layers.empty());
    ASSERT_EQ(input.keys.size(), 2U);
    EXPECT_EQ(input.keys[1].step, 8);
}

TEST(StoredAnalysis, SaysWhyADamagedCheckpointIsPassedOver) {
    const TemporaryFolder folder;
    std::filesystem::copy(finishedRun(), folder / "copy", std::filesystem::copy_options::recursive);
    std::filesystem::resize_file(checkpointFolder(folder / "copy", 10) / "model.safetensors", 99);
    const AnalysisInput older = readStoredAnalysis(folder / "copy", {});
    EXPECT_EQ(older.step, 5);
    EXPECT_NE(older.stand_in.find("The older one of step 5 is used"), std::string::npos)
        << older.stand_in;
    StoredAnalysisOptions options;
    options.step = 10;
    const AnalysisInput keys = readStoredAnalysis(folder / "copy", options);
    EXPECT_TRUE(keys.text.layers.empty());
    EXPECT_NE(keys.stand_in.find("step-000010 is corrupt"), std::string::npos) << keys.stand_in;
    for (const std::int64_t step : {5, 8}) {
        options.step = step;
        EXPECT_EQ(readStoredAnalysis(folder / "copy", options).stand_in, "") << step;
    }
    EXPECT_EQ(readStoredAnalysis(finishedRun(), {}).stand_in, "");
}

TEST(StoredAnalysis, AStepOfNeitherNamesThoseThereAre) {
    StoredAnalysisOptions options;
    options.step = 7;
    const std::string error = errorOf([&] { readStoredAnalysis(finishedRun(), options); });
    EXPECT_NE(error.find("no data of step 7. Checkpoints: 5, 10. Key snapshots: 0, 4, 8, 10."),
              std::string::npos)
        << error;
    const TemporaryFolder empty;
    EXPECT_NE(errorOf([&] { readStoredAnalysis(empty.path(), {}); }), "");
}

TEST(StoredAnalysis, TextsOfTheCaller) {
    const TemporaryFolder folder;
    test::writeFile(folder / "a.conllu",
                    "1\tfoxes\t_\tNOUN\t_\t_\t0\t_\t_\t_\n2\trun\t_\tVERB\t_\t_\t0\t_\t_\t_\n");
    StoredAnalysisOptions tags;
    tags.tags = folder / "a.conllu";
    const RoutedText tagged = readStoredAnalysis(finishedRun(), tags).text;
    ASSERT_FALSE(tagged.parts.empty());
    EXPECT_EQ(tagged.parts.front(), universalTagNumber("NOUN"));
    EXPECT_EQ(tagged.parts.back(), universalTagNumber("VERB"));
    EXPECT_FALSE(tagged.parts_guessed);

    // Tagged word by word where most words are known.
    StoredAnalysisOptions plain;
    plain.text = "She was in the garden.";
    const AnalysisInput guessed = readStoredAnalysis(finishedRun(), plain);
    ASSERT_EQ(guessed.text.parts.size(), guessed.text.token_ids.size());
    EXPECT_TRUE(hasGuessedParts(analyze(guessed).front()));
    EXPECT_FALSE(hasGuessedParts(analyze(readStoredAnalysis(finishedRun(), tags)).front()));
    plain.text = "Wir gingen gestern durch einen Wald.";
    EXPECT_TRUE(readStoredAnalysis(finishedRun(), plain).text.parts.empty());

    test::writeFile(folder / "one.txt", "A single document.");
    StoredAnalysisOptions corpus;
    corpus.corpus = folder / "one.txt";
    corpus.most_tokens = 3;
    EXPECT_EQ(readStoredAnalysis(finishedRun(), corpus).text.token_ids.size(), 3U);
    corpus.cancelled = [] { return true; };
    EXPECT_THROW(readStoredAnalysis(finishedRun(), corpus), Cancelled);
    corpus.corpus = folder / "none.txt";
    EXPECT_THROW(readStoredAnalysis(finishedRun(), corpus), Error);
}

}  // namespace
}  // namespace orrery
