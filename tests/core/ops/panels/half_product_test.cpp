// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/half_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::randomTensor;

class HalfProduct : public ::testing::Test {
protected:
    void SetUp() override {
        if (!hasHalfProducts()) GTEST_SKIP() << "No instructions for bfloat16 here, or hidden.";
    }
};

const std::uint16_t* bits(const at::Tensor& halves) {
    return static_cast<const std::uint16_t*>(halves.const_data_ptr());
}

struct HalfSizes {
    std::int64_t rows, depth, columns;
};

/// `start`: nothing, a row, or what is there.
void expectProduct(const HalfSizes& size, bool transposed, bool packed_transposed, int start) {
    const at::Tensor a = randomTensor({size.rows, size.depth}, 1, at::kFloat);
    const at::Tensor b = randomTensor({size.depth, size.columns}, 2, at::kFloat);
    const at::Tensor first = randomTensor({size.columns}, 3, at::kFloat);
    const at::Tensor rounded_b = b.to(at::kBFloat16);
    at::Tensor expected = at::mm(a.to(at::kBFloat16).to(at::kDouble), rounded_b.to(at::kDouble));
    if (start == 1) expected = expected + first.to(at::kDouble);
    if (start == 2) expected = expected + 3;
    const at::Tensor left = transposed ? a.t().contiguous() : a;
    const at::Tensor right = packed_transposed ? b.t().contiguous() : b;
    const at::Tensor short_right = right.to(at::kBFloat16);
    for (const bool half : {false, true}) {
        PackedHalves packed;
        if (packed_transposed && half)
            packed.packTransposed(bits(short_right), size.columns, size.depth);
        else if (packed_transposed)
            packed.packTransposed(right.const_data_ptr<float>(), size.columns, size.depth);
        else if (half)
            packed.pack(bits(short_right), size.depth, size.columns);
        else
            packed.pack(right.const_data_ptr<float>(), size.depth, size.columns);
        at::Tensor result = at::full({size.rows, size.columns + 3}, 3, at::kFloat);
        packed.multiply({left.const_data_ptr<float>(), left.size(1), transposed, size.rows,
                         size.depth, size.columns, result.mutable_data_ptr<float>(),
                         size.columns + 3, start == 2,
                         start == 1 ? first.const_data_ptr<float>() : nullptr});
        EXPECT_LT(test::largestDifference(result.narrow(1, 0, size.columns), expected),
                  1e-5 * std::sqrt(static_cast<double>(size.depth)) + 1e-6);
        EXPECT_TRUE((result.narrow(1, size.columns, 3) == 3).all().item<bool>())
            << "written beyond the columns";
    }
}

TEST_F(HalfProduct, EqualsTheProductOfRoundedFactors) {
    for (const std::int64_t rows : {1, 5, 12, 13, 30})
        for (const std::int64_t depth : {1, 2, 7, 31, 32, 65})
            for (const std::int64_t columns : {1, 16, 17, 32, 33, 70})
                for (const bool transposed : {false, true})
                    for (const bool packed_transposed : {false, true})
                        for (const int start : {0, 1, 2})
                            expectProduct({rows, depth, columns}, transposed, packed_transposed,
                                          start);
}

TEST_F(HalfProduct, ARowDoesNotDependOnThoseBesideIt) {
    const at::Tensor a = randomTensor({40, 65}, 4, at::kFloat);
    const at::Tensor b = randomTensor({65, 50}, 5, at::kFloat);
    PackedHalves packed;
    packed.pack(b.const_data_ptr<float>(), 65, 50);
    at::Tensor all = at::empty({40, 50});
    packed.multiply(a.const_data_ptr<float>(), 40, all.mutable_data_ptr<float>());
    for (std::int64_t row = 0; row < 40; ++row) {
        at::Tensor one = at::empty({50});
        packed.multiply(a[row].const_data_ptr<float>(), 1, one.mutable_data_ptr<float>());
        EXPECT_TRUE(at::equal(one, all[row])) << row;
    }
}

TEST_F(HalfProduct, APartOfThePackedDepthIsEnough) {
    const at::Tensor a = randomTensor({9, 64}, 6, at::kFloat);
    const at::Tensor b = randomTensor({64, 40}, 7, at::kFloat);
    PackedHalves packed;
    packed.pack(b.const_data_ptr<float>(), 64, 40);
    for (const std::int64_t depth : {1, 20, 33}) {
        at::Tensor part = at::empty({9, 20});
        packed.multiply({a.const_data_ptr<float>(), 64, false, 9, depth, 20,
                         part.mutable_data_ptr<float>(), 20});
        const auto rounded = [](const at::Tensor& of) {
            return of.to(at::kBFloat16).to(at::kDouble);
        };
        const at::Tensor expected =
            at::mm(rounded(a.narrow(1, 0, depth)), rounded(b.narrow(0, 0, depth).narrow(1, 0, 20)));
        EXPECT_LT(test::largestDifference(part, expected), 1e-4) << depth;
    }
}

TEST_F(HalfProduct, RoundsToTheNearestEvenAndBack) {
    const at::Tensor values = at::cat({randomTensor({1000}, 8, at::kFloat),
                                       at::tensor({1.00390625F, 1.01171875F, -0.0F, 3e38F})});
    const at::Tensor expected = values.to(at::kBFloat16);
    std::vector<std::uint16_t> halves(1004);
    roundToHalves(values.const_data_ptr<float>(), 1004, halves.data());
    std::vector<float> back(1004);
    widenHalves(halves.data(), 1004, back.data());
    for (std::int64_t i = 0; i < 1004; ++i) {
        EXPECT_EQ(halves[i], bits(expected)[i]) << i;
        EXPECT_EQ(back[i], expected[i].item<float>()) << i;
    }
}

TEST_F(HalfProduct, NumbersThatAreNotFiniteStaySo) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinite = std::numeric_limits<float>::infinity();
    const std::vector<float> b = {1, 1, 1, 1};
    PackedHalves packed;
    packed.pack(b.data(), 2, 2);
    for (const float odd : {nan, infinite}) {
        const std::vector<float> a = {odd, 1};
        float result[2] = {};
        packed.multiply(a.data(), 1, result);
        EXPECT_FALSE(std::isfinite(result[0]));
        EXPECT_FALSE(std::isfinite(result[1]));
    }
}

}  // namespace
}  // namespace orrery
