// SPDX-License-Identifier: GPL-3.0-or-later
// Products of split_product.h by a unit of tiles (half_tiles.h): six products of tiles for each
// block of the depth, the small ones first.
#pragma once
#include "core/ops/panels/half_kernels.h"
#include "core/ops/panels/result_tiles.h"
#include "core/ops/panels/split_packing.h"

namespace orrery {

/// Adds the products of up to 32 rows and 32 columns of a block of the depth, whose factors begin
/// at `left` and `right`, to tiles 0 .. 3 (BlockTiles); rows in tiles 4 and 5, columns in 6 and 7.
/// `beside()` is called after each product of tiles: vectors are computed by units of their own,
/// and only what stands between two products is computed while they are.
template <class Tiles, int Parts>
struct BlockSum {
    static constexpr std::int64_t kPart = kTile * kPanel;
    /// Calls of beside() for a block of 32 rows and 32 columns.
    static constexpr std::int64_t kCalls = Parts == 3 ? 24 : 4;

    template <bool Low, bool Right, class Beside>
    [[gnu::always_inline]] static void add(const std::uint32_t* left, const std::uint32_t* right,
                                           const Beside& beside) {
        loadRight<Right>(right);
        if constexpr (Parts == 3) {
            addLeft<Low, Right>(left + 2 * kTile, beside);
            addLeft<Low, Right>(left + kTile, beside);
            loadRight<Right>(right + kPart);
            addProducts<Low, Right>(beside);
            addLeft<Low, Right>(left, beside);
            loadRight<Right>(right + 2 * kPart);
            addProducts<Low, Right>(beside);
            loadRight<Right>(right);
            addProducts<Low, Right>(beside);
        } else {
            addLeft<Low, Right>(left, beside);
        }
    }
    /// The same sums where left and right have changed places: each adds up in the same order.
    template <bool Low, bool Right, class Beside>
    [[gnu::always_inline]] static void addTurned(const std::uint32_t* left,
                                                 const std::uint32_t* right, const Beside& beside) {
        static_assert(Parts == 3);
        loadRight<Right>(right + 2 * kPart);
        addLeft<Low, Right>(left, beside);
        loadRight<Right>(right + kPart);
        addProducts<Low, Right>(beside);
        addLeft<Low, Right>(left + kTile, beside);
        loadRight<Right>(right);
        addProducts<Low, Right>(beside);
        addLeft<Low, Right>(left + 2 * kTile, beside);
        addLeft<Low, Right>(left, beside);
    }
    template <bool Low = true, bool Right = true>
    [[gnu::always_inline]] static void add(const std::uint32_t* left, const std::uint32_t* right) {
        add<Low, Right>(left, right, [] {});
    }

private:
    template <bool Low, bool Right, class Beside>
    [[gnu::always_inline]] static void addLeft(const std::uint32_t* from, const Beside& beside) {
        constexpr std::int64_t kStep = Parts * kTile;
        Tiles::template load<4>(from, kStep * kPairBytes);
        if constexpr (Low) Tiles::template load<5>(from + kTile * kStep, kStep * kPairBytes);
        addProducts<Low, Right>(beside);
    }
    template <bool Right>
    [[gnu::always_inline]] static void loadRight(const std::uint32_t* from) {
        Tiles::template load<6>(from, kPanel * kPairBytes);
        if constexpr (Right) Tiles::template load<7>(from + kTile, kPanel * kPairBytes);
    }
    template <bool Low, bool Right, class Beside>
    [[gnu::always_inline]] static void addProducts(const Beside& beside) {
        Tiles::template addProduct<0, 4, 6>();
        beside();
        if constexpr (Right) Tiles::template addProduct<1, 4, 7>();
        if constexpr (Right) beside();
        if constexpr (Low) Tiles::template addProduct<2, 5, 6>();
        if constexpr (Low) beside();
        if constexpr (Low && Right) Tiles::template addProduct<3, 5, 7>();
        if constexpr (Low && Right) beside();
    }
};

/// Spreads 32 steps of a work over calls of beside().
class Paced {
public:
    explicit Paced(std::int64_t calls) : calls_(calls) {}
    /// work(step) for the steps that are due.
    template <class Work>
    [[gnu::always_inline]] void call(const Work& work) {
        for (due_ += kPanel; due_ >= calls_ && done_ < kPanel; due_ -= calls_)
            work(done_++);
    }
    /// The steps that are left.
    template <class Work>
    [[gnu::always_inline]] void finish(const Work& work) {
        while (done_ < kPanel)
            work(done_++);
    }

private:
    std::int64_t calls_;
    std::int64_t done_ = 0;  // steps
    std::int64_t due_ = 0;   // steps times calls
};

/// A product of SplitOperands. Each element is summed in the same order, whichever rows and columns
/// stand beside it.
template <class Tiles>
class SplitTileProduct {
public:
    explicit SplitTileProduct(const SplitOperands& on) : on_(on), result_(on) {}

