// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/initial_state.h"

#include <gtest/gtest.h>

#include "core/model/state_file.h"
#include "core/train/loaded_run.h"
#include "tests/core/runs/run_support.h"
#include "tests/core/train/session_support.h"

namespace orrery {
namespace {

using test::errorOf;
using test::TemporaryFolder;

/// Weights of another seed, whose experts are twice as large.
NamedTensors otherWeights() {
    Config config = test::tinyConfig();
    config.train.seed = 77;
    NamedTensors state = LanguageModel(config)->state(true);
    state["layers.0.some.experts.up"] = state["layers.0.some.experts.up"] * 2;
    return state;
}

TEST(InitialState, TakesEveryTensor) {
    const TemporaryFolder folder;
    const NamedTensors given = otherWeights();
    saveTensors(folder / "given.safetensors", given);
    LanguageModel model(test::tinyConfig());
    loadInitialState(model, folder / "given.safetensors");
    for (const auto& [name, tensor] : model->state(true))
        EXPECT_TRUE(at::equal(tensor, given.at(name))) << name;
}

TEST(InitialState, ALibraryOfItsOwnGoesIntoTheCheckpoints) {
    const TemporaryFolder folder;
    NamedTensors given = otherWeights();
    saveTensors(folder / "full.safetensors", given);
    EXPECT_EQ(
        configForInitialState(test::tinyConfig(), folder / "full.safetensors").checkpoint.experts,
        ExpertStorage::full);
    std::erase_if(
        given, [](const auto& entry) { return entry.first.find("experts") != std::string::npos; });
    saveTensors(folder / "part.safetensors", given);
    EXPECT_EQ(
        configForInitialState(test::tinyConfig(), folder / "part.safetensors").checkpoint.experts,
        ExpertStorage::seed);
}

TEST(InitialState, ListsAllThatDoesNotFit) {
    const TemporaryFolder folder;
    NamedTensors given = otherWeights();
    given.erase("lm_head.bias");
    given["more"] = at::zeros({2});
    given["layers.1.some.keys"] = at::zeros({6, 15});
    saveTensors(folder / "wrong.safetensors", given);
    SessionOptions options = test::newRun(test::tinyConfig(), folder / "runs");
    options.init = folder / "wrong.safetensors";
    const std::string error = errorOf([&] { test::WatchedSession session(options); });
    for (const char* part : {"lm_head.bias is missing", "more is unknown",
                             "layers.1.some.keys has shape [6, 15] instead of [6, 16]"})
        EXPECT_NE(error.find(part), std::string::npos) << error;
    EXPECT_FALSE(std::filesystem::exists(folder / "runs"));
    options.init = folder / "none.safetensors";
    EXPECT_NE(errorOf([&] { test::WatchedSession session(options); }), "");
    EXPECT_FALSE(std::filesystem::exists(folder / "runs"));
}

TEST(InitialState, NamesWhatIsNoNumberAndWhere) {
    const TemporaryFolder folder;
    for (const auto& [value, word] : std::vector<std::pair<double, std::string>>{
             {std::nan(""), "NaN"}, {HUGE_VAL, "infinity"}, {-HUGE_VAL, "-infinity"}}) {
        NamedTensors given = otherWeights();
        given["layers.0.some.experts.up"].index_put_({5, 2, 1}, value);
        saveTensors(folder / "nan.safetensors", given);
        SessionOptions options = test::newRun(test::tinyConfig(), folder / "runs");
        options.init = folder / "nan.safetensors";
        const std::string error = errorOf([&] { test::WatchedSession session(options); });
        EXPECT_NE(
            error.find("nan.safetensors can't initialize this run: layers.0.some.experts.up holds " +
                       word + " at [5, 2, 1]"),
            std::string::npos)
            << error;
        EXPECT_FALSE(std::filesystem::exists(folder / "runs"));
    }
}

TEST(InitialState, AnEmptyOrForeignFileIsNamed) {
    const TemporaryFolder folder;
    SessionOptions options = test::newRun(test::tinyConfig(), folder / "runs");
    const auto error = [&](const char* name) {
        options.init = folder / name;
        return errorOf([&] { test::WatchedSession session(options); });
    };
    test::writeFile(folder / "empty", "");
    EXPECT_NE(error("empty").find("empty is not a usable safetensors file: it has only 0 bytes"),
              std::string::npos);
    saveTensors(folder / "none.safetensors", {});
    EXPECT_NE(error("none.safetensors").find("none.safetensors can't initialize this run"),
              std::string::npos);
    EXPECT_NE(error("none.safetensors").find("holds no tensors"), std::string::npos)
        << error("none.safetensors");
    saveTensors(folder / "foreign.safetensors", {{"wte.weight", at::zeros({2, 2})}});
    for (const char* part : {"foreign.safetensors can't initialize this run", "wte.weight is unknown",
                             "lm_head.weight is missing"})
        EXPECT_NE(error("foreign.safetensors").find(part), std::string::npos) << part;
    EXPECT_FALSE(std::filesystem::exists(folder / "runs"));
}

TEST(InitialState, ARunBeginsAndGoesOnWithIt) {
    const TemporaryFolder folder;
    const NamedTensors given = otherWeights();
    saveTensors(folder / "given.safetensors", given);
    SessionOptions options = test::newRun(test::tinyConfig(3), folder / "runs");
    options.init = folder / "given.safetensors";
    test::WatchedSession watched(options);
    EXPECT_EQ(watched.runToEnd(), RunState::finished);
    LoadedRun run = LoadedRun::open(watched.session.runFolder());
    run.exportState(folder / "after.safetensors");
    const NamedTensors after = loadTensors(folder / "after.safetensors");
    // Frozen experts are as given, not as the seed would draw them.
    EXPECT_TRUE(
        at::equal(after.at("layers.0.some.experts.up"), given.at("layers.0.some.experts.up")));
    EXPECT_FALSE(at::equal(after.at("lm_head.weight"), given.at("lm_head.weight")));
    EXPECT_LT((after.at("lm_head.weight") - given.at("lm_head.weight")).abs().max().item<double>(),
              0.05);
}

}  // namespace
}  // namespace orrery
