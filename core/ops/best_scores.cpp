// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/best_scores.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace orrery {
namespace {

template <class T>
std::int64_t nextAbovePlainly(const T* values, std::int64_t begin, std::int64_t count, T limit) {
    while (begin < count && !(values[begin] > limit))
        ++begin;
    return begin;
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) std::int64_t nextAboveWidely(const float* values,
                                                                std::int64_t begin,
                                                                std::int64_t count, float limit) {
    constexpr std::int64_t kLanes = 16;
    const __m512 limits = _mm512_set1_ps(limit);
    for (; begin + kLanes <= count; begin += kLanes) {
        const __mmask16 above =
            _mm512_cmp_ps_mask(_mm512_loadu_ps(values + begin), limits, _CMP_GT_OQ);
        if (above != 0) return begin + __builtin_ctz(above);
    }
    return nextAbovePlainly(values, begin, count, limit);
}
#endif

}  // namespace

std::int64_t nextAbove(const float* values, std::int64_t begin, std::int64_t count, float limit) {
#if defined(__x86_64__)
    static const bool wide = __builtin_cpu_supports("avx512f");
    if (wide) return nextAboveWidely(values, begin, count, limit);
#endif
    return nextAbovePlainly(values, begin, count, limit);
}

std::int64_t nextAbove(const double* values, std::int64_t begin, std::int64_t count, double limit) {
    return nextAbovePlainly(values, begin, count, limit);
}

}  // namespace orrery
