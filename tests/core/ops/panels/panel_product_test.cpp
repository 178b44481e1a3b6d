// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/panel_product.h"

#include <gtest/gtest.h>

#include "tests/support/torch_checks.h"

namespace orrery {
namespace {

using test::largestDifference;
using test::randomTensor;

template <class T>
class PanelProduct : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(PanelProduct, Types);

TYPED_TEST(PanelProduct, EqualsTorchForAllRemainders) {
    constexpr auto kType = c10::CppTypeToScalarType<TypeParam>::value;
    PackedMatrix<TypeParam> packed;
    for (const std::int64_t depth : {1, 5, 16, 33})
        for (const std::int64_t columns : {1, 15, 16, 17, 31, 32, 33, 96})
            for (std::int64_t rows = 1; rows <= 25; ++rows) {
                const at::Tensor a = randomTensor({rows, depth}, 1, kType);
                const at::Tensor b = randomTensor({depth, columns}, 2, kType);
                const at::Tensor expected = at::mm(a.to(at::kDouble), b.to(at::kDouble));
                at::Tensor result = at::full({rows, columns}, 99, kType);
                packed.pack(b.const_data_ptr<TypeParam>(), depth, columns);
                packed.multiply(a.const_data_ptr<TypeParam>(), rows,
                                result.mutable_data_ptr<TypeParam>());
                ASSERT_LT(largestDifference(result, expected), 2e-5)
                    << depth << " " << columns << " " << rows;
                const at::Tensor transposed = b.t().contiguous();
                at::Tensor again = at::full({rows, columns}, 99, kType);
                packed.packTransposed(transposed.const_data_ptr<TypeParam>(), columns, depth);
                packed.multiply(a.const_data_ptr<TypeParam>(), rows,
                                again.mutable_data_ptr<TypeParam>());
                ASSERT_TRUE(at::equal(result, again));
            }
}

TYPED_TEST(PanelProduct, ARowDoesNotDependOnItsNeighbours) {
    constexpr auto kType = c10::CppTypeToScalarType<TypeParam>::value;
    const at::Tensor a = randomTensor({11, 37}, 1, kType);
    const at::Tensor b = randomTensor({37, 20}, 2, kType);
    PackedMatrix<TypeParam> packed;
    packed.pack(b.const_data_ptr<TypeParam>(), 37, 20);
    at::Tensor whole = at::empty({11, 20}, kType);
    packed.multiply(a.const_data_ptr<TypeParam>(), 11, whole.mutable_data_ptr<TypeParam>());
    for (std::int64_t row = 0; row < 11; ++row) {
        at::Tensor one = at::empty({1, 20}, kType);
        packed.multiply(a.const_data_ptr<TypeParam>() + row * 37, 1,
                        one.mutable_data_ptr<TypeParam>());
        EXPECT_TRUE(at::equal(one[0], whole[row])) << row;
    }
}

TEST(PanelProduct16, PacksTheBitsOfBfloat16AsTheFloatsThatTheyAre) {
    for (const std::int64_t columns : {5, 32, 48, 71}) {
        const at::Tensor half = randomTensor({columns, 37}, 2, at::kFloat).to(at::kBFloat16);
        const at::Tensor wide = half.to(at::kFloat);
        const auto* bits = static_cast<const std::uint16_t*>(half.const_data_ptr());
        const at::Tensor a = randomTensor({13, 37}, 1, at::kFloat);
        const at::Tensor b = randomTensor({13, columns}, 3, at::kFloat);
        PackedMatrix<float> short_matrix;
        PackedMatrix<float> long_matrix;
        at::Tensor expected = at::empty({13, columns});
        at::Tensor result = at::empty({13, columns});
        long_matrix.packTransposed(wide.const_data_ptr<float>(), columns, 37);
        long_matrix.multiply(a.const_data_ptr<float>(), 13, expected.mutable_data_ptr<float>());
        short_matrix.packTransposed(bits, columns, 37);
        short_matrix.multiply(a.const_data_ptr<float>(), 13, result.mutable_data_ptr<float>());
        EXPECT_TRUE(at::equal(result, expected)) << columns;
        expected = at::empty({13, 37});
        result = at::empty({13, 37});
        long_matrix.pack(wide.const_data_ptr<float>(), columns, 37);
        long_matrix.multiply(b.const_data_ptr<float>(), 13, expected.mutable_data_ptr<float>());
        short_matrix.pack(bits, columns, 37);
        short_matrix.multiply(b.const_data_ptr<float>(), 13, result.mutable_data_ptr<float>());
        EXPECT_TRUE(at::equal(result, expected)) << columns;
    }
}

}  // namespace
}  // namespace orrery
