// SPDX-License-Identifier: GPL-3.0-or-later
// What a product by tiles begins with and where it ends: blocks of 32 rows by 32 columns of the
// result in tiles 0 .. 3 of a unit (half_tiles.h says what that is).
#pragma once
#include <algorithm>
#include <cstdint>

#include "core/ops/panels/panel_packing.h"

namespace orrery {

constexpr std::int64_t kTile = 16;                  // rows, pairs and columns
constexpr std::int64_t kPairBytes = sizeof(float);  // of a sum, too

inline std::int64_t wholeTiles(std::int64_t count) {
    return (count + kTile - 1) / kTile * kTile;
}

/// The four tiles of a whole block, whose rows lie `stride` apart in memory.
template <class Tiles>
struct WholeBlock {
    static void clear() {
        Tiles::template zero<0>();
        Tiles::template zero<1>();
        Tiles::template zero<2>();
        Tiles::template zero<3>();
    }
    static void load(const float* from, std::int64_t stride) {
        const std::int64_t bytes = stride * kPairBytes;
        Tiles::template load<0>(from, bytes);
        Tiles::template load<1>(from + kTile, bytes);
        Tiles::template load<2>(from + kTile * stride, bytes);
        Tiles::template load<3>(from + kTile * stride + kTile, bytes);
    }
    static void store(float* to, std::int64_t stride) {
        const std::int64_t bytes = stride * kPairBytes;
        Tiles::template store<0>(to, bytes);
        Tiles::template store<1>(to + kTile, bytes);
        Tiles::template store<2>(to + kTile * stride, bytes);
        Tiles::template store<3>(to + kTile * stride + kTile, bytes);
    }
};

/// Which of a block's tiles there are: 0 always, 1 right of it, 2 below, 3 below and right.
struct BlockTiles {
    bool right, low;
};

/// result [rows, columns] in blocks. Operands has result, stride, rows, columns, add and start, as
/// PanelProduct.
template <class Tiles, class Operands>
class ResultTiles {
public:
    explicit ResultTiles(const Operands& on) : on_(on) {}

    /// Before the blocks of up to 32 columns. What is stored just before it is loaded would wait.
    void beginColumns(std::int64_t column) {
        if (on_.start != nullptr)
            std::copy_n(on_.start + column, std::min(kPanel, on_.columns - column), start_);
    }

    BlockTiles tilesAt(std::int64_t row, std::int64_t column) const {
        return {column + kTile < on_.columns, row + kTile < on_.rows};
    }
    /// Has the block's lines on their way from memory while its sums are made.
    void expect(std::int64_t row, std::int64_t column, const BlockTiles& has) const {
        const std::int64_t rows = std::min(has.low ? 2 * kTile : kTile, on_.rows - row);
        for (std::int64_t i = 0; i < rows; ++i) {
            const float* line = on_.result + (row + i) * on_.stride + column;
            asm volatile("prefetchw (%0)" : : "r"(line));
            if (has.right) asm volatile("prefetchw (%0)" : : "r"(line + kTile));
        }
    }
    /// Fills the block's tiles with what its sums start from.
    void begin(std::int64_t row, std::int64_t column, const BlockTiles& has) {
        begin<0>(row, column);
        if (has.right) begin<1>(row, column + kTile);
        if (has.low) begin<2>(row + kTile, column);
        if (has.low && has.right) begin<3>(row + kTile, column + kTile);
    }
    /// Stores them.
    void end(std::int64_t row, std::int64_t column, const BlockTiles& has) {
        end<0>(row, column);
        if (has.right) end<1>(row, column + kTile);
        if (has.low) end<2>(row + kTile, column);
        if (has.low && has.right) end<3>(row + kTile, column + kTile);
    }

private:
    bool isWhole(std::int64_t row, std::int64_t column) const {
        return row + kTile <= on_.rows && column + kTile <= on_.columns;
    }

    /// Calls work(row of the edge tile, row of the result, columns) for each row that is there.
    template <class Work>
    void forEachEdgeRow(std::int64_t row, std::int64_t column, const Work& work) {
        const std::int64_t columns = std::min(kTile, on_.columns - column);
        for (std::int64_t i = 0; i < std::min(kTile, on_.rows - row); ++i)
            work(edge_ + i * kTile, on_.result + (row + i) * on_.stride + column, columns);
    }

    template <int Tile>
    void begin(std::int64_t row, std::int64_t column) {
        if (!on_.add && on_.start == nullptr) return Tiles::template zero<Tile>();
        if (!on_.add)  // the same row 16 times
            return Tiles::template load<Tile>(start_ + Tile % 2 * kTile, 0);
        if (isWhole(row, column))
            return Tiles::template load<Tile>(on_.result + row * on_.stride + column,
                                              on_.stride * kPairBytes);
        forEachEdgeRow(row, column, [](float* edge, const float* result, std::int64_t columns) {
            std::copy_n(result, columns, edge);
        });
        Tiles::template load<Tile>(edge_, kTile * kPairBytes);
    }

    template <int Tile>
    void end(std::int64_t row, std::int64_t column) {
        if (isWhole(row, column))
            return Tiles::template store<Tile>(on_.result + row * on_.stride + column,
                                               on_.stride * kPairBytes);
        Tiles::template store<Tile>(edge_, kTile * kPairBytes);
        forEachEdgeRow(row, column, [](const float* edge, float* result, std::int64_t columns) {
            std::copy_n(edge, columns, result);
        });
    }

    const Operands& on_;
    alignas(64) float start_[kPanel] = {};
    alignas(64) float edge_[kTile * kTile] = {};  // of a tile that is not whole
};

}  // namespace orrery
