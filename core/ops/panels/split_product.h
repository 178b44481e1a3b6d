// SPDX-License-Identifier: GPL-3.0-or-later
// Products of float32 by a unit that multiplies bfloat16: each factor is the sum of three bfloat16,
// which hold its 24 bits, and of their nine products the six largest are summed in float32. What is
// left out is below 2^-25 of a product, so that results are as exact as those of float32's own
// instructions, and 2.5 times as fast (Henry, Tang and Heinecke 2019, "Leveraging the bfloat16
// artificial intelligence datatype for higher-precision computations").
#pragma once
#include <cstdint>

#include "core/ops/panels/panel_product.h"
#include "core/ops/panels/split_packing.h"

namespace orrery {

/// Whether the processor has such a unit (AMX) and the environment does not hide it
/// (halfInstructions()). Any thread.
bool hasSplitProducts();

/// B [depth, columns] in three parts, in panels [ceil(columns / 32), ceil(depth / 32)] of blocks.
/// Used as PackedMatrix<float>, where hasSplitProducts(). Each element of a result is summed over
/// blocks of the depth in ascending order.
///
/// Bits of a factor below 2^-126 are lost. A factor that is infinite, or rounds to 2^128, gives
/// NaN.
class PackedSplits : public PackedPanels<SplitBlockShare, kSplitDepth> {
public:
    /// As PackedMatrix::multiply.
    void multiply(const float* a, std::int64_t rows, float* result) const {
        multiply({a, depth(), false, rows, depth(), columns(), result, columns(), false});
    }
    void multiply(const PanelProduct<float>& product) const;
};

}  // namespace orrery
