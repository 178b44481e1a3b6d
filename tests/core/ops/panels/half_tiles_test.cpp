// SPDX-License-Identifier: GPL-3.0-or-later
// The products of AMX, on a unit of tiles that is made of C++: as its manual defines the
// instructions (Intel's Architectures Software Developer's Manual, volume 2, TDPBF16PS).
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/ops/panels/half_kernels.h"
#include "core/ops/panels/half_product.h"
#include "tests/support/torch_checks.h"

#if defined(__x86_64__)
#include "core/ops/panels/half_tiles.h"
#include "core/ops/panels/split_tiles.h"
#include "core/ops/panels/tile_attention.h"
#include "core/ops/panels/tile_expert.h"
#include "core/ops/panels/turned_ffn.h"

namespace orrery {
namespace {

using test::randomTensor;

float floatOf(std::uint32_t half) {
    const std::uint32_t wide = half << 16U;
    float value = 0;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

/// Eight tiles of 16 rows of 16 numbers of 32 bits. Using them while no unit lives is an error.
class EmulatedTiles {
public:
    EmulatedTiles() { ready = true; }
    ~EmulatedTiles() { ready = false; }
    EmulatedTiles(const EmulatedTiles&) = delete;
    EmulatedTiles& operator=(const EmulatedTiles&) = delete;

    template <int Tile>
    static void zero() {
        EXPECT_TRUE(ready);
        std::memset(tiles[Tile], 0, sizeof tiles[Tile]);
    }
    template <int Tile>
    static void load(const void* from, std::int64_t bytes) {
        EXPECT_TRUE(ready);
        for (int row = 0; row < 16; ++row)
            std::memcpy(tiles[Tile][row], static_cast<const char*>(from) + row * bytes, 64);
    }
    template <int Tile>
    static void store(void* to, std::int64_t bytes) {
        EXPECT_TRUE(ready);
        for (int row = 0; row < 16; ++row)
            std::memcpy(static_cast<char*>(to) + row * bytes, tiles[Tile][row], 64);
    }
    /// The lower and the upper halves of the pairs are summed apart, and added at the end.
    template <int To, int Left, int Right>
    static void addProduct() {
        EXPECT_TRUE(ready);
        for (int row = 0; row < 16; ++row)
            for (int column = 0; column < 16; ++column) {
                float lower = 0, upper = 0;
                for (int pair = 0; pair < 16; ++pair) {
                    const std::uint32_t a = tiles[Left][row][pair];
                    const std::uint32_t b = tiles[Right][pair][column];
                    lower += floatOf(a & 0xFFFFU) * floatOf(b & 0xFFFFU);
                    upper += floatOf(a >> 16U) * floatOf(b >> 16U);
                }
                float sum = 0;
                std::memcpy(&sum, &tiles[To][row][column], sizeof sum);
                sum += lower + upper;
                std::memcpy(&tiles[To][row][column], &sum, sizeof sum);
            }
    }

private:
    static inline bool ready = false;
    static inline std::uint32_t tiles[8][16][16];
};

class HalfTiles : public ::testing::Test {
protected:
    void SetUp() override {
        if (!hasHalfProducts()) GTEST_SKIP() << "No instructions that round and pack here.";
    }
};

struct Sizes {
    std::int64_t rows, depth, columns;
};

enum class Start { zero, row, result };

/// [rows, columns] of a [rows, depth] and b [depth, columns], by emulated tiles.
at::Tensor product(const at::Tensor& a, const at::Tensor& b, bool transposed, Start start,
                   const at::Tensor& first) {
    const HalfKernels& kernels = *halfKernels();
    const std::int64_t rows = a.size(0), depth = a.size(1), columns = b.size(1);
    const std::int64_t pairs = (depth + 1) / 2, step = transposed ? rows : pairs + 1;
    // What lies behind the pairs must not be used: it is not a number.
    std::vector<std::uint32_t> left(static_cast<std::size_t>((transposed ? pairs : rows) * step),
                                    0xFFFFFFFFU);
    const at::Tensor turned = a.t().contiguous();
    if (transposed)
        kernels.pairRows(turned.const_data_ptr<float>(), depth, rows, rows, left.data(), step);
    else
        kernels.pairColumns(a.const_data_ptr<float>(), rows, depth, depth, left.data(), step);
    std::vector<std::uint32_t> panels(
        static_cast<std::size_t>((columns + kPanel - 1) / kPanel * pairs * kPanel), 0xFFFFFFFFU);
    packPanels(b.const_data_ptr<float>(), depth, columns, columns, panels.data());
    at::Tensor result = at::full({rows, columns + 3}, 3, at::kFloat);
    TileProduct<EmulatedTiles>({left.data(), step, transposed, rows, pairs, columns, panels.data(),
                                pairs, result.mutable_data_ptr<float>(), columns + 3,
                                start == Start::result,
                                start == Start::row ? first.const_data_ptr<float>() : nullptr})
        .run();
    EXPECT_TRUE((result.narrow(1, columns, 3) == 3).all().item<bool>())
        << "written beyond the columns";
    return result.narrow(1, 0, columns);
}

void expectProduct(const Sizes& size, bool transposed, Start start) {
    const at::Tensor a = randomTensor({size.rows, size.depth}, 1, at::kFloat);
    const at::Tensor b = randomTensor({size.depth, size.columns}, 2, at::kFloat);
    const at::Tensor first = randomTensor({size.columns}, 3, at::kFloat);
    const auto rounded = [](const at::Tensor& of) { return of.to(at::kBFloat16).to(at::kDouble); };
    at::Tensor expected = at::mm(rounded(a), rounded(b));
    if (start == Start::row) expected = expected + first.to(at::kDouble);
    if (start == Start::result) expected = expected + 3;
    EXPECT_LT(test::largestDifference(product(a, b, transposed, start, first), expected),
              1e-5 * std::sqrt(static_cast<double>(size.depth)) + 1e-6)
        << size.rows << " x " << size.depth << " x " << size.columns << ", transposed "
        << transposed << ", start " << static_cast<int>(start);
}

TEST_F(HalfTiles, EqualTheProductOfRoundedFactors) {
    for (const std::int64_t rows : {1, 15, 16, 17, 32, 40, 65})
        for (const std::int64_t depth : {1, 31, 32, 33, 64, 97})
            for (const std::int64_t columns : {1, 16, 17, 32, 48, 70})
                for (const bool transposed : {false, true})
                    for (const Start start : {Start::zero, Start::row, Start::result})
                        expectProduct({rows, depth, columns}, transposed, start);
}

TEST_F(HalfTiles, EqualTheProductOfFactorsInThreeParts) {
    for (const std::int64_t rows : {1, 17, 40})
        for (const std::int64_t depth : {15, 32, 65})
            for (const std::int64_t columns : {1, 33, 70}) {
                const at::Tensor a = randomTensor({rows, depth}, 1, at::kFloat);
                const at::Tensor b = randomTensor({depth, columns}, 2, at::kFloat);
                const std::int64_t blocks = (depth + kSplitDepth - 1) / kSplitDepth;

                // What is not filled must not be used: it is not a number.
                std::vector<std::uint32_t> left(
                    static_cast<std::size_t>((rows + kPanel) * blocks * kSplitPairs), 0xFFFFFFFFU);
                splitRows(a.const_data_ptr<float>(), rows, depth, depth, left.data());
                std::vector<SplitBlockShare> panels(
                    static_cast<std::size_t>((columns + kPanel - 1) / kPanel * blocks * kPanel));
                packPanels(b.const_data_ptr<float>(), depth, columns, columns, panels.data());
                at::Tensor result = at::full({rows, columns}, 3, at::kFloat);
                SplitTileProduct<EmulatedTiles>(
                    {left.data(), rows, depth, columns, panels.data()->pairs, depth,
                     result.mutable_data_ptr<float>(), columns, true, nullptr})
                    .run();
                EXPECT_LT(test::largestDifference(result,
                                                  at::mm(a.to(at::kDouble), b.to(at::kDouble)) + 3),
                          1e-5)
                    << rows << " x " << depth << " x " << columns;
            }
}

TEST_F(HalfTiles, ARowDoesNotDependOnThoseBesideIt) {
    const at::Tensor a = randomTensor({40, 65}, 4, at::kFloat);
    const at::Tensor b = randomTensor({65, 50}, 5, at::kFloat);
    for (const bool transposed : {false, true}) {
        const at::Tensor all = product(a, b, transposed, Start::zero, {});
        for (std::int64_t row = 0; row < 40; ++row)
            EXPECT_TRUE(at::equal(
                product(a.narrow(0, row, 1).contiguous(), b, transposed, Start::zero, {})[0],
                all[row]))
                << row;
    }
}

at::Tensor halves(const at::Tensor& of) {
    return of.to(at::kBFloat16).contiguous();
}
const std::uint16_t* bits(const at::Tensor& of) {
    return static_cast<const std::uint16_t*>(of.const_data_ptr());
}

/// A frozen expert's layers, and those of torch in double of the same rounded factors.
void expectFeedForward(std::int64_t d_model, std::int64_t d_ffn, std::int64_t count) {
    const at::Tensor down = halves(randomTensor({d_ffn, d_model}, 8, at::kFloat) / 4);
    const at::Tensor up = halves(randomTensor({d_model, d_ffn}, 9, at::kFloat) / 4);
    const at::Tensor rows = randomTensor({count, d_model}, 10, at::kFloat);
    at::Tensor hidden = at::full({count + 1, d_ffn}, 3, at::kBFloat16);
    at::Tensor outputs = at::full({count + 1, d_model}, 3, at::kFloat);
    TurnedFfn<EmulatedTiles, std::uint16_t>(
        {bits(down), bits(up), d_model, d_ffn, rows.const_data_ptr<float>(), count,
         static_cast<std::uint16_t*>(hidden.mutable_data_ptr()), outputs.mutable_data_ptr<float>()})
        .run();
    const auto wide = [](const at::Tensor& of) { return of.to(at::kDouble); };
    const at::Tensor expected = at::mm(wide(halves(rows)), wide(down).t());
    const auto off = [&](const at::Tensor& own, const at::Tensor& right) {
        return (wide(own.narrow(0, 0, count)) - right).abs().max().item<double>();
    };
    EXPECT_LT(off(hidden, expected), 0.01 * expected.abs().max().item<double>()) << count;
    const at::Tensor active = halves(at::gelu(expected).to(at::kFloat));
    const at::Tensor right = at::mm(wide(active), wide(up).t());
    // A hidden value may be rounded to the number beside.
    EXPECT_LT(off(outputs, right), 2e-3 * right.abs().max().item<double>()) << count;
    EXPECT_TRUE((hidden[count] == 3).all().item<bool>() && (outputs[count] == 3).all().item<bool>())
        << "written beyond the rows";
}

TEST_F(HalfTiles, PutRowsThroughAnExpertWhereItLies) {
    for (const std::int64_t count : {1, 15, 16, 17, 31, 33, 64, 81})
        for (const std::int64_t d_model : {32, 96})
            for (const std::int64_t d_ffn : {32, 128})
                expectFeedForward(d_model, d_ffn, count);
}

at::Tensor wide(const at::Tensor& of) {
    return of.to(at::kDouble);
}

/// A head [length, 3, width] and the gradients of its output times `upstream`.
template <int Parts>
void expectHead(std::int64_t length, std::int64_t width, bool causal, double limit) {
    at::Tensor qkv = randomTensor({length, 3, width}, 11, at::kFloat);
    const at::Tensor upstream = randomTensor({length, width}, 12, at::kFloat);
    at::Tensor output = at::empty({length, width}), log_weights = at::empty({length});
    at::Tensor gradient = at::empty_like(qkv);
    const auto* queries = qkv.const_data_ptr<float>();
    const AttentionHead head{length,
                             width,
                             causal,
                             1 / std::sqrt(static_cast<float>(width)),
                             queries,
                             queries + width,
                             queries + 2 * width,
                             3 * width,
                             output.mutable_data_ptr<float>(),
                             log_weights.mutable_data_ptr<float>(),
                             width};
    TileHeadForward<EmulatedTiles, Parts>(head).run();
    auto* to = gradient.mutable_data_ptr<float>();
    const AttentionHeadGradients gradients{upstream.const_data_ptr<float>(), to, to + width,
                                           to + 2 * width};
    TileHeadBackward<EmulatedTiles, Parts>(head, gradients).run();
    const at::Tensor leaf = wide(qkv).requires_grad_();
    const auto part = [&](std::int64_t which) { return leaf.select(1, which).unsqueeze(0); };
    const at::Tensor exact =
        at::scaled_dot_product_attention(part(0), part(1), part(2), {}, 0.0, causal)[0];
    exact.backward(wide(upstream));
    EXPECT_LT(test::largestDifference(output, exact.detach()), limit) << length << " " << width;
    EXPECT_LT(test::largestDifference(gradient, leaf.grad()), 4 * limit) << length << " " << width;
}

TEST_F(HalfTiles, AttendOneHead) {
    for (const std::int64_t length : {1, 32, 45})
        for (const std::int64_t width : {8, 32, 40})
            for (const bool causal : {false, true}) {
                expectHead<3>(length, width, causal, 5e-6);
                expectHead<1>(length, width, causal, 0.03);
            }
}

/// Rows through two layers with biases, and back, by torch in double.
template <int Parts, class Hidden>
void expectExpert(std::int64_t count, double limit) {
    constexpr std::int64_t kModel = 64, kFfn = 96;
    const at::Tensor down = randomTensor({kFfn, kModel}, 13, at::kFloat) / 4;
    const at::Tensor up = randomTensor({kModel, kFfn}, 14, at::kFloat) / 4;
    const at::Tensor first = randomTensor({kFfn}, 15, at::kFloat);
    const at::Tensor second = randomTensor({kModel}, 16, at::kFloat);
    const at::Tensor rows = randomTensor({count, kModel}, 17, at::kFloat);
    const at::Tensor upstream = randomTensor({count, kModel}, 18, at::kFloat);
    const at::Tensor gates = randomTensor({count}, 19, at::kFloat);
    constexpr auto kFactors = Parts == 1 ? TileFactors::bf16 : TileFactors::split;
    const ExpertWeights weights{down.const_data_ptr(), up.const_data_ptr(), false, kModel, kFfn};
    PackedExpert forward, backward;
    forward.pack(weights, false, kFactors);
    backward.pack(weights, true, kFactors);
    std::vector<Hidden> hidden(static_cast<std::size_t>(count * kFfn));
    at::Tensor outputs = at::empty({count, kModel}), gradients = at::empty({count, kModel});
    at::Tensor gate_gradients = at::empty({count});
    const auto pass = [&](const at::Tensor& from, at::Tensor& to, const at::Tensor& down_bias,
                          const at::Tensor& up_bias, const PackedExpert& packed, auto call) {
        std::vector<const float*> pointers;
        for (std::int64_t row = 0; row < count; ++row)
            pointers.push_back(from[row].const_data_ptr<float>());
        const bool biased = down_bias.defined();
        const ExpertPass of{pointers.data(),
                            count,
                            kModel,
                            kFfn,
                            hidden.data(),
                            Parts == 1,
                            to.mutable_data_ptr<float>(),
                            biased ? down_bias.const_data_ptr<float>() : nullptr,
                            biased ? up_bias.const_data_ptr<float>() : nullptr};
        call(TileExpert<EmulatedTiles, Parts, Hidden>(of, packed));
    };
    pass(rows, outputs, first, second, forward, [](auto&& kernels) { kernels.forward(); });
    pass(upstream, gradients, {}, {}, backward, [&](auto&& kernels) {
        kernels.backward({gates.const_data_ptr<float>(), gate_gradients.mutable_data_ptr<float>(),
                          nullptr, nullptr});
    });
    const at::Tensor leaf = wide(rows).requires_grad_(), weight = wide(gates).requires_grad_();
    const at::Tensor right =
        at::linear(at::gelu(at::linear(leaf, wide(down), wide(first))), wide(up), wide(second));
    // A gate scales what the layers give without the second bias.
    (weight.unsqueeze(1) * (right - wide(second))).backward(wide(upstream));
    EXPECT_LT(test::largestDifference(outputs, right.detach()), limit) << count;
    EXPECT_LT(test::largestDifference(gradients, leaf.grad()), limit) << count;
    EXPECT_LT(test::largestDifference(gate_gradients, weight.grad()), 10 * limit) << count;
}

TEST_F(HalfTiles, PutRowsThroughAPackedExpertAndBack) {
    if (!hasExpertKernels(64, 96)) GTEST_SKIP() << "No kernels that pack for tiles here.";
    for (const std::int64_t count : {1, 31, 32, 100, 128}) {
        expectExpert<3, float>(count, 3e-5);
        expectExpert<1, std::uint16_t>(count, 0.3);
    }
}

TEST_F(HalfTiles, ANumberThatIsNotFiniteStaysInItsRow) {
    at::Tensor a = randomTensor({20, 40}, 6, at::kFloat);
    const at::Tensor b = randomTensor({40, 20}, 7, at::kFloat);
    a[18][39] = std::numeric_limits<float>::quiet_NaN();
    const at::Tensor result = product(a, b, false, Start::zero, {});
    for (std::int64_t row = 0; row < 20; ++row)
        EXPECT_EQ(at::isfinite(result[row]).all().item<bool>(), row != 18) << row;
}

}  // namespace
}  // namespace orrery
#endif
