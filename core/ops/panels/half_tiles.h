// SPDX-License-Identifier: GPL-3.0-or-later
// Products of bfloat16 by a unit that multiplies whole tiles (AMX): 16 rows of 16 pairs by 16 pairs
// of 16 columns at once. Written over the unit, so that tests run it where there is none.
#pragma once
#include <algorithm>
#include <cstring>

#include "core/ops/panels/aligned_room.h"
#include "core/ops/panels/half_kernels.h"
#include "core/ops/panels/half_vectors.h"
#include "core/ops/panels/result_tiles.h"

namespace orrery {

/// The left side in tiles: rows [rows, step] of whole tiles of pairs. What does not lie so already
/// (a transpose, the rows and pairs of a last tile) is copied, with zeros around it.
class LeftTiles {
public:
    explicit LeftTiles(const HalfOperands& on) : on_(on) {
        const bool in_place = !on.transposed && on.pairs % kTile == 0;
        first_copied_ = in_place ? on.rows / kTile * kTile : 0;
        step_ = wholeTiles(on.pairs) + kTile;  // no power of two
        const std::int64_t rows = wholeTiles(on.rows) - first_copied_;
        if (rows == 0) return;
        copies_ = scratch(rows * step_);
        if (on.transposed)
            transposeAll();
        else
            copyFrom(first_copied_, rows);
    }

    /// Where the tiles of 16 rows begin, and the distance of their rows in bytes.
    const std::uint32_t* at(std::int64_t row) const {
        return row < first_copied_ ? on_.a + row * on_.step
                                   : copies_ + (row - first_copied_) * step_;
    }
    std::int64_t stride(std::int64_t row) const {
        return (row < first_copied_ ? on_.step : step_) * kPairBytes;
    }

private:
    void copyFrom(std::int64_t first, std::int64_t rows) {
        for (std::int64_t row = first; row < first + rows; ++row) {
            std::uint32_t* to = copies_ + (row - first) * step_;
            const std::int64_t filled = row < on_.rows ? on_.pairs : 0;
            if (filled > 0) std::copy_n(on_.a + row * on_.step, filled, to);
            std::fill(to + filled, to + step_, 0U);
        }
    }

    static std::uint32_t* scratch(std::int64_t size) {
        thread_local AlignedRoom<std::uint32_t> room;
        return room.reserve(size);
    }

    ORRERY_BF16_TARGET void transposeAll() {
        for (std::int64_t row = 0; row < on_.rows; row += kTile)
            for (std::int64_t pair = 0; pair < on_.pairs; pair += kTile) {
                __m512i block[kVector];
                for (std::int64_t i = 0; i < kTile; ++i)
                    block[i] = pair + i < on_.pairs
                                   ? _mm512_maskz_loadu_epi32(firstLanes(on_.rows - row),
                                                              on_.a + (pair + i) * on_.step + row)
                                   : _mm512_setzero_si512();
                transpose(block);
                for (std::int64_t i = 0; i < kTile; ++i)
                    _mm512_storeu_si512(copies_ + (row + i) * step_ + pair, block[i]);
            }
    }

    const HalfOperands& on_;
    std::int64_t first_copied_ = 0;
    std::uint32_t* copies_ = nullptr;
    std::int64_t step_ = 0;
};

/// A product of HalfOperands. Tiles has load<T>(from, bytes between rows), store<T>(to, bytes),
/// zero<T>(), addProduct<To, Left, Right>() for tiles 0 .. 7, and is ready while it lives. Each
/// element is summed by the same order of its pairs, whichever rows and columns stand beside it.
template <class Tiles>
class TileProduct {
public:
    explicit TileProduct(const HalfOperands& on) : on_(on), left_(on), result_(on) {}

    void run() {
        const Tiles unit;  // prepared once for the product
        for (std::int64_t column = 0; column < on_.columns; column += kPanel) {
            readPanel(column);
            result_.beginColumns(column);
            for (std::int64_t row = 0; row < on_.rows; row += 2 * kTile)
                block(row, column);
        }
    }

private:
    /// The panel's tiles, and its last pairs with zeros below them.
    void readPanel(std::int64_t column) {
        panel_ = on_.panels + column * on_.packed_pairs;
        const std::int64_t whole = on_.pairs / kTile * kTile;
        if (whole == on_.pairs) return;
        std::memset(last_pairs_, 0, sizeof last_pairs_);
        std::copy_n(panel_ + whole * kPanel, (on_.pairs - whole) * kPanel, last_pairs_);
    }

    /// Up to 32 rows by 32 columns: sums in tiles 0 .. 3, rows in 4 and 5, columns in 6 and 7.
    void block(std::int64_t row, std::int64_t column) {
        const BlockTiles has = result_.tilesAt(row, column);
        result_.begin(row, column, has);
        result_.expect(row, column, has);
        for (std::int64_t pair = 0; pair < on_.pairs; pair += kTile) {
            const std::uint32_t* from =
                pair + kTile <= on_.pairs ? panel_ + pair * kPanel : last_pairs_;
            Tiles::template load<4>(left_.at(row) + pair, left_.stride(row));
            Tiles::template load<6>(from, kPanel * kPairBytes);
            Tiles::template addProduct<0, 4, 6>();
            if (has.right) {
                Tiles::template load<7>(from + kTile, kPanel * kPairBytes);
                Tiles::template addProduct<1, 4, 7>();
            }
            if (!has.low) continue;
            Tiles::template load<5>(left_.at(row + kTile) + pair, left_.stride(row + kTile));
            Tiles::template addProduct<2, 5, 6>();
            if (has.right) Tiles::template addProduct<3, 5, 7>();
        }
        result_.end(row, column, has);
    }

    const HalfOperands& on_;
    LeftTiles left_;
    ResultTiles<Tiles, HalfOperands> result_;
    const std::uint32_t* panel_ = nullptr;
    alignas(64) std::uint32_t last_pairs_[kTile * kPanel];  // [16, 32]
};

}  // namespace orrery
