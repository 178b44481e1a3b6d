// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/split_packing.h"

#if defined(__x86_64__)
#include "core/ops/panels/half_vectors.h"
#include "core/ops/panels/panel_packing.h"

namespace orrery {
namespace {

constexpr std::int64_t kHalfDepth = kSplitDepth / 2;
constexpr std::int64_t kAhead = 8;  // rows on their way from memory

/// Up to 16 floats; those behind `count` are zero.
ORRERY_BF16_TARGET inline __m512 valuesAt(const float* from, std::int64_t count) {
    return _mm512_maskz_loadu_ps(firstLanes(count), from);
}
ORRERY_BF16_TARGET inline __m512 valuesAt(const std::uint16_t* from, std::int64_t count) {
    const __m256i bits = _mm256_maskz_loadu_epi16(firstLanes(count), from);
    return (__m512)_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16);
}

/// Takes the upper half of floats off them, rounded: what is left is exact.
ORRERY_BF16_TARGET inline __m512i takeUpper(__m512& values) {
    const __m512i rounded = _mm512_add_epi32((__m512i)values, _mm512_set1_epi32(0x8000));
    const __m512i upper = _mm512_and_si512(rounded, _mm512_set1_epi32(~0xFFFF));
    values = _mm512_sub_ps(values, (__m512)upper);
    return upper;
}

/// 16 pairs of the upper halves of floats.
ORRERY_BF16_TARGET inline __m512i pairsOf(__m512i low, __m512i high) {
    constexpr int kFirstElseSecondWhereThird = 0xD8;  // high where the mask is set, else low
    return _mm512_ternarylogic_epi32(_mm512_srli_epi32(low, 16), high, _mm512_set1_epi32(~0xFFFF),
                                     kFirstElseSecondWhereThird);
}

/// The parts of 16 pairs, `apart` from one another.
ORRERY_BF16_TARGET inline void storeParts(__m512 low, __m512 high, std::uint32_t* to,
                                          std::int64_t apart) {
    for (std::int64_t part = 0; part + 1 < kSplitParts; ++part) {
        const __m512i lower = takeUpper(low), upper = takeUpper(high);
        _mm512_storeu_si512(to + part * apart, pairsOf(lower, upper));
    }
    // What is left has 8 bits at most, and what is not a number still is none.
    _mm512_storeu_si512(to + (kSplitParts - 1) * apart, pairsOf((__m512i)low, (__m512i)high));
}

/// Up to 16 rows of 16 values each, transposed.
template <class S>
ORRERY_BF16_TARGET inline void transposedAt(const S* from, std::int64_t rows, std::int64_t values,
                                            std::int64_t stride, __m512i (&to)[kVector]) {
#pragma GCC unroll 16
    for (std::int64_t i = 0; i < kVector; ++i)
        to[i] = i < rows ? (__m512i)valuesAt(from + i * stride, values) : _mm512_setzero_si512();
    transpose(to);
}

/// Rows of a source [depth, width], read in order, as rows of 16 pairs of a panel's blocks.
template <class S>
ORRERY_BF16_TARGET void packRows(const S* source, std::int64_t depth, std::int64_t width,
                                 std::int64_t stride, std::uint32_t* panels) {
    const std::int64_t panel = (depth + kSplitDepth - 1) / kSplitDepth * kSplitPairs * kPanel;
    for (std::int64_t k = 0; k < depth; k += kSplitDepth)
        for (std::int64_t pair = 0; pair < kHalfDepth; ++pair) {
            const std::int64_t row = k + pair;
            const S* low = source + row * stride;
            const S* high = low + kHalfDepth * stride;
            const std::int64_t lows = row < depth ? width : 0;
            const std::int64_t highs = row + kHalfDepth < depth ? width : 0;
            const std::int64_t ahead =
                row + kAhead + kHalfDepth < depth && pair + kAhead < kHalfDepth ? kAhead * stride
                                                                                : 0;
            std::uint32_t* to = panels + (k / kSplitDepth * kSplitPairs + pair) * kPanel;
            for (std::int64_t x = 0; x < width; x += kVector) {
                __builtin_prefetch(low + ahead + x);
                __builtin_prefetch(high + ahead + x);
                storeParts(valuesAt(low + x, lows - x), valuesAt(high + x, highs - x),
                           to + x / kPanel * panel + x % kPanel, kHalfDepth * kPanel);
            }
        }
}

/// Rows of a source [width, depth] as columns of the panels.
template <class S>
ORRERY_BF16_TARGET void packColumns(const S* source, std::int64_t width, std::int64_t depth,
                                    std::int64_t stride, std::uint32_t* panels) {
    const std::int64_t panel = (depth + kSplitDepth - 1) / kSplitDepth * kSplitPairs * kPanel;
    for (std::int64_t x = 0; x < width; x += kVector)
        for (std::int64_t k = 0; k < depth; k += kSplitDepth) {
            __m512i low[kVector], high[kVector];
            const S* from = source + x * stride + k;
            transposedAt(from, width - x, depth - k, stride, low);
            transposedAt(from + kHalfDepth, width - x, depth - k - kHalfDepth, stride, high);
            std::uint32_t* to =
                panels + x / kPanel * panel + k / kSplitDepth * kSplitPairs * kPanel + x % kPanel;
            for (std::int64_t pair = 0; pair < kVector; ++pair)
                storeParts((__m512)low[pair], (__m512)high[pair], to + pair * kPanel,
                           kHalfDepth * kPanel);
        }
}

ORRERY_BF16_TARGET void clearRows(std::int64_t rows, std::int64_t width, std::uint32_t* to,
                                  std::int64_t step) {
    for (std::int64_t row = rows; row % kVector != 0; ++row)
        for (std::int64_t i = 0; i < width; i += kVector)
            _mm512_storeu_si512(to + row * step + i, _mm512_setzero_si512());
}

ORRERY_BF16_TARGET void splitEachRow(const float* source, std::int64_t rows, std::int64_t depth,
                                     std::int64_t stride, std::uint32_t* to, std::int64_t step) {
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t k = 0; k < depth; k += kSplitDepth) {
            const float* from = source + row * stride + k;
            storeParts(valuesAt(from, depth - k),
                       valuesAt(from + kHalfDepth, depth - k - kHalfDepth),
                       to + row * step + k / kSplitDepth * kSplitPairs, kHalfDepth);
        }
    clearRows(rows, (depth + kSplitDepth - 1) / kSplitDepth * kSplitPairs, to, step);
}

