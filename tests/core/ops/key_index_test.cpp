// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/search/key_index.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/ops/nearest_keys.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

at::Tensor unitKeys(std::int64_t experts, std::int64_t width, std::uint64_t seed) {
    const at::Tensor rows = randomTensor({experts, width}, seed, at::kFloat);
    return rows / at::linalg_vector_norm(rows, 2, at::IntArrayRef{1}, true);
}

/// Share of the exact selections that were found.
double recall(const at::Tensor& found, const at::Tensor& exact) {
    const at::Tensor hits = (found.unsqueeze(2) == exact.unsqueeze(1)).any(2);
    return hits.to(at::kDouble).mean().item<double>();
}

TEST(KeyIndex, FindsWhatTheExactSearchFinds) {
    const at::Tensor keys = unitKeys(1024, 64, 1);
    const at::Tensor query = randomTensor({2000, 64}, 2, at::kFloat);
    KeyIndex index;
    const NearestKeys exact = nearestKeys(query, keys, {4, 0.7});
    const NearestKeys found = nearestKeys(query, keys, {4, 0.7, true, {}, &index});
    EXPECT_GE(recall(found.selected, exact.selected), 0.95);
    // Where the same experts were found, the order and the gates are the same, too.
    const at::Tensor same = (found.selected == exact.selected).all(1);
    EXPECT_GT(same.to(at::kDouble).mean().item<double>(), 0.8);
    EXPECT_LT(largestDifference(found.gates.index({same}), exact.gates.index({same})), 1e-6);
    EXPECT_LT(largestDifference(found.queries, exact.queries), 1e-6);
    EXPECT_LT(largestDifference(found.gates.sum(1), at::ones({2000})), 1e-5);
}

/// All keys are candidates: the graph must give the exact answer.
TEST(KeyIndex, GradientsAreThoseOfTheExactSearch) {
    const at::Tensor keys = unitKeys(12, 6, 1);
    const at::Tensor weights = randomTensor({30, 3}, 3, at::kFloat);
    KeyIndex index;
    at::Tensor gradients[2];
    for (const bool approximate : {false, true}) {
        at::Tensor query = randomTensor({30, 6}, 2, at::kFloat).requires_grad_();
        const NearestKeysOptions options{3, 0.8, true, {}, approximate ? &index : nullptr};
        (nearestKeys(query, keys, options).gates * weights).sum().backward();
        gradients[approximate ? 1 : 0] = query.grad();
    }
    EXPECT_GT(gradients[0].abs().max().item<double>(), 1e-3);
    EXPECT_LT(largestDifference(gradients[0], gradients[1]), 1e-6);
}

TEST(KeyIndex, ABiasActsOnTheSelectionOnly) {
    const at::Tensor keys = unitKeys(40, 8, 1);
    const at::Tensor query = randomTensor({100, 8}, 2, at::kFloat);
    NearestKeysOptions options{3, 0.7};
    options.selection_bias = 0.5 * randomTensor({40}, 3, at::kFloat);
    const NearestKeys exact = nearestKeys(query, keys, options);
    KeyIndex index;
    options.index = &index;
    const NearestKeys found = nearestKeys(query, keys, options);
    EXPECT_TRUE(at::equal(found.selected, exact.selected));
    EXPECT_LT(largestDifference(found.gates, exact.gates), 1e-6);
}

TEST(KeyIndex, IsBuiltAnewOnlyWhenKeysOrBiasMoved) {
    at::Tensor keys = unitKeys(50, 8, 1);
    KeyIndex index;
    EXPECT_THROW(index.search(keys, 1), Error);
    EXPECT_TRUE(index.update(keys, {}));
    EXPECT_FALSE(index.update(keys, {}));
    EXPECT_FALSE(index.update(keys.clone(), {}));
    keys[3].neg_();  // in place, as the key update does
    EXPECT_TRUE(index.update(keys, {}));
    EXPECT_EQ(index.search(keys.narrow(0, 3, 1), 1).item<std::int64_t>(), 3);
    EXPECT_TRUE(index.update(keys, at::zeros({50})));
    EXPECT_FALSE(index.update(keys, at::zeros({50})));
}

