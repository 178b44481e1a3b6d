// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/key_update.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/ops/device/key_kernels.h"
#include "tests/core/ops/slow_key_update.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;
using test::SlowKeys;
using test::Threads;

at::Tensor unitRows(const at::Tensor& rows) {
    return rows / at::linalg_vector_norm(rows, 2, at::IntArrayRef{1}, true);
}

struct Layer {
    at::Tensor keys, usage, queries, selected;

    KeyStatistics gather() const { return gatherKeyStatistics(queries, selected, keys.size(0)); }
    /// The slow reference on the same numbers.
    SlowKeys slow(const KeyRules& rules, const std::vector<bool>& held = {}) const {
        std::vector<std::vector<std::int64_t>> chosen;
        for (std::int64_t t = 0; t < selected.size(0); ++t) {
            const auto* row = selected.const_data_ptr<std::int64_t>() + t * selected.size(1);
            chosen.emplace_back(row, row + selected.size(1));
        }
        return test::slowKeyUpdate({test::toRows(keys), test::toRows(usage.unsqueeze(0))[0]},
                                   test::toRows(queries), chosen, rules, held);
    }
};

Layer makeLayer(std::int64_t tokens, std::int64_t top_k, std::int64_t experts, std::int64_t d) {
    Layer layer;
    layer.keys = unitRows(randomTensor({experts, d}, 1, at::kFloat));
    layer.usage = randomTensor({experts}, 2, at::kFloat).abs() * 3;
    layer.queries = unitRows(randomTensor({tokens, d}, 3, at::kFloat));
    // A skewed choice, so that usage differs and the last experts stay unused.
    const at::Tensor skew = at::linspace(3, 0, experts, at::kDouble);
    layer.selected = (randomTensor({tokens, experts}, 4) + skew)
                         .argsort(1, true)
                         .narrow(1, 0, top_k)
                         .contiguous();
    return layer;
}

KeyRules usualRules() {
    KeyRules rules;
    rules.alpha = 0.01;
    rules.beta = 0.005;
    rules.delta = 0.1;
    rules.theta_percentile = 0.3;
    return rules;
}

void expectLikeReference(const KeyRules& rules, const Layer& layer,
                         const std::vector<bool>& held = {}) {
    const SlowKeys expected = layer.slow(rules, held);
    at::Tensor keys = layer.keys.clone();
    at::Tensor usage = layer.usage.clone();
    at::Tensor mask;
    if (!held.empty())
        mask = at::tensor(std::vector<std::int64_t>(held.begin(), held.end())).to(at::kBool);
    applyKeyUpdate(keys, usage, layer.gather(), rules, mask);
    for (std::int64_t e = 0; e < std::ssize(held); ++e)
        if (held[static_cast<std::size_t>(e)])
            EXPECT_TRUE(at::equal(keys[e], layer.keys[e])) << "not a bit of expert " << e;
    EXPECT_LT(largestDifference(keys, test::toTensor(expected.keys)), 2e-6);
    EXPECT_LT(largestDifference(usage, at::tensor(expected.usage, at::kDouble)), 2e-6);
}

TEST(KeyUpdate, EqualsTheSlowReference) {
    expectLikeReference(usualRules(), makeLayer(60, 3, 9, 6));
}

