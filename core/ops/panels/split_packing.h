// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of a matrix of float32 as sums of three bfloat16 (split_product.h), in the blocks that
// tiles are loaded from.
#pragma once
#include <cstdint>

namespace orrery {

constexpr std::int64_t kSplitParts = 3;  // the largest first
/// Values of the depth in a block.
constexpr std::int64_t kSplitDepth = 32;
/// Pairs of one row, or of one column, in a block.
constexpr std::int64_t kSplitPairs = kSplitParts * kSplitDepth / 2;

/// A panel's block is [parts, 16 pairs, 32 columns]: as much as this for each column.
struct SplitBlockShare {
    std::uint32_t pairs[kSplitPairs];
};

/// A left factor [row blocks of 32, blocks of the depth, 32, parts, 16 pairs]; also from a source
/// that is its transpose [depth, rows]. Behind the last row are zeros. Where hasSplitProducts().
/// Any thread.
void splitRows(const float* source, std::int64_t rows, std::int64_t depth, std::int64_t stride,
               std::uint32_t* left);
void splitColumns(const float* source, std::int64_t rows, std::int64_t depth, std::int64_t stride,
                  std::uint32_t* left);

/// As packPanels of panel_packing.h: panels [ceil(columns / 32), ceil(depth / 32), parts, 16, 32]
/// of pairs. Columns past the end may be written, with zeros.
void packPanels(const float* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                SplitBlockShare* panels);
void packPanels(const std::uint16_t* source, std::int64_t depth, std::int64_t columns,
                std::int64_t stride, SplitBlockShare* panels);
void packTransposedPanels(const float* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, SplitBlockShare* panels);
void packTransposedPanels(const std::uint16_t* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, SplitBlockShare* panels);

}  // namespace orrery
