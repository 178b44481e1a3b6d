// SPDX-License-Identifier: GPL-3.0-or-later
// How factors of one or of three bfloat16 (split_product.h) are laid out for tiles: blocks of 32
// values of the depth, whose pairs hold the values k and k + 16. For x86-64 alone.
#pragma once
#include "core/ops/panels/half_vectors.h"
#include "core/ops/panels/panel_packing.h"
#include "core/ops/panels/split_packing.h"

namespace orrery {

/// Pairs of a row, or of a column, in a block.
template <int Parts>
constexpr std::int64_t kRowPairs = Parts* kSplitDepth / 2;

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

/// Where the halves of pairs come from: a value of the first 16, one of the second 16.
ORRERY_BF16_TARGET inline __m512i pairedHalves() {
    alignas(64) static constexpr std::uint16_t places[2 * kVector] = {
        0, 16, 1, 17, 2,  18, 3,  19, 4,  20, 5,  21, 6,  22, 7,  23,
        8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
    return _mm512_load_si512(places);
}

/// The parts of 16 pairs, `apart` from one another. A single part is rounded to the nearest even.
template <int Parts>
ORRERY_BF16_TARGET inline void storeParts(__m512 low, __m512 high, std::uint32_t* to,
                                          std::int64_t apart) {
    if constexpr (Parts == 1) {
        const auto values = (__m512i)_mm512_cvtne2ps_pbh(high, low);
        return _mm512_storeu_si512(to, _mm512_permutexvar_epi16(pairedHalves(), values));
    }
    for (std::int64_t part = 0; part + 1 < Parts; ++part) {
        const __m512i lower = takeUpper(low), upper = takeUpper(high);
        _mm512_storeu_si512(to + part * apart, pairsOf(lower, upper));
    }
    // What is left has 8 bits at most, and what is not a number still is none.
    _mm512_storeu_si512(to + (Parts - 1) * apart, pairsOf((__m512i)low, (__m512i)high));
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

/// Has the first line of up to 32 rows on its way from memory.
template <class S>
inline void fetchRows(const S* from, std::int64_t rows, std::int64_t stride) {
    for (std::int64_t i = 0; i < std::min(rows, kSplitDepth); ++i)
        __builtin_prefetch(from + i * stride);
}

/// Rows of a source [depth, width], read in order, as rows of 16 pairs of a panel's blocks.
template <int Parts, class S>
ORRERY_BF16_TARGET void packBlockRows(const S* source, std::int64_t depth, std::int64_t width,
                                      std::int64_t stride, std::uint32_t* panels) {
    const std::int64_t panel = (depth + kSplitDepth - 1) / kSplitDepth * kRowPairs<Parts> * kPanel;
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
            std::uint32_t* to = panels + (k / kSplitDepth * kRowPairs<Parts> + pair) * kPanel;
            for (std::int64_t x = 0; x < width; x += kVector) {
                __builtin_prefetch(low + ahead + x);
                __builtin_prefetch(high + ahead + x);
                storeParts<Parts>(valuesAt(low + x, lows - x), valuesAt(high + x, highs - x),
                                  to + x / kPanel * panel + x % kPanel, kHalfDepth * kPanel);
            }
        }
}

/// Rows of a source [width, depth] as columns of the panels.
template <int Parts, class S>
ORRERY_BF16_TARGET void packBlockColumns(const S* source, std::int64_t width, std::int64_t depth,
                                         std::int64_t stride, std::uint32_t* panels) {
    const std::int64_t panel = (depth + kSplitDepth - 1) / kSplitDepth * kRowPairs<Parts> * kPanel;
    for (std::int64_t x = 0; x < width; x += kVector)
        for (std::int64_t k = 0; k < depth; k += kSplitDepth) {
            __m512i low[kVector], high[kVector];
            const S* from = source + x * stride + k;
            if (k == 0) fetchRows(from + kVector * stride, width - x - kVector, stride);
            transposedAt(from, width - x, depth - k, stride, low);
            transposedAt(from + kHalfDepth, width - x, depth - k - kHalfDepth, stride, high);
            std::uint32_t* to = panels + x / kPanel * panel +
                                k / kSplitDepth * kRowPairs<Parts> * kPanel + x % kPanel;
            for (std::int64_t pair = 0; pair < kVector; ++pair)
                storeParts<Parts>((__m512)low[pair], (__m512)high[pair], to + pair * kPanel,
                                  kHalfDepth * kPanel);
        }
}

/// Where a row begins in a left factor [row blocks of 32, blocks of the depth, 32, parts, 16],
/// which is written and read in squares: its next block lies kLeftBlock behind.
template <int Parts>
constexpr std::int64_t kLeftBlock = kPanel* kRowPairs<Parts>;
constexpr std::int64_t blocksOf(std::int64_t size) {
    return (size + kPanel - 1) / kPanel;
}
template <int Parts>
constexpr std::int64_t leftAt(std::int64_t row, std::int64_t depth) {
    return row / kPanel * blocksOf(depth) * kLeftBlock<Parts> + row % kPanel * kRowPairs<Parts>;
}

/// Rows up to a multiple of 32 become zero.
template <int Parts>
ORRERY_BF16_TARGET inline void clearRows(std::int64_t rows, std::int64_t depth,
                                         std::uint32_t* left) {
    for (std::int64_t row = rows; row % kPanel != 0; ++row)
        for (std::int64_t block = 0; block < blocksOf(depth); ++block)
            for (std::int64_t i = 0; i < kRowPairs<Parts>; i += kVector)
                _mm512_storeu_si512(
                    left + leftAt<Parts>(row, depth) + block * kLeftBlock<Parts> + i,
                    _mm512_setzero_si512());
}

/// A row of a left factor.
template <int Parts>
ORRERY_BF16_TARGET inline void leftFromRow(const float* source, std::int64_t depth,
                                           std::uint32_t* to) {
    for (std::int64_t k = 0; k < depth; k += kSplitDepth)
        storeParts<Parts>(valuesAt(source + k, depth - k),
                          valuesAt(source + k + kHalfDepth, depth - k - kHalfDepth),
                          to + k / kSplitDepth * kLeftBlock<Parts>, kHalfDepth);
}

/// A left factor of rows [rows, depth], with zeros behind them.
template <int Parts>
ORRERY_BF16_TARGET void leftFromRows(const float* source, std::int64_t rows, std::int64_t depth,
                                     std::int64_t stride, std::uint32_t* left) {
    for (std::int64_t row = 0; row < rows; ++row) {
        if (row + kAhead < rows)
            for (std::int64_t k = 0; k < depth; k += kVector)
                __builtin_prefetch(source + (row + kAhead) * stride + k);
        leftFromRow<Parts>(source + row * stride, depth, left + leftAt<Parts>(row, depth));
    }
    clearRows<Parts>(rows, depth, left);
}

/// The same from a source [depth, rows].
template <int Parts>
ORRERY_BF16_TARGET void leftFromColumns(const float* source, std::int64_t rows, std::int64_t depth,
                                        std::int64_t stride, std::uint32_t* left) {
    for (std::int64_t row = 0; row < rows; row += kVector)
        for (std::int64_t k = 0; k < depth; k += kSplitDepth) {
            __m512i low[kVector], high[kVector];
            const float* from = source + k * stride + row;
            fetchRows(from + kSplitDepth * stride, depth - k - kSplitDepth, stride);
            transposedAt(from, depth - k, rows - row, stride, low);
            transposedAt(from + kHalfDepth * stride, depth - k - kHalfDepth, rows - row, stride,
                         high);
            std::uint32_t* parts =
                left + leftAt<Parts>(row, depth) + k / kSplitDepth * kLeftBlock<Parts>;
            for (std::int64_t i = 0; i < kVector; ++i)
                storeParts<Parts>((__m512)low[i], (__m512)high[i], parts + i * kRowPairs<Parts>,
                                  kHalfDepth);
        }
    clearRows<Parts>((rows + kVector - 1) / kVector * kVector, depth, left);
}

}  // namespace orrery
