// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of a matrix in panels of 32 columns, which a product reads in order (panel_product.h).
#pragma once
#include <cstdint>

namespace orrery {

/// Columns of a panel.
constexpr std::int64_t kPanel = 32;

/// Panels [ceil(columns / 32), depth, 32] of a row-major source whose rows are `stride` apart.
/// Columns past the end are not written. std::uint16_t are the bits of bfloat16. Any thread.
void packPanels(const float* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                float* panels);
void packPanels(const std::uint16_t* source, std::int64_t depth, std::int64_t columns,
                std::int64_t stride, float* panels);
void packPanels(const double* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                double* panels);

/// The same of the transpose of a row-major source [columns, depth].
void packTransposedPanels(const float* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, float* panels);
void packTransposedPanels(const std::uint16_t* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, float* panels);
void packTransposedPanels(const double* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, double* panels);

/// The same into panels [ceil(columns / 32), ceil(depth / 2), 32] of pairs of bfloat16, to which
/// values of float are rounded (half_product.h, and where it says).
void packPanels(const float* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                std::uint32_t* panels);
void packPanels(const std::uint16_t* source, std::int64_t depth, std::int64_t columns,
                std::int64_t stride, std::uint32_t* panels);
void packTransposedPanels(const float* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, std::uint32_t* panels);
void packTransposedPanels(const std::uint16_t* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, std::uint32_t* panels);

}  // namespace orrery
