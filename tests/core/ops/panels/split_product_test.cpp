// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/split_product.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::randomTensor;

class SplitProduct : public ::testing::Test {
protected:
    void SetUp() override {
        if (!hasSplitProducts()) GTEST_SKIP() << "No AMX here, or hidden.";
    }
};

struct SplitSizes {
    std::int64_t rows, depth, columns;
};

enum class Start { zero, row, result };

struct Layout {
    bool transposed, packed_transposed;
};

/// a [rows, depth] * b [depth, columns], b packed whole.
at::Tensor product(const at::Tensor& a, const at::Tensor& b, const Layout& layout,
                   Start start = Start::zero, const at::Tensor& first = {}) {
    const std::int64_t rows = a.size(0), depth = a.size(1), columns = b.size(1);
    const at::Tensor left = layout.transposed ? a.t().contiguous() : a.contiguous();
    const at::Tensor right = layout.packed_transposed ? b.t().contiguous() : b.contiguous();
    PackedSplits packed;
    if (layout.packed_transposed)
        packed.packTransposed(right.const_data_ptr<float>(), columns, depth);
    else
        packed.pack(right.const_data_ptr<float>(), depth, columns);
    at::Tensor result = at::full({rows, columns + 3}, 3, at::kFloat);
    packed.multiply({left.const_data_ptr<float>(), left.size(1), layout.transposed, rows, depth,
                     columns, result.mutable_data_ptr<float>(), columns + 3, start == Start::result,
                     start == Start::row ? first.const_data_ptr<float>() : nullptr});
    EXPECT_TRUE((result.narrow(1, columns, 3) == 3).all().item<bool>())
        << "written beyond the columns";
    return result.narrow(1, 0, columns);
}

/// The largest error beside the sum of magnitudes, in units of 2^-24.
double relativeError(const at::Tensor& result, const at::Tensor& a, const at::Tensor& b) {
    const at::Tensor left = a.to(at::kDouble), right = b.to(at::kDouble);
    const at::Tensor off = (result.to(at::kDouble) - at::mm(left, right)).abs();
    return (off / at::mm(left.abs(), right.abs())).max().item<double>() * 0x1p24;
}

/// The same product by fused multiply and add, one after the other.
at::Tensor plainProduct(const at::Tensor& a, const at::Tensor& b) {
    PackedMatrix<float> packed;
    packed.pack(b.const_data_ptr<float>(), b.size(0), b.size(1));
    at::Tensor result = at::empty({a.size(0), b.size(1)});
    packed.multiply(a.const_data_ptr<float>(), a.size(0), result.mutable_data_ptr<float>());
    return result;
}

void expectProduct(const SplitSizes& size, const Layout& layout, Start start) {
    const at::Tensor a = randomTensor({size.rows, size.depth}, 1, at::kFloat);
    const at::Tensor b = randomTensor({size.depth, size.columns}, 2, at::kFloat);
    const at::Tensor first = randomTensor({size.columns}, 3, at::kFloat);
    at::Tensor expected = at::mm(a.to(at::kDouble), b.to(at::kDouble));
    if (start == Start::row) expected = expected + first.to(at::kDouble);
    if (start == Start::result) expected = expected + 3;
    const at::Tensor magnitudes = at::mm(a.abs().to(at::kDouble), b.abs().to(at::kDouble)) + 3;
    const at::Tensor off = (product(a, b, layout, start, first).to(at::kDouble) - expected).abs();
    EXPECT_LT((off / magnitudes).max().item<double>(), 4 * 0x1p-24)
        << size.rows << " x " << size.depth << " x " << size.columns;
}

TEST_F(SplitProduct, EqualsTheProductInDoubleForAllRemainders) {
    for (const std::int64_t rows : {1, 15, 16, 17, 32, 40, 150})
        for (const std::int64_t depth : {1, 15, 16, 17, 31, 32, 33, 65, 300})
            for (const std::int64_t columns : {1, 16, 17, 32, 33, 70})
                for (const bool transposed : {false, true})
                    for (const bool packed_transposed : {false, true})
                        for (const Start start : {Start::zero, Start::row, Start::result})
                            expectProduct({rows, depth, columns}, {transposed, packed_transposed},
                                          start);
}

TEST_F(SplitProduct, IsAsExactAsFloatsOwnInstructions) {
    for (const std::int64_t depth : {32, 128, 1024}) {
        const at::Tensor a = randomTensor({64, depth}, 1, at::kFloat);
        const at::Tensor b = randomTensor({depth, 64}, 2, at::kFloat);
        EXPECT_LE(relativeError(product(a, b, {}), a, b), relativeError(plainProduct(a, b), a, b))
            << depth;
    }
}