TEST(KeyUpdate, EveryRuleEqualsTheSlowReference) {
    using Normalize = KeyRules::Normalize;
    const std::vector<std::pair<const char*, void (*)(KeyRules&)>> variants{
        {"no alpha", [](KeyRules& r) { r.alpha = 0; }},
        {"floor", [](KeyRules& r) { r.alpha_floor = 0.008; }},
        {"no beta", [](KeyRules& r) { r.beta = 0; }},
        {"repulsion", [](KeyRules& r) { r.beta = -0.005; }},
        {"min", [](KeyRules& r) { r.smaller_inertia = true; }},
        {"no delta", [](KeyRules& r) { r.delta = 0; }},
        {"theta", [](KeyRules& r) { r.theta = 2; }},
        {"cumulative", [](KeyRules& r) { r.cumulative = true; }},
        {"frozen", [](KeyRules& r) { r.frozen = true; }},
        {"max step", [](KeyRules& r) { r.max_step = 0.02; }},
        {"clip norm", [](KeyRules& r) { r.clip_norm = 0.05; }},
        {"wide clip norm", [](KeyRules& r) { r.clip_norm = 100; }},
        {"step and norm", [](KeyRules& r) { r.max_step = 0.02, r.clip_norm = 0.03; }},
        {"smoothing", [](KeyRules& r) { r.smoothing = 0.7; }},
        {"both", [](KeyRules& r) { r.max_step = 0.02, r.smoothing = 0.5; }},
        {"selected", [](KeyRules& r) { r.normalize = Normalize::selected; }},
        {"clamp", [](KeyRules& r) { r.normalize = Normalize::clamp; }},
        {"none", [](KeyRules& r) { r.normalize = Normalize::none; }},
    };
    Layer layer = makeLayer(80, 3, 12, 6);
    layer.keys[11] *= 0.5;  // a key that neither `selected` nor `clamp` scales
    for (const auto& [name, change] : variants) {
        SCOPED_TRACE(name);
        KeyRules rules = usualRules();
        change(rules);
        expectLikeReference(rules, layer);
        std::vector<bool> held(12);
        held[0] = held[4] = held[11] = true;
        expectLikeReference(rules, layer, held);
    }
}

TEST(KeyUpdate, AHeldKeyIsNotRespawned) {
    const Layer layer = makeLayer(30, 2, 5, 4);
    KeyRules rules = usualRules();
    rules.normalize = KeyRules::Normalize::none;
    rules.respawn_threshold = 10;  // above all lengths
    KeyStatistics statistics = layer.gather();
    statistics.respawn_candidates = layer.queries;
    at::Tensor keys = layer.keys.clone(), usage = layer.usage.clone();
    const KeyChange change =
        applyKeyUpdate(keys, usage, statistics, rules, at::tensor({0, 1, 0, 0, 1}).to(at::kBool));
    EXPECT_EQ(change.respawned_experts, (std::vector<std::int64_t>{0, 2, 3}));
    for (const int expert : {1, 4})
        EXPECT_TRUE(at::equal(keys[expert], layer.keys[expert]));
    EXPECT_THROW(applyKeyUpdate(keys, usage, statistics, rules, at::zeros({5})), Error);
}

TEST(KeyUpdate, OneExpertATokenHasNoPeers) {
    const Layer layer = makeLayer(50, 1, 6, 4);
    EXPECT_EQ(layer.gather().pairs.numel(), 0);
    expectLikeReference(usualRules(), layer);
}

TEST(KeyUpdate, AttractionOfOneTokenByHand) {
    at::Tensor keys = at::tensor({1.0F, 0.0F, 0.0F, 1.0F}).view({2, 2});
    at::Tensor usage = at::zeros({2});
    KeyRules rules;
    rules.alpha = 0.5;
    rules.ema_decay = 0.0;  // usage = this batch's counts
    rules.normalize = KeyRules::Normalize::none;
    const auto statistics =
        gatherKeyStatistics(at::tensor({0.0F, 1.0F}).view({1, 2}), at::zeros({1, 1}, at::kLong), 2);
    applyKeyUpdate(keys, usage, statistics, rules);
    // alpha / (1 + 1) = 0.25 of the way from (1, 0) to (0, 1)
    EXPECT_TRUE(at::equal(keys, at::tensor({0.75F, 0.25F, 0.0F, 1.0F}).view({2, 2})));
    EXPECT_TRUE(at::equal(usage, at::tensor({1.0F, 0.0F})));
}

TEST(KeyUpdate, PeersMeetHalfWayAndKeepTheirSum) {
    at::Tensor keys = randomTensor({6, 4}, 1, at::kFloat);
    at::Tensor usage = at::zeros({6});
    KeyRules rules;
    rules.beta = 0.1;
    rules.normalize = KeyRules::Normalize::none;
    const at::Tensor sum = keys.sum(0);
    const Layer layer = makeLayer(30, 3, 6, 4);
    applyKeyUpdate(keys, usage, layer.gather(), rules);
    EXPECT_LT(largestDifference(keys.sum(0), sum), 2e-6);
}

