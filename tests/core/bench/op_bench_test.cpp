// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/op_bench.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <set>

#include "core/bench/data_bench.h"
#include "core/bench/key_bench.h"
#include "core/bench/naive_ops.h"
#include "core/bench/torch_ops.h"
#include "core/error.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/nearest_keys.h"
#include "core/ops/packed_attention.h"
#include "core/ops/panels/panel_linear.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

Config benchConfig() {
    Config config;
    config.model = {
        .vocab_size = 64, .d_model = 16, .num_layers = 2, .num_heads = 2, .seq_len = 24};
    config.some.num_experts = 8;
    config.some.d_ffn = 16;
    config.some.top_k = 2;
    config.train.batch_size = 3;
    return config;
}

TEST(OpBench, MeasuresEachOperationBesideItsSlowReferenceAndABound) {
    std::vector<std::string> begun;
    const OpBenches bench =
        benchOps(benchConfig(), 2, [&](const std::string& name) { begun.push_back(name); });
    ASSERT_EQ(bench.ops.size(), 11U);
    EXPECT_EQ(begun.size(), 12U);
    EXPECT_GT(bench.sgemm_gflops, 0);
    EXPECT_GT(bench.copy_gbytes, 0);
    // Torch has no such operation, or is what is measured.
    const std::set<std::string> alone{"nearest keys", "key update", "AdamW"};
    for (const OpBench& op : bench.ops) {
        EXPECT_GT(op.seconds, 0) << op.name;
        EXPECT_GT(op.slow_seconds, 0) << op.name;
        EXPECT_EQ(op.torch_seconds > 0, !alone.contains(op.name)) << op.name;
        EXPECT_GT(bench.bound(op), 0) << op.name;
    }
    const OpBench& experts = bench.ops[2];
    EXPECT_EQ(experts.name, "experts");
    EXPECT_NEAR(experts.gflop * 1e9, 8.0 * 3 * 24 * 2 * 16 * 16, 1e-3);
    Config hash = benchConfig();
    hash.some.routing = Routing::hash;
    EXPECT_THROW(benchOps(hash, 1), Error);
}

// What the operations are held against must be the same operations.
TEST(NaiveOps, AreThoseOfAStep) {
    const at::Tensor qkv = randomTensor({2, 9, 24}, 1, at::kFloat);
    for (const bool causal : {true, false})
        EXPECT_LT(
            largestDifference(naiveAttention(qkv, 2, causal), packedAttention(qkv, 2, causal)),
            1e-5);
    const at::Tensor z = randomTensor({20, 8}, 2, at::kFloat);
    const at::Tensor keys = randomTensor({6, 8}, 3, at::kFloat);
    const NaiveRoute route = naiveRoute(z, keys, 2, 0.7);
    const NearestKeys nearest = nearestKeys(z, keys, {2, 0.7, true});
    EXPECT_TRUE(at::equal(route.selected, nearest.selected));
    EXPECT_LT(largestDifference(route.gates, nearest.gates), 1e-6);
    EXPECT_LT(largestDifference(route.queries, nearest.queries), 1e-6);
    const at::Tensor down = randomTensor({6, 10, 8}, 4, at::kFloat);
    const at::Tensor up = randomTensor({6, 8, 10}, 5, at::kFloat);
    EXPECT_LT(largestDifference(naiveExperts(z, route.selected, route.gates, down, up),
                                groupedFfn(z, route.selected, route.gates, down, up)),
              1e-4);
    EXPECT_LT(largestDifference(torchExperts(z, route.selected, route.gates, down, up, at::kFloat),
                                groupedFfn(z, route.selected, route.gates, down, up)),
              1e-4);
    for (const bool causal : {true, false})
        EXPECT_LT(
            largestDifference(torchAttention(qkv, 2, causal), packedAttention(qkv, 2, causal)),
            1e-5);
    const at::Tensor weight = randomTensor({5, 8}, 6, at::kFloat);
    const at::Tensor bias = randomTensor({5}, 7, at::kFloat);
    EXPECT_LT(
        largestDifference(torchLinear(z, weight, bias, at::kFloat), panelLinear(z, {weight, bias})),
        1e-5);
}

TEST(KeyBench, MeasuresBothHalvesAndTheNaiveWay) {
    const KeyBench bench = benchKeys(benchConfig(), 2);
    EXPECT_GT(bench.gather_seconds, 0);
    EXPECT_GT(bench.apply_seconds, 0);
    EXPECT_GT(bench.naive_seconds, 0);
    Config none = benchConfig();
    none.some.experts = ExpertKind::none;
    EXPECT_THROW(benchKeys(none, 1), Error);
}

TEST(DataBench, MeasuresWhatSurroundsAStep) {
    const DataBench bench = benchData(benchConfig(), 1);
    EXPECT_GT(bench.encode_seconds, 0);
    EXPECT_GT(bench.batch_seconds, 0);
    EXPECT_GT(bench.record_seconds, 0);
    EXPECT_EQ(bench.snapshot_bytes, 2 * 8 * 17 * 4);
}

}  // namespace
}  // namespace orrery