TEST(KeyIndex, OldLinksFindTheKeysWhereTheyAreNow) {
    const at::Tensor before = unitKeys(2000, 32, 1);
    const at::Tensor moved = before + 0.2 * unitKeys(2000, 32, 2);
    const at::Tensor now = moved / at::linalg_vector_norm(moved, 2, at::IntArrayRef{1}, true);
    EXPECT_NEAR(relativeRmsDrift(before, now), 0.2, 0.01);
    EXPECT_EQ(relativeRmsDrift(now, now.clone()), 0);
    const at::Tensor query = randomTensor({500, 32}, 3, at::kFloat);
    const NearestKeys exact = nearestKeys(query, now, {4, 0.7});
    KeyIndex index;
    NearestKeysOptions options{4, 0.7, true, {}, &index};
    options.linked_keys = before;
    const NearestKeys found = nearestKeys(query, now, options);
    EXPECT_GE(recall(found.selected, exact.selected), 0.95);
    const at::Tensor same = (found.selected == exact.selected).all(1);
    EXPECT_LT(largestDifference(found.gates.index({same}), exact.gates.index({same})), 1e-6)
        << "scores are those of the keys as they are";
    EXPECT_FALSE(index.update(now, {}, before)) << "the links are kept";
    EXPECT_TRUE(index.update(now, {})) << "until others are wanted";
}

TEST(KeyIndex, TheAnswerDependsOnLinksAndKeysNotOnWhatWasBetween) {
    const at::Tensor before = unitKeys(400, 8, 1);
    const at::Tensor now = before + 0.3 * unitKeys(400, 8, 2);
    const at::Tensor query = randomTensor({300, 8}, 3, at::kFloat);
    KeyIndexOptions few;
    few.M = 3;
    few.ef_construction = few.ef = 4;  // so few that much is missed
    KeyIndex straight(few), detour(few);
    straight.update(now, {}, before);
    detour.update(before, {});
    detour.update(before + 0.1 * unitKeys(400, 8, 3), {}, before);
    detour.update(now, {}, before);
    EXPECT_TRUE(at::equal(straight.search(query, 2), detour.search(query, 2)));
}

TEST(KeyIndex, EfGrowsWithTheNumberOfKeys) {
    EXPECT_EQ(defaultEf(32), 128);
    EXPECT_EQ(defaultEf(1024), 128);
    EXPECT_EQ(defaultEf(16384), 512);
    const at::Tensor keys = unitKeys(6000, 48, 1);
    const at::Tensor query = randomTensor({300, 48}, 2, at::kFloat);
    const NearestKeys exact = nearestKeys(query, keys, {4, 1.0});
    KeyIndexOptions narrow;
    narrow.ef = 128;
    KeyIndex fixed(narrow), growing;
    const auto found = [&](KeyIndex& index) {
        return recall(nearestKeys(query, keys, {4, 1.0, true, {}, &index}).selected,
                      exact.selected);
    };
    const double wide = found(growing);
    EXPECT_GE(wide, 0.95);
    EXPECT_LT(found(fixed), wide);
}

TEST(KeyIndex, TheSameSeedFindsTheSameAtAnyNumberOfThreads) {
    const at::Tensor keys = unitKeys(600, 16, 1);
    const at::Tensor query = randomTensor({500, 16}, 2, at::kFloat);
    KeyIndexOptions options;
    options.M = 3;
    options.ef_construction = 4;
    options.ef = 4;  // so few that much is missed
    const auto searched = [&](int threads, std::uint64_t seed) {
        const test::Threads scope(threads);
        options.seed = seed;
        KeyIndex index(options);
        return nearestKeys(query, keys, {2, 1.0, true, {}, &index}).selected;
    };
    const at::Tensor once = searched(1, 5);
    EXPECT_TRUE(at::equal(searched(4, 5), once));
    EXPECT_FALSE(at::equal(searched(1, 6), once)) << "the levels are drawn from the seed";
}

TEST(KeyIndex, AnswersWhateverItIsAsked) {
    // Equal keys, all keys wanted, and numbers that are none: k different experts come back.
    const at::Tensor equal = at::ones({30, 4}) / 2;
    KeyIndex index;
    for (const std::int64_t top_k : {1, 7, 30}) {
        const auto selected = nearestKeys(equal, equal, {top_k, 1.0, true, {}, &index}).selected;
        const at::Tensor sorted = std::get<0>(at::sort(selected, 1));
        EXPECT_TRUE((sorted.slice(1, 1) > sorted.slice(1, 0, -1)).all().item<bool>());
    }
    const at::Tensor broken = at::full({3, 4}, std::nan(""));
    const auto selected = nearestKeys(broken, equal, {2, 1.0, true, {}, &index}).selected;
    EXPECT_TRUE(((selected >= 0) & (selected < 30)).all().item<bool>());
    EXPECT_THROW(index.search(at::ones({1, 5}), 1), Error);
    EXPECT_THROW(
        nearestKeys(equal.to(at::kDouble), equal.to(at::kDouble), {1, 1.0, true, {}, &index}),
        Error);
}

}  // namespace
}  // namespace orrery