TEST(KeyUpdate, NormalizedKeysHaveLengthOne) {
    const Layer layer = makeLayer(60, 3, 9, 6);
    at::Tensor keys = layer.keys.clone();
    at::Tensor usage = layer.usage.clone();
    KeyRules rules = usualRules();
    rules.delta = 0;
    applyKeyUpdate(keys, usage, layer.gather(), rules);
    EXPECT_LT(largestDifference(at::linalg_vector_norm(keys, 2, at::IntArrayRef{1}), at::ones({9})),
              1e-6);
}

TEST(KeyUpdate, PartsOfABatchAddUp) {
    const Layer layer = makeLayer(90, 3, 9, 6);
    KeyStatistics sum =
        gatherKeyStatistics(layer.queries.narrow(0, 0, 40), layer.selected.narrow(0, 0, 40), 9);
    addKeyStatistics(sum, gatherKeyStatistics(layer.queries.narrow(0, 40, 50),
                                              layer.selected.narrow(0, 40, 50), 9));
    const KeyStatistics whole = layer.gather();
    EXPECT_TRUE(at::equal(sum.counts, whole.counts));
    EXPECT_TRUE(at::equal(sum.pairs, whole.pairs));
    EXPECT_TRUE(at::equal(sum.pair_counts, whole.pair_counts));
    EXPECT_LT(largestDifference(sum.query_sums, whole.query_sums), 1e-5);
}

TEST(KeyUpdate, ManyExpertsCountTheSamePairs) {
    const Layer layer = makeLayer(40, 4, 9, 6);
    const KeyStatistics few = layer.gather();
    const KeyStatistics many = gatherKeyStatistics(layer.queries, layer.selected, 3000);
    EXPECT_TRUE(at::equal(few.pair_counts, many.pair_counts));
    EXPECT_TRUE(at::equal(few.pairs.div(9, "floor"), many.pairs.div(3000, "floor")));
    EXPECT_TRUE(at::equal(few.pairs.remainder(9), many.pairs.remainder(3000)));
}

TEST(KeyUpdate, SameBitsAtAnyNumberOfThreads) {
    const Layer layer = makeLayer(3000, 4, 40, 33);
    at::Tensor first;
    for (const int threads : {1, 2, 3}) {
        const Threads scope(threads);
        at::Tensor keys = layer.keys.clone();
        at::Tensor usage = layer.usage.clone();
        applyKeyUpdate(keys, usage, layer.gather(), usualRules());
        if (!first.defined()) first = keys;
        EXPECT_TRUE(at::equal(keys, first)) << threads << " threads";
    }
}

TEST(KeyUpdate, NoTokensOnlyFadeUsage) {
    const Layer layer = makeLayer(10, 2, 5, 4);
    at::Tensor keys = layer.keys.clone();
    at::Tensor usage = layer.usage.clone();
    KeyRules rules = usualRules();
    rules.delta = 0;
    applyKeyUpdate(keys, usage,
                   gatherKeyStatistics(at::empty({0, 4}), at::empty({0, 2}, at::kLong), 5), rules);
    EXPECT_LT(largestDifference(keys, layer.keys), 1e-6);
    EXPECT_LT(largestDifference(usage, layer.usage * 0.99), 1e-6);
}

TEST(KeyUpdate, WithoutQueriesOnlyUsageMoves) {
    const Layer layer = makeLayer(10, 2, 5, 4);
    at::Tensor keys = layer.keys.clone();
    at::Tensor usage = at::zeros({5});
    KeyRules rules = usualRules();
    rules.cumulative = true;
    applyKeyUpdate(keys, usage, gatherKeyStatistics({}, layer.selected, 5), rules);
    EXPECT_TRUE(at::equal(keys, layer.keys));
    EXPECT_EQ(usage.sum().item<double>(), 20);
}

TEST(KeyUpdate, DecayCountsItsKeys) {
    const Layer layer = makeLayer(60, 3, 9, 6);
    at::Tensor keys = layer.keys.clone();
    at::Tensor usage = layer.usage.clone();
    KeyRules rules = usualRules();
    rules.theta = 1e9;
    EXPECT_EQ(applyKeyUpdate(keys, usage, layer.gather(), rules).decayed, 9);
}

