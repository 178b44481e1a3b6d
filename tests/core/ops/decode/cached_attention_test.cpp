// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/decode/cached_attention.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/ops/packed_attention.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;
using test::Threads;

TEST(CachedAttention, EqualsTheSlowReferenceForRowsOfAnyLength) {
    for (const at::ScalarType type : {at::kFloat, at::kDouble})
        for (const bool alibi : {false, true})
            for (const std::int64_t length : {1, 3}) {
                const at::Tensor q = randomTensor({3, length, 4 * 20}, 1, type);
                const at::Tensor k = randomTensor({3, 40, 80}, 2, type);
                const at::Tensor v = randomTensor({3, 40, 80}, 3, type);
                CachedAttentionOptions options{4, {0, 17, 36}, {}, false};
                if (alibi) options.slopes = {0.5, 0.25, 0.1, 0.01};
                EXPECT_LT(largestDifference(cachedAttention(q, k, v, options),
                                            slowCachedAttention(q, k, v, options)),
                          type == at::kFloat ? 5e-6 : 1e-12)
                    << alibi << " " << length;
            }
}

TEST(CachedAttention, TheLastTokenEqualsThatOfTheWholeText) {
    const at::Tensor qkv = randomTensor({2, 30, 3 * 64}, 4, at::kFloat);
    const auto part = [&](std::int64_t which) { return qkv.narrow(2, 64 * which, 64); };
    const at::Tensor whole = packedAttention(qkv, 2, true);
    const at::Tensor last = cachedAttention(part(0).narrow(1, 29, 1), part(1).contiguous(),
                                            part(2).contiguous(), {2, {29, 29}, {}, false});
    EXPECT_LT(largestDifference(last, whole.narrow(1, 29, 1)), 2e-6);
}

TEST(CachedAttention, ARowIsTheSameBitsWhateverStandsBesideIt) {
    const at::Tensor q = randomTensor({5, 1, 64}, 1, at::kFloat);
    const at::Tensor k = randomTensor({5, 900, 64}, 2, at::kFloat);
    const at::Tensor v = randomTensor({5, 900, 64}, 3, at::kFloat);
    const std::vector<std::int64_t> starts = {0, 3, 899, 40, 640};
    const at::Tensor all = cachedAttention(q, k, v, {4, starts, {}, false});
    for (const int threads : {1, 3}) {
        const Threads some(threads);
        for (std::int64_t row = 0; row < 5; ++row)
            EXPECT_TRUE(at::equal(
                cachedAttention(q.narrow(0, row, 1), k.narrow(0, row, 1), v.narrow(0, row, 1),
                                {4, {starts[static_cast<std::size_t>(row)]}, {}, false}),
                all.narrow(0, row, 1)));
    }
}

TEST(CachedAttention, RefusesShapesThatDoNotFit) {
    const at::Tensor q = randomTensor({2, 1, 8}, 1), k = randomTensor({2, 5, 8}, 2);
    EXPECT_THROW(cachedAttention(q, k, k, {3, {0, 0}, {}, false}), Error);
    EXPECT_THROW(cachedAttention(q, k, k, {2, {0}, {}, false}), Error);
    EXPECT_THROW(cachedAttention(q, k.narrow(0, 0, 1), k, {2, {0, 0}, {}, false}), Error);
}

}  // namespace
}  // namespace orrery