ORRERY_BF16_TARGET void splitEachColumn(const float* source, std::int64_t rows, std::int64_t depth,
                                        std::int64_t stride, std::uint32_t* to, std::int64_t step) {
    for (std::int64_t row = 0; row < rows; row += kVector)
        for (std::int64_t k = 0; k < depth; k += kSplitDepth) {
            __m512i low[kVector], high[kVector];
            const float* from = source + k * stride + row;
            transposedAt(from, depth - k, rows - row, stride, low);
            transposedAt(from + kHalfDepth * stride, depth - k - kHalfDepth, rows - row, stride,
                         high);
            std::uint32_t* parts = to + row * step + k / kSplitDepth * kSplitPairs;
            for (std::int64_t i = 0; i < kVector; ++i)
                storeParts((__m512)low[i], (__m512)high[i], parts + i * step, kHalfDepth);
        }
}

}  // namespace

void splitRows(const float* source, std::int64_t rows, std::int64_t depth, std::int64_t stride,
               std::uint32_t* to, std::int64_t step) {
    splitEachRow(source, rows, depth, stride, to, step);
}
void splitColumns(const float* source, std::int64_t rows, std::int64_t depth, std::int64_t stride,
                  std::uint32_t* to, std::int64_t step) {
    splitEachColumn(source, rows, depth, stride, to, step);
}
void packPanels(const float* source, std::int64_t depth, std::int64_t columns, std::int64_t stride,
                SplitBlockShare* panels) {
    packRows(source, depth, columns, stride, panels->pairs);
}
void packPanels(const std::uint16_t* source, std::int64_t depth, std::int64_t columns,
                std::int64_t stride, SplitBlockShare* panels) {
    packRows(source, depth, columns, stride, panels->pairs);
}
void packTransposedPanels(const float* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, SplitBlockShare* panels) {
    packColumns(source, columns, depth, stride, panels->pairs);
}
void packTransposedPanels(const std::uint16_t* source, std::int64_t columns, std::int64_t depth,
                          std::int64_t stride, SplitBlockShare* panels) {
    packColumns(source, columns, depth, stride, panels->pairs);
}

}  // namespace orrery
#else
namespace orrery {
// Never called: hasSplitProducts() is false.
void splitRows(const float*, std::int64_t, std::int64_t, std::int64_t, std::uint32_t*,
               std::int64_t) {}
void splitColumns(const float*, std::int64_t, std::int64_t, std::int64_t, std::uint32_t*,
                  std::int64_t) {}
void packPanels(const float*, std::int64_t, std::int64_t, std::int64_t, SplitBlockShare*) {}
void packPanels(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t, SplitBlockShare*) {}
void packTransposedPanels(const float*, std::int64_t, std::int64_t, std::int64_t,
                          SplitBlockShare*) {}
void packTransposedPanels(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t,
                          SplitBlockShare*) {}
}  // namespace orrery
#endif