TEST(KeyUpdate, RespawnsFadedKeysAtAQuery) {
    Layer layer = makeLayer(60, 2, 9, 6);
    layer.keys[8] *= 1e-3;
    at::Tensor keys = layer.keys.clone();
    at::Tensor usage = layer.usage.clone();
    KeyStatistics statistics = layer.gather();
    statistics.respawn_candidates = drawRespawnCandidates(layer.queries, 9, 5);
    KeyRules rules;
    rules.normalize = KeyRules::Normalize::none;
    rules.respawn_threshold = 0.1;
    rules.seed = 7;
    const KeyChange change = applyKeyUpdate(keys, usage, statistics, rules);
    EXPECT_EQ(change.respawned, 1);
    EXPECT_EQ(change.respawned_experts, std::vector<std::int64_t>{8});
    EXPECT_EQ(usage[8].item<double>(), 0);
    EXPECT_NEAR(keys[8].norm().item<double>(), 1, 1e-6);
    EXPECT_GT(at::mv(layer.queries, keys[8]).max().item<double>(), 0.99);  // at one of the queries
    EXPECT_TRUE(at::equal(keys.narrow(0, 0, 8), layer.keys.narrow(0, 0, 8)));
    at::Tensor again = layer.keys.clone();
    at::Tensor usage_again = layer.usage.clone();
    applyKeyUpdate(again, usage_again, statistics, rules);
    EXPECT_TRUE(at::equal(keys, again));  // the same seed, the same key
}

TEST(KeyUpdate, RefusesWrongInput) {
    const at::Tensor queries = at::zeros({3, 4});
    EXPECT_THROW(gatherKeyStatistics(queries, at::full({3, 2}, 5, at::kLong), 5), Error);
    EXPECT_THROW(gatherKeyStatistics(queries, at::zeros({2, 2}, at::kLong), 5), Error);
    EXPECT_THROW(gatherKeyStatistics(queries.to(at::kDouble), at::zeros({3, 2}, at::kLong), 5),
                 Error);
    EXPECT_THROW(gatherKeyStatistics(queries, at::zeros({3, 2}), 5), Error);
    at::Tensor keys = at::zeros({4, 4});
    at::Tensor usage = at::zeros({5});
    EXPECT_THROW(applyKeyUpdate(keys, usage,
                                gatherKeyStatistics(queries, at::zeros({3, 2}, at::kLong), 5), {}),
                 Error);
}

TEST(KeyUpdate, RefusesKeysThatAreNoFloats) {
    at::Tensor keys = at::zeros({5, 4}, at::kDouble);
    at::Tensor usage = at::zeros({5});
    EXPECT_THROW(
        applyKeyUpdate(keys, usage,
                       gatherKeyStatistics(at::zeros({3, 4}), at::zeros({3, 2}, at::kLong), 5), {}),
        Error);
}

TEST(KeyUpdate, WithoutAnyUsageNoKeyDecays) {
    Layer layer = makeLayer(0, 2, 5, 4);
    layer.usage.zero_();
    for (const double theta : {0.0, 10.0}) {
        KeyRules rules = usualRules();
        rules.theta = theta;
        EXPECT_EQ(applyKeyUpdate(layer.keys, layer.usage, layer.gather(), rules).decayed, 0);
    }
}

/// A key that is not a number stays so, and alone.
TEST(KeyUpdate, NanStaysInItsKey) {
    Layer layer = makeLayer(30, 2, 5, 4);
    layer.keys[3][2] = std::nan("");
    KeyRules rules = usualRules();
    rules.beta = 0;
    applyKeyUpdate(layer.keys, layer.usage, layer.gather(), rules);
    EXPECT_TRUE(layer.keys[3].isnan().all().item<bool>());
    EXPECT_EQ(layer.keys.isnan().sum().item<std::int64_t>(), 4);
}

TEST(Quantile, InterpolatesLinearly) {
    const std::vector<float> three{1, 2, 3};
    EXPECT_DOUBLE_EQ(quantileOf(three.data(), 3, 0.5), 2);
    EXPECT_DOUBLE_EQ(quantileOf(three.data(), 3, 0.25), 1.5);
    EXPECT_DOUBLE_EQ(quantileOf(three.data(), 1, 0.05), 1);
    EXPECT_DOUBLE_EQ(quantileOf(three.data(), 2, 1), 2);
}

}  // namespace
}  // namespace orrery