TEST_F(SplitProduct, KeepsDigitsOfFactorsOfAnySizeAndOfSumsThatCancel) {
    // Powers of two between 2^-45 and 2^45, signs that cancel, numbers of 24 ones.
    const at::Tensor a = randomTensor({32, 64}, 4, at::kFloat) *
                         at::exp2(15 * randomTensor({32, 64}, 5, at::kFloat));
    const at::Tensor b = randomTensor({64, 32}, 6, at::kFloat) *
                         at::exp2(15 * randomTensor({64, 32}, 7, at::kFloat));
    EXPECT_LT(relativeError(product(a, b, {}), a, b), 8);
    const at::Tensor cancelling = at::cat({a, -a}, 1);
    const at::Tensor twice = at::cat({b, b}, 0);
    const at::Tensor sums = at::mm(cancelling.abs().to(at::kDouble), twice.abs().to(at::kDouble));
    EXPECT_LT((product(cancelling, twice, {}).to(at::kDouble).abs() / sums).max().item<double>(),
              0x1p-22);
    const at::Tensor ones = at::full({16, 1}, 0x1.fffffep0F, at::kFloat);
    EXPECT_EQ(product(ones, at::ones({1, 16}), {})[3][5].item<float>(), 0x1.fffffep0F);
    EXPECT_EQ(product(ones * 0x1p-100F, at::ones({1, 16}), {})[0][0].item<float>(),
              0x1.fffffep-100F);
}

TEST_F(SplitProduct, ARowDoesNotDependOnThoseBesideIt) {
    const at::Tensor a = randomTensor({200, 65}, 4, at::kFloat);
    const at::Tensor b = randomTensor({65, 50}, 5, at::kFloat);
    for (const bool transposed : {false, true}) {
        const at::Tensor all = product(a, b, {transposed, false});
        for (std::int64_t row = 0; row < 200; ++row)
            EXPECT_TRUE(
                at::equal(product(a.narrow(0, row, 1), b, {transposed, false})[0], all[row]))
                << row;
    }
}

TEST_F(SplitProduct, WhatLiesBehindThePartThatIsMultipliedIsNotUsed) {
    const at::Tensor a = randomTensor({9, 64}, 6, at::kFloat);
    at::Tensor b = randomTensor({64, 40}, 7, at::kFloat);
    for (const std::int64_t depth : {1, 15, 17, 33, 63}) {
        at::Tensor other = b.clone();
        other.narrow(0, depth, 64 - depth).fill_(std::numeric_limits<float>::quiet_NaN());
        PackedSplits packed;
        packed.pack(other.const_data_ptr<float>(), 64, 40);
        at::Tensor part = at::empty({9, 20});
        packed.multiply({a.const_data_ptr<float>(), 64, false, 9, depth, 20,
                         part.mutable_data_ptr<float>(), 20});
        const at::Tensor expected = at::mm(a.narrow(1, 0, depth).to(at::kDouble),
                                           b.narrow(0, 0, depth).narrow(1, 0, 20).to(at::kDouble));
        EXPECT_LT(test::largestDifference(part, expected), 1e-5) << depth;
    }
}

TEST_F(SplitProduct, PacksTheBitsOfBfloat16AsTheFloatsThatTheyAre) {
    const at::Tensor a = randomTensor({13, 70}, 1, at::kFloat);
    const at::Tensor half = randomTensor({70, 45}, 2, at::kFloat).to(at::kBFloat16);
    const at::Tensor expected = product(a, half.to(at::kFloat), {});
    for (const bool turned : {false, true}) {
        const at::Tensor source = turned ? half.t().contiguous() : half;
        const auto* bits = static_cast<const std::uint16_t*>(source.const_data_ptr());
        PackedSplits packed;
        turned ? packed.packTransposed(bits, 45, 70) : packed.pack(bits, 70, 45);
        at::Tensor result = at::empty({13, 45});
        packed.multiply(a.const_data_ptr<float>(), 13, result.mutable_data_ptr<float>());
        EXPECT_TRUE(at::equal(result, expected)) << turned;
    }
}

TEST_F(SplitProduct, NumbersThatAreNotFiniteStaySoInTheirRowsAndColumns) {
    using Limits = std::numeric_limits<float>;
    for (const float odd : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(),
                            std::bit_cast<float>(0x7FFFFFFFU), std::bit_cast<float>(0xFFFFFFFFU),
                            std::bit_cast<float>(0x7F800001U)}) {
        at::Tensor a = randomTensor({20, 40}, 6, at::kFloat);
        at::Tensor b = randomTensor({40, 20}, 7, at::kFloat);
        a[18][39] = odd;
        b[7][3] = odd;
        const at::Tensor result = product(a, b, {});
        for (std::int64_t row = 0; row < 20; ++row)
            for (std::int64_t column = 0; column < 20; ++column)
                EXPECT_EQ(std::isfinite(result[row][column].item<float>()),
                          row != 18 && column != 3)
                    << row << " " << column << " " << odd;
    }
}

}  // namespace
}  // namespace orrery
