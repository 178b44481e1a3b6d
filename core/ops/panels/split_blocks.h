// SPDX-License-Identifier: GPL-3.0-or-later
// How factors of one or of three bfloat16 (split_product.h) are laid out for tiles: in blocks of 32
// values of the depth. For x86-64 alone.
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

/// Of a block's values of the depth, the first and the second (0, 1) of a pair: neighbors where
/// they are rounded, as bfloat16 lies in memory, else 16 apart, which takes fewer instructions.
template <int Parts>
constexpr std::int64_t inPair(std::int64_t pair, std::int64_t which) {
    return Parts == 1 ? 2 * pair + which : pair + which * kVector;
}

/// The parts of 16 pairs of values, `apart` from one another; what is left of them, in a part of
/// its own, has 8 bits at most, and what is not a number still is none.
template <int Parts>
ORRERY_BF16_TARGET inline void storeParts(__m512 first, __m512 second, std::uint32_t* to,
                                          std::int64_t apart) {
    for (std::int64_t part = 0; part + 1 < Parts; ++part) {
        const __m512i lower = takeUpper(first), upper = takeUpper(second);
        _mm512_storeu_si512(to + part * apart, pairsOf(lower, upper));
    }
    _mm512_storeu_si512(to + (Parts - 1) * apart, pairsOf((__m512i)first, (__m512i)second));
}

/// 32 values of a row as pairs of a left factor.
template <int Parts>
ORRERY_BF16_TARGET inline void storeLeft(__m512 low, __m512 high, std::uint32_t* to) {
    if constexpr (Parts == 1)
        _mm512_storeu_si512(to, (__m512i)_mm512_cvtne2ps_pbh(high, low));
    else
        storeParts<Parts>(low, high, to, kVector);
}

/// 16 columns of two rows (inPair()) as pairs of a right factor.
template <int Parts>
ORRERY_BF16_TARGET inline void storeRight(__m512 first, __m512 second, std::uint32_t* to) {
    if constexpr (Parts == 1) {
        alignas(64) static constexpr std::uint16_t kInterleaved[2 * kVector] = {
            0, 16, 1, 17, 2,  18, 3,  19, 4,  20, 5,  21, 6,  22, 7,  23,
            8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
        const auto values = (__m512i)_mm512_cvtne2ps_pbh(second, first);
        _mm512_storeu_si512(to, _mm512_permutexvar_epi16(_mm512_load_si512(kInterleaved), values));
    } else {
        storeParts<Parts>(first, second, to, kVector * kPanel);
    }
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

/// 32 values of a row as they are kept: rounded to bfloat16, or as they are.
ORRERY_BF16_TARGET inline void storeValues(__m512 low, __m512 high, std::uint16_t* to) {
    _mm512_storeu_si512(to, (__m512i)_mm512_cvtne2ps_pbh(high, low));
}
ORRERY_BF16_TARGET inline void storeValues(__m512 low, __m512 high, float* to) {
    _mm512_storeu_ps(to, low);
    _mm512_storeu_ps(to + kVector, high);
}

/// Has values on their way from memory.
template <class S>
inline void fetchValues(const S* values, std::int64_t count) {
    for (std::int64_t i = 0; i < count; i += 64 / std::int64_t{sizeof(S)})
        __builtin_prefetch(values + i);
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
            const std::int64_t one = k + inPair<Parts>(pair, 0), two = k + inPair<Parts>(pair, 1);
            const S* first = source + one * stride;
            const S* second = source + two * stride;
            const std::int64_t ones = one < depth ? width : 0, twos = two < depth ? width : 0;
            const std::int64_t ahead = two + kAhead < depth ? kAhead * stride : 0;
            std::uint32_t* to = panels + (k / kSplitDepth * kRowPairs<Parts> + pair) * kPanel;
            for (std::int64_t x = 0; x < width; x += kVector) {
                __builtin_prefetch(first + ahead + x);
                __builtin_prefetch(second + ahead + x);
                storeRight<Parts>(valuesAt(first + x, ones - x), valuesAt(second + x, twos - x),
                                  to + x / kPanel * panel + x % kPanel);
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
            __m512i rows[2][kVector];  // of the depth
            const S* from = source + x * stride + k;
            if (k == 0) fetchRows(from + kVector * stride, width - x - kVector, stride);
            transposedAt(from, width - x, depth - k, stride, rows[0]);
            transposedAt(from + kHalfDepth, width - x, depth - k - kHalfDepth, stride, rows[1]);
            std::uint32_t* to = panels + x / kPanel * panel +
                                k / kSplitDepth * kRowPairs<Parts> * kPanel + x % kPanel;
#pragma GCC unroll 16
            for (std::int64_t pair = 0; pair < kVector; ++pair) {
                const std::int64_t one = inPair<Parts>(pair, 0), two = inPair<Parts>(pair, 1);
                storeRight<Parts>((__m512)rows[one / kVector][one % kVector],
                                  (__m512)rows[two / kVector][two % kVector], to + pair * kPanel);
            }
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
        storeLeft<Parts>(valuesAt(source + k, depth - k),
                         valuesAt(source + k + kHalfDepth, depth - k - kHalfDepth),
                         to + k / kSplitDepth * kLeftBlock<Parts>);
}

/// A left factor of rows [rows, depth], with zeros behind them.
template <int Parts>
ORRERY_BF16_TARGET void leftFromRows(const float* source, std::int64_t rows, std::int64_t depth,
                                     std::int64_t stride, std::uint32_t* left) {
    for (std::int64_t row = 0; row < rows; ++row) {
        if (row + kAhead < rows) fetchValues(source + (row + kAhead) * stride, depth);
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
                storeLeft<Parts>((__m512)low[i], (__m512)high[i], parts + i * kRowPairs<Parts>);
        }
    clearRows<Parts>((rows + kVector - 1) / kVector * kVector, depth, left);
}

}  // namespace orrery
