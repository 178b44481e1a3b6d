// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/nearest_keys.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "core/error.h"
#include "core/ops/panels/half_product.h"
#include "core/ops/search/key_search.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::expectGradients;
using test::largestDifference;
using test::randomTensor;
using test::Threads;

at::Tensor unitRows(const at::Tensor& rows) {
    return rows / at::linalg_vector_norm(rows, 2, at::IntArrayRef{1}, true);
}

/// Scores by torch, a stable sort for the ties, softmax.
NearestKeys slowNearest(const at::Tensor& query, const at::Tensor& keys,
                        const NearestKeysOptions& options) {
    const at::Tensor q = options.normalize ? unitRows(query) : query;
    const auto [scores, order] = at::sort(at::matmul(q, keys.t()), true, 1, true);
    return {q, order.narrow(1, 0, options.top_k),
            at::softmax(scores.narrow(1, 0, options.top_k) / options.temperature, 1)};
}

TEST(NearestKeys, EqualsTheSlowReference) {
    for (const bool normalize : {true, false}) {
        const NearestKeysOptions options{3, 0.7, normalize};
        const at::Tensor query = randomTensor({600, 8}, 1);
        const at::Tensor keys = unitRows(randomTensor({13, 8}, 2));
        const NearestKeys own = nearestKeys(query, keys, options);
        const NearestKeys slow = slowNearest(query, keys, options);
        EXPECT_TRUE(at::equal(own.selected, slow.selected));
        EXPECT_LT(largestDifference(own.gates, slow.gates), 1e-14);
        EXPECT_LT(largestDifference(own.queries, slow.queries), 1e-14);
    }
}

TEST(NearestKeys, GradientsEqualFiniteDifferences) {
    const at::Tensor keys = unitRows(randomTensor({7, 5}, 2));
    const at::Tensor weights = randomTensor({4, 3}, 3);
    for (const bool normalize : {true, false})
        expectGradients(
            [&](const std::vector<at::Tensor>& in) {
                return (nearestKeys(in[0], keys, {3, 0.8, normalize}).gates * weights).sum();
            },
            {randomTensor({4, 5}, 1)});
}

/// The bias chooses and orders; the gates are those of the scores alone.
TEST(NearestKeys, ABiasActsOnTheSelectionOnly) {
    const at::Tensor query = randomTensor({600, 8}, 1);
    const at::Tensor keys = unitRows(randomTensor({13, 8}, 2));
    NearestKeysOptions options{3, 0.7, true};
    const NearestKeys plain = nearestKeys(query, keys, options);
    options.selection_bias = 0.3 * randomTensor({13}, 3);
    const NearestKeys own = nearestKeys(query, keys, options);
    const at::Tensor scores = at::matmul(unitRows(query), keys.t());
    const at::Tensor order = std::get<1>(at::sort(scores + options.selection_bias, true, 1, true));
    EXPECT_TRUE(at::equal(own.selected, order.narrow(1, 0, 3)));
    EXPECT_FALSE(at::equal(own.selected, plain.selected));
    EXPECT_LT(largestDifference(own.gates, at::softmax(scores.gather(1, own.selected) / 0.7, 1)),
              1e-14);
    options.selection_bias = at::zeros({13}, at::kDouble);
    EXPECT_TRUE(at::equal(nearestKeys(query, keys, options).gates, plain.gates));
    options.selection_bias = at::zeros({12}, at::kDouble);
    EXPECT_THROW(nearestKeys(query, keys, options), Error);
}

TEST(NearestKeys, GradientsUnderABiasEqualFiniteDifferences) {
    const at::Tensor keys = unitRows(randomTensor({7, 5}, 2));
    const at::Tensor weights = randomTensor({4, 3}, 3);
    NearestKeysOptions options{3, 0.8, true};
    options.selection_bias = randomTensor({7}, 4);
    expectGradients(
        [&](const std::vector<at::Tensor>& in) {
            return (nearestKeys(in[0], keys, options).gates * weights).sum();
        },
        {randomTensor({4, 5}, 1)});
}

