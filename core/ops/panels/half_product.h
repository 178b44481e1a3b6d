// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products as those of panel_product.h, whose factors are rounded to bfloat16 and whose sums
// are float32: the processors that multiply pairs of bfloat16 make twice as many in a second.
#pragma once
#include <cstdint>
#include <memory>

#include "core/ops/panels/panel_product.h"

namespace orrery {

/// Name of the instructions that multiply bfloat16 here ("AVX512_BF16"), or empty: then products of
/// bfloat16 are no faster than those of float, and are made of float. The environment variable
/// ORRERY_BF16=off hides them. Any thread.
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
class PackedHalves {
public:
    /// As PackedMatrix::pack and packTransposed. S is float, or std::uint16_t for the bits of
    /// bfloat16.
    template <class S>
    void pack(const S* source, std::int64_t depth, std::int64_t columns, std::int64_t stride) {
        packPart(source, depth, columns, stride, reserve(depth, columns));
    }
    template <class S>
    void pack(const S* source, std::int64_t depth, std::int64_t columns) {
        pack(source, depth, columns, columns);
    }
    template <class S>
    void packTransposed(const S* source, std::int64_t columns, std::int64_t depth,
                        std::int64_t stride) {
        packTransposedPart(source, columns, depth, stride, reserve(depth, columns));
    }
    template <class S>
    void packTransposed(const S* source, std::int64_t columns, std::int64_t depth) {
        packTransposed(source, columns, depth, depth);
    }
    template <class S, class ForEach>
    void packInParts(const S* source, std::int64_t depth, std::int64_t columns,
                     const ForEach& forEach) {
        std::uint32_t* panels = reserve(depth, columns);
        forEach(partsOfPanels(columns), [&](std::int64_t part) {
            const PanelPart own(part, columns);
            packPart(source + own.first, depth, own.count, columns,
                     panels + own.first * pairsOf(depth));
        });
    }
    template <class S, class ForEach>
    void packTransposedInParts(const S* source, std::int64_t columns, std::int64_t depth,
                               const ForEach& forEach) {
        std::uint32_t* panels = reserve(depth, columns);
        forEach(partsOfPanels(columns), [&](std::int64_t part) {
            const PanelPart own(part, columns);
            packTransposedPart(source + own.first * depth, own.count, depth, depth,
                               panels + own.first * pairsOf(depth));
        });
    }
    /// As PackedMatrix::multiply. The rows of `a` are rounded on the way. Each element is summed
    /// over pairs in ascending order.
    void multiply(const float* a, std::int64_t rows, float* result) const {
        multiply({a, depth_, false, rows, depth_, columns_, result, columns_, false});
    }
    void multiply(const PanelProduct<float>& product) const;

private:
    struct Free {
        void operator()(std::uint32_t* memory) const { std::free(memory); }
    };
    static std::int64_t pairsOf(std::int64_t depth) { return (depth + 1) / 2; }
    std::uint32_t* reserve(std::int64_t depth, std::int64_t columns);
    template <class S>
    static void packPart(const S* source, std::int64_t depth, std::int64_t columns,
                         std::int64_t stride, std::uint32_t* panels);
    template <class S>
    static void packTransposedPart(const S* source, std::int64_t columns, std::int64_t depth,
                                   std::int64_t stride, std::uint32_t* panels);

    std::unique_ptr<std::uint32_t[], Free> panels_;
    std::int64_t capacity_ = 0;
    std::int64_t depth_ = 0;
    std::int64_t columns_ = 0;
};

}  // namespace orrery
