// SPDX-License-Identifier: GPL-3.0-or-later
// Products of bfloat16 by VDPBF16PS: 16 sums of pairs at once. Tiles of 12 rows by 32 columns hold
// their sums in 24 of 32 registers.
#include "core/ops/panels/half_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <type_traits>

#include "core/ops/panels/half_vectors.h"
#include "core/ops/panels/panel_packing.h"

namespace orrery {
namespace {

constexpr int kRowsAtOnce = 12;
constexpr std::int64_t kRowsAhead = 8;  // on their way from memory

/// Rows x Vectors of the result at once.
template <int Rows, int Vectors, bool Transposed>
ORRERY_BF16_TARGET void multiplyHalfTile(const HalfOperands& on, const std::uint32_t* panel) {
    const __mmask16 masks[2] = {firstLanes(on.columns), firstLanes(on.columns - kVector)};
    __m512 sums[Rows][Vectors];
#pragma GCC unroll 12
    for (int row = 0; row < Rows; ++row)
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v) {
            const float* from = on.add ? on.result + row * on.stride : on.start;
            sums[row][v] = from == nullptr ? _mm512_setzero_ps()
                                           : _mm512_maskz_loadu_ps(masks[v], from + v * kVector);
        }
    for (std::int64_t k = 0; k < on.pairs; ++k) {
        __m512bh right[Vectors];
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v)
            right[v] = (__m512bh)_mm512_loadu_si512(panel + k * kPanel + v * kVector);
#pragma GCC unroll 12
        for (int row = 0; row < Rows; ++row) {
            const std::uint32_t pair =
                Transposed ? on.a[k * on.step + row] : on.a[row * on.step + k];
            const auto left = (__m512bh)_mm512_set1_epi32(static_cast<int>(pair));
#pragma GCC unroll 2
            for (int v = 0; v < Vectors; ++v)
                sums[row][v] = _mm512_dpbf16_ps(sums[row][v], left, right[v]);
        }
    }
#pragma GCC unroll 12
    for (int row = 0; row < Rows; ++row)
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v)
            _mm512_mask_storeu_ps(on.result + row * on.stride + v * kVector, masks[v],
                                  sums[row][v]);
}

/// What is left, at most Rows, as one tile.
template <int Rows, int Vectors, bool Transposed>
ORRERY_BF16_TARGET void multiplyLastHalves(const HalfOperands& on, const std::uint32_t* panel) {
    if constexpr (Rows > 0) {
        if (on.rows == Rows) return multiplyHalfTile<Rows, Vectors, Transposed>(on, panel);
        multiplyLastHalves<Rows - 1, Vectors, Transposed>(on, panel);
    }
}

template <int Vectors, bool Transposed>
ORRERY_BF16_TARGET void multiplyHalfRows(HalfOperands on, const std::uint32_t* panel) {
    for (; on.rows >= kRowsAtOnce; on.rows -= kRowsAtOnce) {
        multiplyHalfTile<kRowsAtOnce, Vectors, Transposed>(on, panel);
        on.a += Transposed ? kRowsAtOnce : kRowsAtOnce * on.step;
        on.result += kRowsAtOnce * on.stride;
    }
    multiplyLastHalves<kRowsAtOnce - 1, Vectors, Transposed>(on, panel);
}

void multiplyHalves(const HalfOperands& product) {
    for (std::int64_t column = 0; column < product.columns; column += kPanel) {
        HalfOperands on = product;
        on.columns = std::min(kPanel, product.columns - column);
        on.result += column;
        if (on.start) on.start += column;
        const std::uint32_t* panel = product.panels + column * product.packed_pairs;
        const bool two = on.columns > kVector;
        if (on.transposed)
            two ? multiplyHalfRows<2, true>(on, panel) : multiplyHalfRows<1, true>(on, panel);
        else
            two ? multiplyHalfRows<2, false>(on, panel) : multiplyHalfRows<1, false>(on, panel);
    }
}