TEST(NearestKeys, ProbabilitiesOfAllExpertsAndTheirGradients) {
    const at::Tensor keys = unitRows(randomTensor({7, 5}, 2));
    const at::Tensor query = randomTensor({4, 5}, 1);
    const at::Tensor weights = randomTensor({4, 7}, 3);
    for (const bool normalize : {true, false}) {
        const NearestKeysOptions options{7, 0.8, normalize};
        const at::Tensor probabilities = routerProbabilities(query, keys, options);
        const NearestKeys all = nearestKeys(query, keys, options);  // k = E: the same numbers
        EXPECT_LT(largestDifference(probabilities.gather(1, all.selected), all.gates), 1e-14);
        expectGradients(
            [&](const std::vector<at::Tensor>& in) {
                return (routerProbabilities(in[0], keys, options) * weights).sum();
            },
            {query});
    }
}

TEST(NearestKeys, OnlyTheQueryIsTrained) {
    const at::Tensor query = randomTensor({4, 5}, 1, at::kFloat).requires_grad_();
    const at::Tensor keys = unitRows(randomTensor({7, 5}, 2, at::kFloat));
    const NearestKeys result = nearestKeys(query, keys, {2, 1.0, true});
    EXPECT_FALSE(result.queries.requires_grad());
    EXPECT_FALSE(result.selected.requires_grad());
    EXPECT_TRUE(result.gates.requires_grad());
}

TEST(NearestKeys, KeysMayMoveBeforeBackward) {
    const at::Tensor query = randomTensor({4, 5}, 1, at::kFloat).requires_grad_();
    at::Tensor keys = unitRows(randomTensor({7, 5}, 2, at::kFloat));
    const at::Tensor weights = randomTensor({4, 2}, 3, at::kFloat);
    const auto loss = [&] {
        return (nearestKeys(query, keys, {2, 1.0, true}).gates * weights).sum();
    };
    const at::Tensor expected = torch::autograd::grad({loss()}, {query})[0];
    const at::Tensor late = loss();
    keys.mul_(-1);
    EXPECT_TRUE(at::equal(torch::autograd::grad({late}, {query})[0], expected));
}

TEST(NearestKeys, TiesGoToTheLowerExpertAtAnyNumberOfThreads) {
    const at::Tensor query = at::ones({700, 4});
    const at::Tensor keys = unitRows(at::ones({50, 4}));
    for (const int threads : {1, 2, 3}) {
        const Threads scope(threads);
        const NearestKeys result = nearestKeys(query, keys, {4, 1.0, true});
        EXPECT_TRUE(at::equal(result.selected, at::arange(4, at::kLong).expand({700, 4})));
    }
}

TEST(NearestKeys, SameBitsAtAnyNumberOfThreads) {
    const at::Tensor query = randomTensor({1500, 32}, 1, at::kFloat).requires_grad_();
    const at::Tensor keys = unitRows(randomTensor({40, 32}, 2, at::kFloat));
    at::Tensor gates;
    at::Tensor gradient;
    for (const int threads : {1, 2, 3}) {
        const Threads scope(threads);
        const NearestKeys result = nearestKeys(query, keys, {4, 0.5, true});
        const at::Tensor own = torch::autograd::grad({result.gates.square().sum()}, {query})[0];
        if (!gates.defined()) {
            gates = result.gates.detach();
            gradient = own;
        }
        EXPECT_TRUE(at::equal(result.gates, gates));
        EXPECT_TRUE(at::equal(own, gradient));
    }
}

/// Chunks of 1024 keys, some of them not full, and ties across them.
TEST(NearestKeys, ManyKeysEqualTheSlowReference) {
    const at::Tensor query = randomTensor({200, 16}, 1);
    at::Tensor keys = unitRows(randomTensor({2500, 16}, 2));
    keys.narrow(0, 2000, 500).copy_(keys.narrow(0, 0, 500));
    const NearestKeysOptions options{5, 0.7, true};
    const NearestKeys own = nearestKeys(query, keys, options);
    const NearestKeys slow = slowNearest(query, keys, options);
    EXPECT_TRUE(at::equal(own.gates, nearestKeys(query, keys, options).gates));
    EXPECT_LT(largestDifference(own.gates, slow.gates), 1e-13);
    const at::Tensor scores = at::matmul(unitRows(query), keys.t());
    EXPECT_LT(largestDifference(scores.gather(1, own.selected), scores.gather(1, slow.selected)),
              1e-13);
}

