// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/scale_bench.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/model/language_model.h"
#include "core/model/parameter_count.h"
#include "tests/core/model/small_config.h"
#include "tests/support/rank_threads.h"

namespace orrery {
namespace {

/// What each rank gives in a step depends on the model alone: a prediction for another number of
/// ranks may take it as it was measured.
void expectTraffic(const std::vector<ScaleBench>& benches, const ScaleBench& alone,
                   const Config& config) {
    EXPECT_EQ(benches[0].seconds, benches[1].seconds);
    EXPECT_EQ(benches[0].tokens, alone.tokens);
    EXPECT_EQ(benches[0].messages, 2);  // losses and counts; gradients, queries and pairs
    // Each number of core/README.md, section 13.
    std::int64_t trained = 0;
    for (const auto& [name, parameter] : LanguageModel(config)->trainedParameters())
        trained += parameter.numel();
    const std::int64_t layers = 2, experts = 6, width = 8, top_k = 2;
    const auto parameters =
        static_cast<std::int64_t>(LanguageModel(config)->trainedParameters().size());
    EXPECT_EQ(benches[0].bytes,
              8 * (3 + parameters + layers * top_k * experts) +
                  4 * (trained + layers * (experts * width + experts * (experts - 1) / 2)));
    EXPECT_EQ(benches[0].bytes, rankBytes(config) + 8 * parameters);
    EXPECT_GT(benches[0].link.bytes_per_second, 1e6);
    EXPECT_GT(benches[0].communication_seconds, 0);
}

TEST(ScaleBench, CountsWhatRanksTellEachOther) {
    Config config = test::smallConfig();
    config.train.threads = 1;
    const ScaleBench alone = benchScale(config, {}, {.repeats = 1, .steps = 1});
    EXPECT_EQ(alone.processes, 1);
    EXPECT_EQ(alone.bytes, 0);
    for (const int size : {2, 4}) {
        std::vector<ScaleBench> benches(static_cast<std::size_t>(size));
        EXPECT_EQ(test::asPlaces(size,
                                 [&](const RankPlace& place) {
                                     benches[static_cast<std::size_t>(place.rank)] =
                                         benchScale(config, place, {.repeats = 2, .steps = 2});
                                 }),
                  "");
        expectTraffic(benches, alone, config);
    }
}

TEST(ScaleBench, PredictsFromBytesAndMessages) {
    // Half a second of computation, two thirds of 3 GB at 1 GB/s twice, and 4 x 10 messages.
    EXPECT_DOUBLE_EQ(predictedSeconds(1.5, 3, 3'000'000'000, 10, {1e9, 1e-3}), 0.5 + 4.0 + 0.04);
    ScaleBench one, four;
    one.seconds = 1.5;
    four = {.processes = 4, .bytes = 1'000'000'000, .messages = 2, .link = {1e9, 1e-2}};
    EXPECT_DOUBLE_EQ(predictedHere(one, four), 1.5 + 1.5 + 0.12);
    const Cluster cluster = parseCluster("nodes=8 gbit=100 us=5");
    EXPECT_EQ(cluster.nodes, 8);
    EXPECT_DOUBLE_EQ(cluster.link.bytes_per_second, 12.5e9);
    EXPECT_DOUBLE_EQ(cluster.link.seconds, 5e-6);
    for (const char* bad :
         {"", "nodes=8", "nodes=1 gbit=1 us=1", "nodes=2 gbit=0 us=1", "nodes=2 gbit=x us=1",
          "nodes=2 gbit=1 us=1 hosts=3", "nodes=2.5 gbit=1 us=1"})
        EXPECT_THROW(parseCluster(bad), Error) << bad;
}

}  // namespace
}  // namespace orrery