/// Up to 16 pairs of one row of floats.
ORRERY_BF16_TARGET inline __m512i pairsAt(const float* from, std::int64_t depth) {
    const __m512 low = _mm512_maskz_loadu_ps(firstLanes(depth), from);
    const __m512 high = _mm512_maskz_loadu_ps(firstLanes(depth - kVector), from + kVector);
    return (__m512i)_mm512_cvtne2ps_pbh(high, low);
}
ORRERY_BF16_TARGET inline __m512i pairsAt(const std::uint16_t* from, std::int64_t depth) {
    const auto mask = static_cast<__mmask32>((1ULL << std::min<std::int64_t>(depth, 32)) - 1ULL);
    return _mm512_maskz_loadu_epi16(mask, from);
}

ORRERY_BF16_TARGET void pairColumns(const float* source, std::int64_t rows, std::int64_t depth,
                                    std::int64_t stride, std::uint32_t* to, std::int64_t step) {
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t k = 0; k < depth; k += 2 * kVector) {
            const float* ahead = source + std::min(row + kRowsAhead, rows - 1) * stride + k;
            __builtin_prefetch(ahead);
            __builtin_prefetch(ahead + kVector);
            _mm512_mask_storeu_epi32(to + row * step + k / 2, firstLanes((depth - k + 1) / 2),
                                     pairsAt(source + row * stride + k, depth - k));
        }
}

/// Up to 16 values of two rows, interleaved.
ORRERY_BF16_TARGET inline __m512i pairAcross(const float* first, const float* second,
                                             __mmask16 mask) {
    const __m512 a = _mm512_maskz_loadu_ps(mask, first);
    const __m512 b = second == nullptr ? _mm512_setzero_ps() : _mm512_maskz_loadu_ps(mask, second);
    const __m512i low = _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(a));
    const __m512i high = _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(b));
    return _mm512_or_si512(low, _mm512_slli_epi32(high, 16));
}
ORRERY_BF16_TARGET inline __m512i pairAcross(const std::uint16_t* first,
                                             const std::uint16_t* second, __mmask16 mask) {
    const __m512i low = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, first));
    if (second == nullptr) return low;
    const __m512i high = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, second));
    return _mm512_or_si512(low, _mm512_slli_epi32(high, 16));
}

/// The 32 values of two rows, interleaved.
ORRERY_BF16_TARGET inline void pairPanelRow(const std::uint16_t* first, const std::uint16_t* second,
                                            std::uint32_t* to) {
    const __m512i a = _mm512_loadu_si512(first), b = _mm512_loadu_si512(second);
    const __m512i low = _mm512_unpacklo_epi16(a, b), high = _mm512_unpackhi_epi16(a, b);
    const __m512i left = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i right = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    _mm512_storeu_si512(to, _mm512_permutex2var_epi64(low, left, high));
    _mm512_storeu_si512(to + kVector, _mm512_permutex2var_epi64(low, right, high));
}

/// Up to 32 values of two rows of a source; a second row that is not there is zero.
template <class S>
ORRERY_BF16_TARGET inline void pairTwoRows(const S* first, const S* second, std::int64_t width,
                                           std::uint32_t* to) {
    if constexpr (std::is_same_v<S, std::uint16_t>)
        if (width >= kPanel && second != nullptr) return pairPanelRow(first, second, to);
    for (std::int64_t x = 0; x < std::min(kPanel, width); x += kVector) {
        const __mmask16 mask = firstLanes(width - x);
        _mm512_mask_storeu_epi32(
            to + x, mask, pairAcross(first + x, second == nullptr ? nullptr : second + x, mask));
    }
}

ORRERY_BF16_TARGET void pairRows(const float* source, std::int64_t depth, std::int64_t width,
                                 std::int64_t stride, std::uint32_t* to, std::int64_t step) {
    for (std::int64_t k = 0; k < depth; k += 2) {
        const float* first = source + k * stride;
        const float* second = k + 1 < depth ? first + stride : nullptr;
        for (std::int64_t x = 0; x < width; x += kPanel)
            pairTwoRows(first + x, second == nullptr ? nullptr : second + x, width - x,
                        to + k / 2 * step + x);
    }
}

