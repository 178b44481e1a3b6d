// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/decode/few_rows.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/ops/grouped_ffn.h"
#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;
using test::Threads;

at::Tensor floats(at::IntArrayRef shape, std::uint64_t seed) {
    return randomTensor(shape, seed, at::kFloat);
}

TEST(FewRows, LinearEqualsTorch) {
    for (const std::int64_t rows : {1, 2, 3, 4, 5, 9, 16, 32})
        for (const auto& [depth, columns] : std::vector<std::array<std::int64_t, 2>>{
                 {1, 1}, {5, 7}, {16, 8}, {48, 130}, {129, 33}}) {
            const at::Tensor x = floats({rows, depth}, 1), w = floats({columns, depth}, 2);
            const at::Tensor bias = floats({columns}, 3);
            ASSERT_TRUE(fitsFewRows(x, w));
            const at::Tensor exact =
                at::linear(x.to(at::kDouble), w.to(at::kDouble), bias.to(at::kDouble));
            ASSERT_LT(largestDifference(fewRowsLinear(x, w, bias), exact), 2e-5)
                << rows << " " << depth << " " << columns;
        }
}

TEST(FewRows, FitsOnlyWhatItCanDo) {
    const at::Tensor w = floats({4, 6}, 1);
    EXPECT_FALSE(fitsFewRows(floats({kFewRows + 1, 6}, 2), w));
    EXPECT_FALSE(fitsFewRows(randomTensor({2, 6}, 2), w));
    EXPECT_FALSE(fitsFewRows(floats({2, 6}, 2), floats({6, 4}, 1).t()));
    EXPECT_FALSE(fitsFewRows(floats({2, 6}, 2), w.to(at::kBFloat16)));
    EXPECT_TRUE(fitsFewRows(floats({1, 2, 6}, 2), w));
}

struct Experts {
    at::Tensor z = floats({9, 20}, 1);
    at::Tensor down = floats({6, 37, 20}, 2), up = floats({6, 20, 37}, 3);
    at::Tensor gates = floats({9, 3}, 4);
    at::Tensor selected = (at::arange(27, at::kLong) * 5).remainder(6).view({9, 3});
};

TEST(FewRows, ExpertsEqualTheGroupedOnes) {
    const Experts e;
    EXPECT_LT(largestDifference(fewRowsFfn(e.z, e.selected, e.gates, e.down, e.up),
                                groupedFfn(e.z, e.selected, e.gates, e.down, e.up)),
              2e-4);
    EXPECT_THROW(fewRowsFfn(e.z, e.selected + 3, e.gates, e.down, e.up), Error);
}

TEST(FewRows, ARowIsTheSameBitsWhateverStandsBesideItAndAtAnyNumberOfThreads) {
    const Experts e;
    const at::Tensor w = floats({700, 300}, 5), bias = floats({700}, 6), x = floats({9, 300}, 7);
    const at::Tensor all = fewRowsFfn(e.z, e.selected, e.gates, e.down, e.up);
    const at::Tensor products = fewRowsLinear(x, w, bias);
    for (const int threads : {1, 3}) {
        const Threads some(threads);
        for (std::int64_t row = 0; row < 9; ++row) {
            const auto one = [&](const at::Tensor& of) { return of.narrow(0, row, 1); };
            EXPECT_TRUE(at::equal(fewRowsFfn(one(e.z), one(e.selected), one(e.gates), e.down, e.up),
                                  one(all)));
            EXPECT_TRUE(at::equal(fewRowsLinear(one(x), w, bias), one(products)));
        }
        EXPECT_TRUE(at::equal(fewRowsLinear(x, w, bias), products));
    }
}

}  // namespace
}  // namespace orrery
