// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of 16 pairs of bfloat16, as the products of half_kernels.h hold them. For x86-64 alone.
#pragma once
#include <immintrin.h>

#include <algorithm>
#include <cstdint>

#define ORRERY_BF16_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16")))

namespace orrery {

constexpr std::int64_t kVector = 16;  // pairs

/// Numbers below 2^-126 are zero for a scope, as they are to tiles: vectors would take 100 times as
/// long for each.
class FlushTiny {
public:
    FlushTiny() : before_(_mm_getcsr()) { _mm_setcsr(before_ | kFlush | kZero); }
    ~FlushTiny() { _mm_setcsr(before_); }
    FlushTiny(const FlushTiny&) = delete;
    FlushTiny& operator=(const FlushTiny&) = delete;

private:
    static constexpr unsigned kFlush = 0x8000, kZero = 0x0040;  // results, and operands
    unsigned before_;
};

inline __mmask16 firstLanes(std::int64_t count) {
    return static_cast<__mmask16>((1U << std::clamp<std::int64_t>(count, 0, kVector)) - 1U);
}

/// Exchanges the blocks of Size lanes that lie off the diagonal of rows Size apart.
template <int Size>
ORRERY_BF16_TARGET inline void exchangeHalves(__m512i (&rows)[kVector]) {
    alignas(64) std::int32_t low[kVector], high[kVector];
    for (int lane = 0; lane < kVector; ++lane) {
        low[lane] = (lane & Size) == 0 ? lane : kVector + lane - Size;
        high[lane] = (lane & Size) == 0 ? lane + Size : kVector + lane;
    }
    const __m512i of_low = _mm512_load_si512(low), of_high = _mm512_load_si512(high);
#pragma GCC unroll 16
    for (int row = 0; row < kVector; ++row)
        if ((row & Size) == 0) {
            const __m512i a = rows[row], b = rows[row + Size];
            rows[row] = _mm512_permutex2var_epi32(a, of_low, b);
            rows[row + Size] = _mm512_permutex2var_epi32(a, of_high, b);
        }
}

/// Rows become columns.
ORRERY_BF16_TARGET inline void transpose(__m512i (&rows)[kVector]) {
    exchangeHalves<8>(rows);
    exchangeHalves<4>(rows);
    exchangeHalves<2>(rows);
    exchangeHalves<1>(rows);
}

}  // namespace orrery