/// Whole rows one after the other: memory is read faster so than in columns.
template <class S>
ORRERY_BF16_TARGET void panelsOf(const S* source, std::int64_t depth, std::int64_t columns,
                                 std::int64_t stride, std::uint32_t* to) {
    const std::int64_t pairs = (depth + 1) / 2;
    for (std::int64_t pair = 0; pair < pairs; ++pair) {
        const S* first = source + 2 * pair * stride;
        const S* second = 2 * pair + 1 < depth ? first + stride : nullptr;
        const std::int64_t ahead = 2 * pair + kRowsAhead + 1 < depth ? kRowsAhead * stride : 0;
        for (std::int64_t x = 0; x < columns; x += kPanel) {
            for (std::int64_t byte = 0; byte < kPanel * std::int64_t{sizeof(S)}; byte += 64) {
                const auto* line = reinterpret_cast<const char*>(first + ahead + x) + byte;
                __builtin_prefetch(line);
                __builtin_prefetch(line + stride * std::int64_t{sizeof(S)});
            }
            pairTwoRows(first + x, second == nullptr ? nullptr : second + x, columns - x,
                        to + x * pairs + pair * kPanel);
        }
    }
}

template <class S>
ORRERY_BF16_TARGET void panelOf(const S* source, std::int64_t columns, std::int64_t depth,
                                std::int64_t stride, std::uint32_t* to) {
    for (std::int64_t k = 0; k < depth; k += 2 * kVector)
        for (std::int64_t x = 0; x < columns; x += kVector) {
            __m512i rows[kVector];
#pragma GCC unroll 16
            for (std::int64_t i = 0; i < kVector; ++i)
                rows[i] = x + i < columns ? pairsAt(source + (x + i) * stride + k, depth - k)
                                          : _mm512_setzero_si512();
            transpose(rows);
            const std::int64_t pairs = std::min(kVector, (depth - k + 1) / 2);
#pragma GCC unroll 16
            for (std::int64_t p = 0; p < kVector; ++p)
                if (p < pairs) _mm512_storeu_si512(to + (k / 2 + p) * kPanel + x, rows[p]);
        }
}

ORRERY_BF16_TARGET void roundValues(const float* source, std::int64_t count, std::uint16_t* to) {
    for (std::int64_t i = 0; i < count; i += kVector) {
        const __mmask16 mask = firstLanes(count - i);
        const __m512 values = _mm512_maskz_loadu_ps(mask, source + i);
        _mm256_mask_storeu_epi16(to + i, mask, (__m256i)_mm512_cvtneps_pbh(values));
    }
}

ORRERY_BF16_TARGET void widenValues(const std::uint16_t* source, std::int64_t count, float* to) {
    for (std::int64_t i = 0; i < count; i += kVector) {
        const __mmask16 mask = firstLanes(count - i);
        const __m512i bits = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, source + i));
        _mm512_mask_storeu_epi32(to + i, mask, _mm512_slli_epi32(bits, 16));
    }
}

}  // namespace

const HalfKernels* avx512HalfKernels() {
    static constexpr HalfKernels kernels{.name = "AVX512_BF16",
                                         .multiply = &multiplyHalves,
                                         .pairColumns = &pairColumns,
                                         .pairRows = &pairRows,
                                         .panels = &panelsOf<float>,
                                         .panelsOfHalves = &panelsOf<std::uint16_t>,
                                         .panelOfRows = &panelOf<float>,
                                         .panelOfHalfRows = &panelOf<std::uint16_t>,
                                         .round = &roundValues,
                                         .widen = &widenValues,
                                         .multiply_split = nullptr,
                                         .attend = nullptr,
                                         .attend_backward = nullptr,
                                         .pack_expert = nullptr,
                                         .feed_forward = nullptr,
                                         .feed_forward_split = nullptr,
                                         .expert_forward = nullptr,
                                         .expert_backward = nullptr};
    return &kernels;
}

}  // namespace orrery
#else
namespace orrery {
const HalfKernels* avx512HalfKernels() {
    return nullptr;
}
}  // namespace orrery
#endif
