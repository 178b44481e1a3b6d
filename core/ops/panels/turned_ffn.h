// SPDX-License-Identifier: GPL-3.0-or-later
// A frozen expert's layers by a unit of tiles (half_tiles.h), turned round: its rows are the left
// factor. Those of bfloat16 are read where they lie, those of float32 in three parts 32 at a time,
// so that nothing of it is packed. The tokens are packed, one a column; what comes out is
// transposed where it is stored.
#pragma once
#include <algorithm>
#include <type_traits>

#include "core/ops/gelu.h"
#include "core/ops/panels/aligned_room.h"
#include "core/ops/panels/half_kernels.h"
#include "core/ops/panels/half_tiles.h"
#include "core/ops/panels/split_blocks.h"
#include "core/ops/panels/split_tiles.h"

namespace orrery {

/// ExpertFfn of sizes that are multiples of 32. Each element is summed over the depth in ascending
/// order.
template <class Tiles, class W>
class TurnedFfn {
public:
    explicit TurnedFfn(const ExpertFfn<W>& ffn)
        : ffn_(ffn),
          columns_(wholeTiles(ffn.count)),
          stride_(columns_ + kTile),  // no power of two
          tokens_(room<0, std::uint32_t>(blocksOf(ffn.count) * ffn.d_model / kPanel * kPairs)),
          active_(room<1, std::uint32_t>(blocksOf(ffn.count) * ffn.d_ffn / kPanel * kPairs)),
          block_(room<2, float>(kPanel * stride_)) {}

    void run() {
        const std::int64_t d_model = ffn_.d_model, d_ffn = ffn_.d_ffn;
        for (std::int64_t first = 0; first < ffn_.count; first += kPanel)
            packTokens(first, std::min(kPanel, ffn_.count - first));
        const Tiles unit;  // prepared once
        prepareRows(ffn_.down, d_model);
        for (std::int64_t row = 0; row < d_ffn; row += kPanel) {
            const bool last = row + kPanel == d_ffn;
            multiply(ffn_.down + row * d_model, d_model, tokens_,
                     last ? ffn_.up : ffn_.down + (row + kPanel) * d_model, last ? d_ffn : d_model);
            keepHidden(row);
            activate(row);
        }
        for (std::int64_t row = 0; row < d_model; row += kPanel) {
            const bool last = row + kPanel == d_model;
            multiply(ffn_.up + row * d_ffn, d_ffn, active_,
                     last ? nullptr : ffn_.up + (row + kPanel) * d_ffn, d_ffn);
            storeOutputs(row);
        }
    }

private:
    static constexpr bool kSplit = std::is_same_v<W, float>;
    static constexpr int kParts = kSplit ? kSplitParts : 1;
    /// Of a square of 32 values of the depth by 32 tokens.
    static constexpr std::int64_t kPairs = kLeftBlock<kParts>;

    template <int Use, class T>
    static T* room(std::int64_t size) {
        thread_local AlignedRoom<T> kept;
        return kept.reserve(size);
    }
    void packTokens(std::int64_t first, std::int64_t count) {
        const std::int64_t d_model = ffn_.d_model;
        const float* rows = ffn_.rows + first * d_model;
        std::uint32_t* to = tokens_ + first / kPanel * (d_model / kPanel) * kPairs;
        if constexpr (kSplit)
            packBlockColumns<kParts>(rows, count, d_model, d_model, to);
        else
            halfKernels()->panelOfRows(rows, count, d_model, d_model, to);
    }

    /// Room for 32 rows in three parts: those that are multiplied, and those to come.
    std::uint32_t* leftRoom(bool to_come) {
        const std::int64_t size = std::max(ffn_.d_model, ffn_.d_ffn) / kPanel * kPairs;
        return room<3, std::uint32_t>(2 * size) + (to_come != second_ ? size : 0);
    }
    /// A step of the work on 32 rows to come, beside the products of those before: of 32.
    ORRERY_BF16_TARGET void prepareRow(const W* rows, std::int64_t depth, std::int64_t row) {
        if constexpr (kSplit) {
            if (row + 1 < kPanel) fetchValues(rows + (row + 1) * depth, depth);
            leftFromRow<kParts>(rows + row * depth, depth,
                                leftRoom(true) + leftAt<kParts>(row, depth));
        } else {
            fetchValues(rows + row * depth, depth);
        }
    }
    void prepareRows(const W* rows, std::int64_t depth) {
        for (std::int64_t row = 0; row < kPanel; ++row)
            prepareRow(rows, depth, row);
    }

