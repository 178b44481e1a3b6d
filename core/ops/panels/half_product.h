// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products as those of panel_product.h, whose factors are rounded to bfloat16 and whose sums
// are float32: the processors that multiply pairs of bfloat16 make twice as many in a second.
#pragma once
#include <cstdint>

#include "core/ops/panels/panel_product.h"

namespace orrery {

/// Name of the instructions that multiply bfloat16 here ("AMX_BF16", "AVX512_BF16"), or empty: then
/// products of bfloat16 are no faster than those of float, and are made of float. The environment
/// variable ORRERY_BF16=avx512 hides AMX, and =off all of them. Any thread.
const char* halfInstructions();
inline bool hasHalfProducts() {
    return *halfInstructions() != '\0';
}

/// Rounds values to the bits of bfloat16, and back. Where hasHalfProducts(). Any thread.
void roundToHalves(const float* source, std::int64_t count, std::uint16_t* to);
void widenHalves(const std::uint16_t* source, std::int64_t count, float* to);

/// B [depth, columns] rounded to bfloat16, in panels [ceil(columns / 32), ceil(depth / 2), 32] of
/// pairs (2 k, 2 k + 1) of the depth. Used as PackedMatrix<float>, where hasHalfProducts(). The
/// panels are laid out as AMX reads them, too (16 pairs of rows by 16 columns at a stride).
class PackedHalves : public PackedPanels<std::uint32_t, 2> {
public:
    /// As PackedMatrix::multiply. The rows of `a` are rounded on the way. Each element is summed
    /// over pairs in ascending order.
    void multiply(const float* a, std::int64_t rows, float* result) const {
        multiply({a, depth(), false, rows, depth(), columns(), result, columns(), false});
    }
    void multiply(const PanelProduct<float>& product) const;
};

}  // namespace orrery