    void run() {
        const Tiles unit;  // prepared once for the product
        for (std::int64_t column = 0; column < on_.columns; column += kPanel) {
            readPanel(column);
            result_.beginColumns(column);
            for (std::int64_t row = 0; row < on_.rows; row += 2 * kTile) {
                const BlockTiles has = result_.tilesAt(row, column);
                result_.begin(row, column, has);
                result_.expect(row, column, has);
                if (has.low)
                    has.right ? sum<true, true>(row) : sum<true, false>(row);
                else
                    has.right ? sum<false, true>(row) : sum<false, false>(row);
                result_.end(row, column, has);
            }
        }
    }

private:
    using Sum = BlockSum<Tiles, kSplitParts>;
    static constexpr std::int64_t kBlock = kSplitPairs * kPanel;
    static constexpr std::int64_t kPart = kTile * kPanel;

    std::int64_t wholeBlocks() const { return on_.depth / kSplitDepth; }

    /// The panel's blocks, and the last one with zeros behind the depth.
    void readPanel(std::int64_t column) {
        const std::int64_t blocks = (on_.packed_depth + kSplitDepth - 1) / kSplitDepth;
        panel_ = on_.panels + column / kPanel * blocks * kBlock;
        const std::int64_t left = on_.depth % kSplitDepth;
        if (left == 0) return;
        const std::uint32_t* from = panel_ + wholeBlocks() * kBlock;
        for (std::int64_t part = 0; part < kSplitParts; ++part)
            for (std::int64_t pair = 0; pair < kTile; ++pair) {
                const std::uint32_t kept =
                    (pair < left ? 0xFFFFU : 0U) | (pair + kTile < left ? 0xFFFF0000U : 0U);
                const std::int64_t at = part * kPart + pair * kPanel;
                for (std::int64_t x = 0; x < kPanel; ++x)
                    last_block_[at + x] = from[at + x] & kept;
            }
    }

    /// Adds the products of up to 32 rows and the panel.
    template <bool Low, bool Right>
    void sum(std::int64_t row) {
        const std::int64_t blocks = (on_.depth + kSplitDepth - 1) / kSplitDepth;
        const std::uint32_t* left = on_.a + row / kPanel * blocks * kBlock;
        const std::uint32_t* right = panel_;
        for (std::int64_t block = 0; block < wholeBlocks(); ++block) {
            Sum::template add<Low, Right>(left, right);
            left += kBlock;
            right += kBlock;
        }
        if (on_.depth % kSplitDepth != 0) Sum::template add<Low, Right>(left, last_block_);
    }

    const SplitOperands& on_;
    ResultTiles<Tiles, SplitOperands> result_;
    const std::uint32_t* panel_ = nullptr;
    alignas(64) std::uint32_t last_block_[kBlock];  // [parts, 16, 32]
};

}  // namespace orrery
