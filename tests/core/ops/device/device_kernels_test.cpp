// SPDX-License-Identifier: GPL-3.0-or-later
// What CUDA runs, run on the CPU: the same functors and the same sequence of operations, launched
// by CpuLaunch, against the CPU's own kernels.
#include <gtest/gtest.h>
#include <torch/library.h>

#include <algorithm>
#include "core/ops/bf16_ffn.h"

#include "core/ops/device/grouped_ffn_device.h"
#include "core/ops/device/key_update_device.h"
#include "core/ops/device/launch_cpu.h"
#include "core/ops/device/nearest_keys_device.h"
#include "core/ops/grouped_ffn.h"
#include "core/ops/nearest_keys.h"
#include "tests/core/ops/device/device_case.h"

namespace orrery {
namespace {

using test::FfnCase;
using test::ffnCase;
using test::KeyCase;
using test::keyCase;
using test::largestDifference;
using test::randomTensor;

// The operations that the program's CPU kernels do not go through: registered here as the module
// registers them for CUDA, so that a signature that does not fit its schema is found.
TORCH_LIBRARY_IMPL(orrery, CPU, library) {
    library.impl("nearest_keys", &device_keys::forward<CpuLaunch>);
    library.impl("nearest_keys_backward", &device_keys::backward<CpuLaunch>);
    library.impl("apply_keys", &device_gravity::apply<CpuLaunch>);
}

TEST(Launch, TwoPathsVisitEachIndexOnce) {
    std::vector<std::int32_t> visits(1000, 0);
    std::int32_t* data = visits.data();
    CpuLaunch::each(1000, [=](std::int64_t index) { atomicAdd(data + index, 1); });
    CpuLaunch::rows(1000, [=](std::int64_t row, const auto& lanes) {
        if (lanes.leads()) atomicAdd(data + row, 1);
        atomicAdd(data, static_cast<std::int32_t>(lanes.count()));
    });
    EXPECT_EQ(visits[0], 2 + 1000);
    EXPECT_EQ(std::count(visits.begin() + 1, visits.end(), 2), 999);
}

/// Output and gradients of z, gates, down and up.
std::vector<at::Tensor> onDevice(const FfnCase& c, bool bf16) {
    const auto [output, hidden, order, ends] =
        device_ffn::forward<CpuLaunch>(c.z, c.selected, c.gates, c.down, c.up, bf16);
    EXPECT_EQ(hidden.scalar_type(), bf16 ? at::kBFloat16 : c.z.scalar_type());
    const auto [z, gates, down, up] = device_ffn::backward<CpuLaunch>(
        c.output_gradient, c.z, c.gates, hidden, order, ends, c.down, c.up, true);
    return {output, z, gates, down, up};
}

std::vector<at::Tensor> onCpu(const FfnCase& c) {
    const GroupedFfnForward kept = groupedFfnForwardCpu(c.z, c.selected, c.gates, c.down, c.up);
    const auto back =
        groupedFfnBackwardCpu(c.output_gradient, c.z, c.gates, kept, c.down, c.up, true);
    return {kept.output, back.z, back.gates, back.down, back.up};
}

void expectClose(const std::vector<at::Tensor>& own, const std::vector<at::Tensor>& expected,
                 double tolerance) {
    ASSERT_EQ(own.size(), expected.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
        EXPECT_EQ(own[i].scalar_type(), expected[i].scalar_type()) << "tensor " << i;
        EXPECT_LT(largestDifference(own[i], expected[i]),
                  tolerance * expected[i].abs().max().item<double>())
            << "tensor " << i;
    }
}

TEST(DeviceFfn, EqualsTheCpuInDoubleAndFloat) {
    for (const std::int64_t k : {1, 3}) {
        const FfnCase exact = ffnCase(53, k, 9, 6, 6, 11, at::kDouble);
        expectClose(onDevice(exact, false), onCpu(exact), 1e-13);
    }
    const FfnCase single = ffnCase(300, 2, 5, 4, 16, 24, at::kFloat);
    expectClose(onDevice(single, false), onCpu(single), 2e-5);
}

TEST(DeviceFfn, ManyExpertsAreNumberedWithoutOverflow) {
    FfnCase c = ffnCase(40, 2, 8, 8, 2, 3, at::kFloat);
    c.selected = c.selected * 5000;  // up to 35,000: more than 16 bits with a sign
    c.down = randomTensor({35001, 3, 2}, 4, at::kFloat);
    c.up = randomTensor({35001, 2, 3}, 5, at::kFloat);
    expectClose(onDevice(c, false), onCpu(c), 2e-5);
}

/// Both widths: multiples of 8 take one grouped product, others a product an expert.
TEST(DeviceFfn, InBfloat16EqualsBf16Ffn) {
    for (const std::int64_t d : {16, 12}) {
        FfnCase c = ffnCase(200, 2, 7, 5, d, 24, at::kFloat);
        ASSERT_EQ(device_ffn::inOneLaunch(c.z.to(at::kBFloat16), 24), d == 16);
        const auto own = onDevice(c, true);
        for (at::Tensor* leaf : {&c.z, &c.gates, &c.down, &c.up})
            leaf->requires_grad_();
        const at::Tensor y = bf16Ffn(c.z, c.selected, c.gates, c.down, c.up);
        auto expected =
            torch::autograd::grad({y}, {c.z, c.gates, c.down, c.up}, {c.output_gradient});
        expected.insert(expected.begin(), y.detach());
        expectClose(own, expected, 0.02);
        EXPECT_EQ(own[3].narrow(0, 5, 2).abs().max().item<double>(), 0) << "experts without rows";
    }
}

TEST(DeviceFfn, ExpertsKeptInBfloat16AreOnlyConverted) {
    FfnCase kept = ffnCase(100, 2, 5, 5, 16, 24, at::kFloat);
    kept.down = kept.down.to(at::kBFloat16);
    kept.up = kept.up.to(at::kBFloat16);
    FfnCase wide = kept;
    wide.down = kept.down.to(at::kFloat);
    wide.up = kept.up.to(at::kFloat);
    for (const bool bf16 : {false, true}) {
        const auto own = onDevice(kept, bf16);
        const auto expected = onDevice(wide, bf16);
        for (const std::size_t i : {0, 1, 2})
            EXPECT_TRUE(at::equal(own[i], expected[i])) << "tensor " << i;
    }
}

NearestKeysForward nearest(const at::Tensor& query, const at::Tensor& keys,
                           const NearestKeysOptions& o) {
    std::optional<at::Tensor> bias;
    if (o.selection_bias.defined()) bias = o.selection_bias;
    static const auto op =
        c10::Dispatcher::singleton()
            .findSchemaOrThrow("orrery::nearest_keys", "")
            .typed<std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>(
                const at::Tensor&, const at::Tensor&, const std::optional<at::Tensor>&,
                std::int64_t, double, bool, const std::optional<at::Tensor>&)>();
    std::optional<at::Tensor> factor;
    if (o.temperature_factor.defined()) factor = o.temperature_factor;
    const auto [queries, norms, selected, gates] =
        op.call(query, keys, bias, o.top_k, o.temperature, o.normalize, factor);
    return {queries, norms, selected, gates};
}

void expectSameRouter(const at::Tensor& query, const at::Tensor& keys,
                      const NearestKeysOptions& options) {
    NearestKeysOptions known = options;
    std::optional<at::Tensor> factor;
    if (options.temperature_factor.defined()) {
        factor = options.temperature_factor;
        known.temperature *= factor->item<double>();
    }
    const NearestKeysForward expected = nearestKeysForwardCpu(query, keys, known);
    const NearestKeysForward own = nearest(query, keys, options);
    EXPECT_TRUE(at::equal(own.selected, expected.selected));
    EXPECT_LT(largestDifference(own.queries, expected.queries), 1e-6);
    EXPECT_LT(largestDifference(own.gates, expected.gates), 2e-6);
    const at::Tensor gradient = randomTensor(own.gates.sizes(), 7, query.scalar_type());
    EXPECT_LT(largestDifference(device_keys::backward<CpuLaunch>(
                                    gradient, own.queries, own.norms, own.selected, own.gates, keys,
                                    options.temperature, options.normalize, factor),
                                nearestKeysBackwardCpu(gradient, expected, keys, known)),
              2e-5);
}

TEST(DeviceRouter, EqualsTheCpu) {
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
        const at::Tensor query = randomTensor({70, 12}, 1, type);
        const at::Tensor keys = randomTensor({17, 12}, 2, type);
        expectSameRouter(query, keys, {.top_k = 4, .temperature = 0.7});
        expectSameRouter(query, keys, {.top_k = 17});
        expectSameRouter(query, keys, {.top_k = 1, .normalize = false});
        NearestKeysOptions biased{.top_k = 3};
        biased.selection_bias = randomTensor({17}, 3, type);
        expectSameRouter(query, keys, biased);
        NearestKeysOptions learned{.top_k = 4, .temperature = 0.7};
        learned.temperature_factor = at::full({1}, 0.3, at::kDouble);
        expectSameRouter(query, keys, learned);
    }
}

/// The CPU's own loop over ranks and columns, against the functor of the kernels.
TEST(DeviceRouter, TheCpuGoesBackToTheSameBits) {
    const at::Tensor query = randomTensor({70, 12}, 1, at::kFloat);
    const at::Tensor keys = randomTensor({17, 12}, 2, at::kFloat);
    const NearestKeysOptions options{.top_k = 4, .temperature = 0.7};
    const NearestKeysForward kept = nearestKeysForwardCpu(query, keys, options);
    const at::Tensor gradient = randomTensor({70, 4}, 7, at::kFloat);
    EXPECT_TRUE(at::equal(
        device_keys::backward<CpuLaunch>(gradient, kept.queries, kept.norms, kept.selected,
                                         kept.gates, keys, 0.7, true, std::nullopt),
        nearestKeysBackwardCpu(gradient, kept, keys, options)));
}

TEST(DeviceRouter, TiesGoToTheLowerExpertAndNanStaysInItsToken) {
    at::Tensor query = at::ones({3, 4}, at::kFloat);
    query[1][2] = std::nan("");
    const NearestKeysForward own = nearest(query, at::ones({6, 4}, at::kFloat), {.top_k = 3});
    EXPECT_TRUE(at::equal(own.selected[0], at::arange(3, at::kLong)));
    EXPECT_TRUE(at::equal(own.selected[1], at::arange(3, at::kLong)));
    EXPECT_EQ(own.gates.isnan().sum().item<std::int64_t>(), 3);
}

TEST(DeviceRouter, WhatOtherProductsMayDoIsAsBefore) {
    for (const bool allowed : {true, false}) {
        at::globalContext().setAllowTF32CuBLAS(allowed);
        nearest(at::ones({3, 4}), at::ones({6, 4}), {.top_k = 3});
        EXPECT_EQ(at::globalContext().allowTF32CuBLAS(), allowed);
    }
}

struct Moved {
    at::Tensor keys, usage;
    KeyChange change;
};

Moved movedOnDevice(const KeyCase& c, const KeyRules& rules, const at::Tensor& candidates) {
    const auto [counts, sums, table] =
        device_gravity::gather<CpuLaunch>(c.queries, c.selected, c.keys.size(0));
    Moved moved{c.keys.clone(), c.usage.clone(), {}};
    // A table of pairs is what makes it go to the device's operation.
    moved.change =
        applyKeyUpdate(moved.keys, moved.usage, {counts, sums, {}, {}, table, candidates}, rules);
    EXPECT_TRUE(moved.change.pending.defined());
    moved.change = synchronized({moved.change})[0];
    return moved;
}

Moved movedOnCpu(const KeyCase& c, const KeyRules& rules, const at::Tensor& candidates) {
    KeyStatistics statistics = gatherKeyStatistics(c.queries, c.selected, c.keys.size(0));
    statistics.respawn_candidates = candidates;
    Moved moved{c.keys.clone(), c.usage.clone(), {}};
    moved.change = applyKeyUpdate(moved.keys, moved.usage, statistics, rules);
    return moved;
}

TEST(DeviceGravity, EveryRuleMovesKeysAsTheCpuDoes) {
    const KeyCase c = keyCase(900, 3, 11, 70);  // the first expert has several pieces, a key parts
    const at::Tensor candidates = c.queries.narrow(0, 0, 7);
    const auto cases = test::keyRuleCases();
    for (std::size_t i = 0; i < cases.size(); ++i) {
        SCOPED_TRACE(i);
        const Moved own = movedOnDevice(c, cases[i], candidates);
        const Moved expected = movedOnCpu(c, cases[i], candidates);
        EXPECT_LT(largestDifference(own.keys, expected.keys), 2e-5);
        EXPECT_LT(largestDifference(own.usage, expected.usage), 1e-6);
        EXPECT_EQ(own.change.decayed, expected.change.decayed);
        EXPECT_EQ(own.change.respawned, expected.change.respawned);
        EXPECT_EQ(own.change.respawned_experts, expected.change.respawned_experts);
        EXPECT_FALSE(own.change.pending.defined());
    }
    EXPECT_GT(movedOnCpu(c, cases[0], candidates).change.decayed, 0);
    EXPECT_GT(movedOnCpu(c, cases[11], candidates).change.respawned, 0);
}

/// What the CPU does not share with the kernels: beta over a list of pairs.
TEST(DeviceGravity, AListOfPairsMovesKeysToTheSameBitsAsATable) {
    const KeyCase c = keyCase(900, 3, 11, 70);
    KeyStatistics listed = gatherKeyStatistics(c.queries, c.selected, 11);
    listed.respawn_candidates = c.queries.narrow(0, 0, 7);
    KeyStatistics tabled = listed;
    tabled.pair_table = at::zeros({11 * 11}, at::kInt)
                            .index_put_({listed.pairs}, listed.pair_counts.to(at::kInt))
                            .view({11, 11});
    for (const KeyRules& rules : test::keyRuleCases()) {
        at::Tensor keys[] = {c.keys.clone(), c.keys.clone()};
        at::Tensor usage[] = {c.usage.clone(), c.usage.clone()};
        const KeyChange by_list = applyKeyUpdate(keys[0], usage[0], listed, rules);
        const KeyChange by_table =
            synchronized({applyKeyUpdate(keys[1], usage[1], tabled, rules)})[0];
        EXPECT_TRUE(at::equal(keys[0], keys[1]));
        EXPECT_TRUE(at::equal(usage[0], usage[1]));
        EXPECT_EQ(by_list.decayed, by_table.decayed);
        EXPECT_EQ(by_list.respawned_experts, by_table.respawned_experts);
    }
}

TEST(DeviceGravity, CountsSumsAndPairsAreThoseOfTheCpu) {
    const KeyCase c = keyCase(700, 4, 9, 5);
    const auto [counts, sums, table] = device_gravity::gather<CpuLaunch>(c.queries, c.selected, 9);
    const KeyStatistics expected = gatherKeyStatistics(c.queries, c.selected, 9);
    EXPECT_TRUE(at::equal(counts, expected.counts));
    EXPECT_LT(largestDifference(sums, expected.query_sums), 2e-5);
    const at::Tensor found = table.flatten().nonzero().squeeze(1);
    EXPECT_TRUE(at::equal(found, expected.pairs));
    EXPECT_TRUE(
        at::equal(table.flatten().index_select(0, found).to(at::kLong), expected.pair_counts));
}

TEST(DeviceGravity, TokensWithoutExpertsTakeNoPart) {
    const KeyCase c = keyCase(700, 4, 9, 5);
    const at::Tensor counted = at::arange(700, at::kLong).remainder(3) != 0;
    const at::Tensor rows = counted.nonzero().squeeze(1);
    const auto [counts, sums, table] = device_gravity::gather<CpuLaunch>(
        c.queries, at::where(counted.unsqueeze(1), c.selected, -1), 9);
    const auto [expected_counts, expected_sums, expected_table] = device_gravity::gather<CpuLaunch>(
        c.queries.index_select(0, rows), c.selected.index_select(0, rows), 9);
    EXPECT_TRUE(at::equal(counts, expected_counts));
    EXPECT_TRUE(at::equal(table, expected_table));
    EXPECT_TRUE(at::equal(sums, expected_sums));
    const auto [none, no_sums, no_table] =
        device_gravity::gather<CpuLaunch>(c.queries, at::full_like(c.selected, -1), 9);
    EXPECT_EQ(none.sum().item<std::int64_t>(), 0);
    EXPECT_EQ(no_sums.abs().sum().item<double>(), 0);
    EXPECT_EQ(no_table.sum().item<std::int64_t>(), 0);
}

TEST(DeviceGravity, NoTokensAndNoQueriesOnlyMoveUsage) {
    KeyCase c = keyCase(20, 2, 5, 4);
    const KeyRules rules = test::keyRuleCases()[0];
    const auto [counts, sums, table] =
        device_gravity::gather<CpuLaunch>(at::empty({20, 0}, at::kFloat), c.selected, 5);
    at::Tensor keys = c.keys.clone();
    at::Tensor usage = c.usage.clone();
    applyKeyUpdate(keys, usage, {counts, {}, {}, {}, table, {}}, rules);
    EXPECT_TRUE(at::equal(keys, c.keys));
    EXPECT_FALSE(at::equal(usage, c.usage));
    c.queries = at::empty({0, 4}, at::kFloat);
    c.selected = at::empty({0, 2}, at::kLong);
    const Moved own = movedOnDevice(c, rules, at::empty({0, 4}, at::kFloat));
    const Moved expected = movedOnCpu(c, rules, at::Tensor());
    EXPECT_LT(largestDifference(own.keys, expected.keys), 1e-6);
    EXPECT_LT(largestDifference(own.usage, expected.usage), 1e-6);
}

TEST(DeviceGravity, StatisticsOfPartsAddUp) {
    const KeyCase c = keyCase(60, 3, 7, 4);
    const auto statistics = [&](std::int64_t begin, std::int64_t size) {
        const auto [counts, sums, table] = device_gravity::gather<CpuLaunch>(
            c.queries.narrow(0, begin, size), c.selected.narrow(0, begin, size).contiguous(), 7);
        return KeyStatistics{counts, sums, {}, {}, table, {}};
    };
    const KeyStatistics whole = statistics(0, 60);
    KeyStatistics parts = statistics(0, 25);
    addKeyStatistics(parts, statistics(25, 35));
    EXPECT_TRUE(at::equal(parts.counts, whole.counts));
    EXPECT_TRUE(at::equal(parts.pair_table, whole.pair_table));
    EXPECT_LT(largestDifference(parts.query_sums, whole.query_sums), 1e-5);
}

}  // namespace
}  // namespace orrery
