// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/replay.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/config/yaml.h"
#include "core/error.h"
#include "core/model/state_file.h"
#include "tests/support/rank_threads.h"
#include "tests/support/source_folder.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

const fs::path cases = test::sourceFolder() / "tests/reference/cases";

class Replay : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("orrery-replay-" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path copyCase(const std::string& name) const {
        fs::copy(cases / name, folder_ / name, fs::copy_options::recursive);
        return folder_ / name;
    }
    fs::path folder_;
};

class ReplayOfCase : public Replay, public testing::WithParamInterface<std::string> {};

std::vector<std::string> namesOfCases() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(cases))
        names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

/// Our own operations give the same bits at any number of threads; torch's layer norm and matrix
/// products do not.
TEST_P(ReplayOfCase, AgreesWithTheOracleAtAnyNumberOfThreads) {
    at::Tensor first_losses;
    for (const int threads : {1, 2, 3}) {
        const test::Threads scope(threads);
        const fs::path out = folder_ / "out.safetensors";
        const ReplayResult result = replayCase(cases / GetParam(), out);
        EXPECT_TRUE(result.compared);
        EXPECT_EQ(result.losses.size(), 6U);
        EXPECT_GT(result.differences.size(), 25U);
        for (const ReplayDifference& difference : result.differences)
            EXPECT_TRUE(difference.passed) << difference.name << ": " << difference.largest
                                           << " over " << difference.tolerance;
        const NamedTensors written = loadTensors(out);
        EXPECT_EQ(written.at("chosen_first_step").scalar_type(), at::kLong);
        const at::Tensor losses = written.at("losses");
        if (!first_losses.defined()) first_losses = losses;
        EXPECT_LT(test::largestDifference(losses, first_losses), 2e-6);
    }
}

/// Factors of products have 8 bits in place of 24. Single choices among near keys may differ.
TEST_P(ReplayOfCase, InBfloat16ItsLossesStayNearTheOracle) {
    const fs::path folder = copyCase(GetParam());
    Config config = loadConfig(folder / "config.yaml");
    config.train.precision = Precision::bf16;
    std::ofstream(folder / "config.yaml") << toYaml(config);
    at::Tensor first_losses;
    for (const int threads : {1, 3}) {
        const test::Threads scope(threads);
        const fs::path out = folder_ / "out.safetensors";
        const ReplayResult result = replayCase(folder, out);
        for (const ReplayDifference& difference : result.differences)
            if (difference.name == "losses") {
                EXPECT_LT(difference.largest, 0.02);
            }
        const at::Tensor losses = loadTensors(out).at("losses");
        if (!first_losses.defined()) first_losses = losses;
        EXPECT_LT(test::largestDifference(losses, first_losses), 2e-3);
    }
}

/// As one process does; weights, keys and usage are held to be equal bit for bit by replayCase.
TEST_P(ReplayOfCase, AgreesWithTheOracleOnSeveralRanks) {
    const std::vector<double> alone = replayCase(cases / GetParam()).losses;
    for (const int size : {2, 3}) {
        std::vector<ReplayResult> results(static_cast<std::size_t>(size));
        const auto failure = test::asPlaces(size, [&](const RankPlace& place) {
            const test::Threads scope(1);
            results[static_cast<std::size_t>(place.rank)] =
                replayCase(cases / GetParam(), {}, "cpu", place);
        });
        EXPECT_EQ(failure, "");
        for (const ReplayResult& result : results) {
            EXPECT_EQ(result.losses, results[0].losses);
            for (const ReplayDifference& difference : result.differences)
                EXPECT_TRUE(difference.passed) << difference.name << ": " << difference.largest
                                               << " over " << difference.tolerance;
            for (std::size_t step = 0; step < alone.size() && !result.losses.empty(); ++step)
                EXPECT_NEAR(result.losses[step] / alone[step], 1, 1e-5) << step;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Reference, ReplayOfCase, testing::ValuesIn(namesOfCases()),
                         [](const auto& info) { return info.param; });

TEST_F(Replay, ADifferenceOverTheToleranceIsFound) {
    const fs::path folder = copyCase("v4_mlp");
    NamedTensors expected = loadTensors(folder / "expected.safetensors");
    expected["layers.0.some.keys"][3][2] += 2e-5;
    expected["chosen_first_step"][0][0][0] = 99;
    expected["lm_head.bias"] = expected["lm_head.bias"].narrow(0, 0, 3).clone();
    saveTensors(folder / "expected.safetensors", expected);
    const ReplayResult result = replayCase(folder);
    EXPECT_FALSE(result.passed());
    for (const ReplayDifference& difference : result.differences) {
        const bool changed = difference.name == "layers.0.some.keys" ||
                             difference.name == "chosen_first_step" ||
                             difference.name == "lm_head.bias";
        EXPECT_EQ(difference.passed, !changed) << difference.name;
    }
}

TEST_F(Replay, WithoutExpectationsItOnlyRuns) {
    const fs::path folder = copyCase("v4_mlp");
    fs::remove(folder / "expected.safetensors");
    const ReplayResult result = replayCase(folder);
    EXPECT_FALSE(result.compared);
    EXPECT_TRUE(result.passed());
    EXPECT_EQ(result.losses.size(), 6U);
}

TEST_F(Replay, RefusesIncompleteAndDamagedCases) {
    EXPECT_THROW(replayCase(folder_ / "missing"), Error);
    const fs::path folder = copyCase("v4_mlp");
    NamedTensors batches = loadTensors(folder / "batches.safetensors");
    batches.erase("targets");
    saveTensors(folder / "batches.safetensors", batches);
    EXPECT_THROW(replayCase(folder), Error);
    std::ofstream(folder / "init.safetensors") << "cut";
    EXPECT_THROW(replayCase(folder), Error);
}

}  // namespace
}  // namespace orrery