struct Search {
    at::Tensor scores, selected;
};
Search searched(const at::Tensor& query, const at::Tensor& keys, const at::Tensor& bias,
                bool halves) {
    Search found{at::empty({query.size(0), 4}), at::empty({query.size(0), 4}, at::kLong)};
    searchKeys<float>(
        {query.const_data_ptr<float>(), query.size(0), query.size(1), 4,
         found.scores.mutable_data_ptr<float>(), found.selected.mutable_data_ptr<std::int64_t>()},
        keys, bias.defined() ? bias.const_data_ptr<float>() : nullptr, halves);
    return found;
}

/// Random keys, crowded ones that bfloat16 can't tell apart, all equal ones, long and short ones.
TEST(NearestKeys, LookingThroughThemInHalvesChangesNoBit) {
    if (!hasHalfProducts()) GTEST_SKIP() << "No instructions for bfloat16 here, or hidden.";
    const at::Tensor query = unitRows(randomTensor({150, 40}, 1, at::kFloat)).contiguous();
    const at::Tensor keys = unitRows(randomTensor({5000, 40}, 2, at::kFloat)).contiguous();
    const at::Tensor spread = randomTensor({5000, 1}, 3, at::kFloat).exp();
    const at::Tensor center = unitRows(randomTensor({1, 40}, 4, at::kFloat));
    const at::Tensor odd = keys.clone();
    odd[4000][3] = std::numeric_limits<float>::quiet_NaN();
    const std::vector<at::Tensor> stores = {
        keys,
        (keys * spread).contiguous(),
        (center + 1e-3 * keys).contiguous(),
        (center + 0.05 * keys).contiguous(),
        center.expand({5000, 40}).contiguous(),
        (1e20 * keys).contiguous(),
        odd,
    };
    for (std::size_t i = 0; i < stores.size(); ++i)
        for (const double bias : {0.0, 0.1, 1000.0}) {
            const at::Tensor biases =
                bias == 0 ? at::Tensor() : bias * randomTensor({5000}, 5, at::kFloat);
            const Search exact = searched(query, stores[i], biases, false);
            const Search halves = searched(query, stores[i], biases, true);
            EXPECT_TRUE(at::equal(exact.selected, halves.selected)) << i << " " << bias;
            EXPECT_TRUE(at::allclose(exact.scores, halves.scores, 0, 0, true)) << i << " " << bias;
        }
}

TEST(NearestKeys, AllKeysMayBeChosen) {
    const NearestKeys result =
        nearestKeys(randomTensor({5, 4}, 1), randomTensor({3, 4}, 2), {3, 1.0, true});
    EXPECT_TRUE(
        at::equal(std::get<0>(result.selected.sort(1)), at::arange(3, at::kLong).expand({5, 3})));
    EXPECT_LT(largestDifference(result.gates.sum(1), at::ones({5})), 1e-14);
}

TEST(NearestKeys, NanQueriesGiveNanGatesAndDistinctExperts) {
    const at::Tensor query = at::full({2, 4}, std::nan(""));
    const NearestKeys result = nearestKeys(query, at::ones({5, 4}), {3, 1.0, true});
    EXPECT_TRUE(result.gates.isnan().all().item<bool>());
    EXPECT_TRUE(at::equal(result.selected, at::arange(3, at::kLong).expand({2, 3})));
}

TEST(NearestKeys, AZeroQueryIsHarmless) {
    const at::Tensor query = at::zeros({1, 4}).requires_grad_();
    const NearestKeys result = nearestKeys(query, at::ones({5, 4}), {2, 1.0, true});
    result.gates.select(1, 0).sum().backward();
    EXPECT_TRUE(query.grad().isfinite().all().item<bool>());
    EXPECT_NEAR(result.gates[0][0].item<double>(), 0.5, 1e-6);
}

TEST(NearestKeys, RefusesWrongInput) {
    const at::Tensor query = at::ones({2, 4});
    EXPECT_THROW(nearestKeys(query, at::ones({5, 3}), {2, 1.0, true}), Error);
    EXPECT_THROW(nearestKeys(query, at::ones({5, 4}), {6, 1.0, true}), Error);
    EXPECT_THROW(nearestKeys(query, at::ones({5, 4}), {0, 1.0, true}), Error);
    EXPECT_THROW(nearestKeys(query, at::ones({5, 4}), {2, 0.0, true}), Error);
    EXPECT_THROW(nearestKeys(query, at::ones({5, 4}, at::kDouble), {2, 1.0, true}), Error);
}

}  // namespace
}  // namespace orrery