    /// block_ [32, columns] = 32 rows of a matrix of `depth` columns, which were prepared, times
    /// panels [columns / 32, depth / 32] of squares. Prepares the next rows.
    void multiply(const W* rows, std::int64_t depth, const std::uint32_t* panels, const W* next,
                  std::int64_t next_depth) {
        second_ = !second_;
        const std::int64_t blocks = depth / kPanel;
        const std::uint32_t* left = nullptr;
        if constexpr (kSplit) left = leftRoom(false);
        constexpr std::int64_t kCalls = kSplit ? BlockSum<Tiles, kParts>::kCalls : 1;
        Paced steps(blocksOf(columns_) * blocks * kCalls);
        const auto prepare = [&](std::int64_t row) {
            if (next != nullptr) prepareRow(next, next_depth, row);
        };
        const auto beside = [&] { steps.call(prepare); };
        for (std::int64_t column = 0; column < columns_; column += kPanel) {
            const bool right = column + kTile < columns_;
            const std::uint32_t* panel = panels + column / kPanel * blocks * kPairs;
            WholeBlock<Tiles>::clear();
            for (std::int64_t block = 0; block < blocks; ++block) {
                const std::uint32_t* square = panel + block * kPairs;
                if constexpr (kSplit) {
                    addParts(left + block * kPairs, square, right, beside);
                } else {
                    addWhereTheyLie(rows + block * kPanel, depth, square, right);
                    beside();
                }
            }
            float* to = block_ + column;
            if (right) {
                WholeBlock<Tiles>::store(to, stride_);
            } else {
                Tiles::template store<0>(to, stride_ * kPairBytes);
                Tiles::template store<2>(to + kTile * stride_, stride_ * kPairBytes);
            }
        }
        steps.finish(prepare);
    }

    template <class Beside>
    static void addParts(const std::uint32_t* left, const std::uint32_t* square, bool right,
                         const Beside& beside) {
        using Sum = BlockSum<Tiles, kParts>;
        right ? Sum::template addTurned<true, true>(left, square, beside)
              : Sum::template addTurned<true, false>(left, square, beside);
    }

    static void addWhereTheyLie(const W* rows, std::int64_t depth, const std::uint32_t* square,
                                bool right) {
        const std::int64_t bytes = depth * std::int64_t{sizeof *rows};
        Tiles::template load<4>(rows, bytes);
        Tiles::template load<6>(square, kPanel * kPairBytes);
        Tiles::template addProduct<0, 4, 6>();
        Tiles::template load<5>(rows + kTile * depth, bytes);
        Tiles::template addProduct<2, 5, 6>();
        if (!right) return;
        Tiles::template load<7>(square + kTile, kPanel * kPairBytes);
        Tiles::template addProduct<1, 4, 7>();
        Tiles::template addProduct<3, 5, 7>();
    }

    /// 16 x 16 values of the block, transposed: rows of tokens.
    ORRERY_BF16_TARGET void transposed(std::int64_t row, std::int64_t token,
                                       __m512i (&values)[kVector]) const {
#pragma GCC unroll 16
        for (std::int64_t i = 0; i < kVector; ++i)
            values[i] = _mm512_loadu_si512(block_ + (row + i) * stride_ + token);
        transpose(values);
    }

    /// The block's values in the columns row .. row + 31 of the hidden ones.
    ORRERY_BF16_TARGET void keepHidden(std::int64_t row) {
        for (std::int64_t token = 0; token < ffn_.count; token += kTile) {
            __m512i low[kVector], high[kVector];
            transposed(0, token, low);
            transposed(kTile, token, high);
            W* to = ffn_.hidden + token * ffn_.d_ffn + row;
            for (std::int64_t i = 0; i < std::min(kTile, ffn_.count - token); ++i)
                storeValues((__m512)low[i], (__m512)high[i], to + i * ffn_.d_ffn);
        }
    }

    /// The same of the outputs.
    ORRERY_BF16_TARGET void storeOutputs(std::int64_t row) {
        for (std::int64_t half = 0; half < kPanel; half += kTile)
            for (std::int64_t token = 0; token < ffn_.count; token += kTile) {
                __m512i values[kVector];
                transposed(half, token, values);
                float* to = ffn_.outputs + token * ffn_.d_model + row + half;
                for (std::int64_t i = 0; i < std::min(kTile, ffn_.count - token); ++i)
                    _mm512_storeu_si512(to + i * ffn_.d_model, values[i]);
            }
    }

    /// GELU of the block, and its rows as pairs of the right factor of the second product.
    ORRERY_BF16_TARGET void activate(std::int64_t row) {
        for (std::int64_t i = 0; i < kPanel; ++i)
            geluRow(block_ + i * stride_, block_ + i * stride_, columns_);
        for (std::int64_t column = 0; column < columns_; column += kPanel) {
            const std::int64_t count = std::min(kPanel, columns_ - column);
            std::uint32_t* to =
                active_ + (column / kPanel * (ffn_.d_ffn / kPanel) + row / kPanel) * kPairs;
            if constexpr (kSplit)
                packBlockRows<kParts>(block_ + column, kPanel, count, stride_, to);
            else
                halfKernels()->pairRows(block_ + column, kPanel, count, stride_, to, kPanel);
        }
    }

    const ExpertFfn<W>& ffn_;
    std::int64_t columns_;   // one a token, in whole tiles
    std::int64_t stride_;    // distance of the block's rows
    std::uint32_t* tokens_;  // panels [columns / 32, d_model / 32] of squares
    std::uint32_t* active_;  // panels [columns / 32, d_ffn / 32] of squares
    float* block_;           // [32, stride]
    bool second_ = false;    // which half of leftRoom() is multiplied
};

}  // namespace orrery
