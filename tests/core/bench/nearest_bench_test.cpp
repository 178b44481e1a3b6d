// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/nearest_bench.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace orrery {
namespace {

TEST(NearestBench, MeasuresEachSize) {
    NearestBenchOptions options;
    options.experts = {32, 256};
    options.dimensions = 16;
    options.tokens = 200;
    options.repeats = 2;
    std::vector<std::int64_t> begun;
    options.progress = [&](std::int64_t experts) { begun.push_back(experts); };
    const auto rows = benchNearestKeys(options);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(begun, options.experts);
    for (const NearestBench& row : rows) {
        EXPECT_GT(row.exact_seconds, 0);
        EXPECT_GT(row.graph_seconds, 0);
        EXPECT_GT(row.build_seconds, 0);
        EXPECT_GT(row.recall, 0.9);
        EXPECT_LE(row.recall, 1);
        EXPECT_GT(row.moved_recall, 0.8);
        EXPECT_LE(row.moved_recall, row.recall + 0.05);
    }
    EXPECT_GT(rows[1].build_seconds, rows[0].build_seconds);
    options.experts = {2};
    EXPECT_THROW(benchNearestKeys(options), Error);
}

TEST(NearestBench, KeysOfAModelAreSearchedAsTheyAre) {
    // Four keys along the axes; each query is one of them.
    std::vector<float> keys(16);
    for (std::size_t i = 0; i < 4; ++i)
        keys[5 * i] = 1;
    const NearestBench row = benchSearch(keys, keys, 4, 1);
    EXPECT_EQ(row.experts, 4);
    EXPECT_EQ(row.recall, 1);
    EXPECT_GT(row.exact_seconds, 0);
}

TEST(NearestBench, TheCrossoverHoldsForAllLargerSizes) {
    const auto row = [](std::int64_t experts, double exact, double build, double graph) {
        return NearestBench{experts, exact, build, graph, 1, 1};
    };
    const std::vector<NearestBench> rows = {row(64, 1, 1, 0.5), row(128, 2, 3, 2.5),
                                            row(256, 4, 5, 3), row(512, 9, 5, 3.5)};
    EXPECT_EQ(crossover(rows).search, 256);
    EXPECT_EQ(crossover(rows).step, 512);
    EXPECT_EQ(crossover({row(64, 1, 1, 0.5), row(128, 1, 1, 2)}).search, 0);
    EXPECT_EQ(crossover({}).step, 0);
}

}  // namespace
}  // namespace orrery
