// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/softmax_rows.h"

#include <algorithm>
#include <cmath>

#include "core/ops/wide_floats.h"

namespace orrery {
namespace {

// exp(-64) = 2e-28 is nothing beside 1. Products with smaller numbers would be denormal, which cost
// a processor a hundred times as much.
constexpr float kLowestExponent = -64.0F;

template <class Lanes>
[[gnu::always_inline]] inline float largestBody(const float* values, std::int64_t count) {
    using Floats = typename Lanes::Floats;
    const std::int64_t whole = count / Lanes::count * Lanes::count;
    float result = values[0];
    if (whole > 0) {
        Floats best;
        load(values, Lanes::count, best);
        for (std::int64_t i = Lanes::count; i < whole; i += Lanes::count) {
            Floats next;
            load(values + i, Lanes::count, next);
            best = next > best ? next : best;
        }
        for (int lane = 0; lane < Lanes::count; ++lane)
            result = std::max(result, static_cast<float>(best[lane]));
    }
    for (std::int64_t i = whole; i < count; ++i)
        result = std::max(result, values[i]);
    return result;
}

template <class Lanes>
[[gnu::always_inline]] inline void expLanes(float* values, std::int64_t size, float scale,
                                            float shift, typename Lanes::Floats& result) {
    using Floats = typename Lanes::Floats;
    Floats x;
    load(values, size, x);
    x = x * scale - shift;
    const auto vanishes = x < kLowestExponent;
    x = vanishes ? Floats{} : x;
    x = x > 0.0F ? Floats{} : x;  // of rounding
    expNegative<Lanes>(x, result);
    result = vanishes ? Floats{} : result;
    store(result, size, values);
}

template <class Lanes>
[[gnu::always_inline]] inline float expBody(float* values, std::int64_t count, float scale,
                                            float shift) {
    using Floats = typename Lanes::Floats;
    const std::int64_t whole = count / Lanes::count * Lanes::count;
    Floats sums{};
    Floats result;
    for (std::int64_t i = 0; i < whole; i += Lanes::count) {
        expLanes<Lanes>(values + i, Lanes::count, scale, shift, result);
        sums += result;
    }
    float sum = 0;
    for (int lane = 0; lane < Lanes::count; ++lane)
        sum += sums[lane];
    if (whole < count) expLanes<Lanes>(values + whole, count - whole, scale, shift, result);
    for (std::int64_t i = whole; i < count; ++i)
        sum += values[i];
    return sum;
}

struct SoftmaxKernels {
    float (*largest)(const float*, std::int64_t);
    float (*exponential)(float*, std::int64_t, float, float);
};

float largestAnywhere(const float* values, std::int64_t count) {
    return largestBody<Avx2Lanes>(values, count);
}
float expAnywhere(float* values, std::int64_t count, float scale, float shift) {
    return expBody<Avx2Lanes>(values, count, scale, shift);
}
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) float largestAvx2(const float* values, std::int64_t count) {
    return largestBody<Avx2Lanes>(values, count);
}
__attribute__((target("avx2,fma"))) float expAvx2(float* values, std::int64_t count, float scale,
                                                  float shift) {
    return expBody<Avx2Lanes>(values, count, scale, shift);
}
__attribute__((target("avx512f"))) float largestAvx512(const float* values, std::int64_t count) {
    return largestBody<Avx512Lanes>(values, count);
}
__attribute__((target("avx512f"))) float expAvx512(float* values, std::int64_t count, float scale,
                                                   float shift) {
    return expBody<Avx512Lanes>(values, count, scale, shift);
}
#endif

/// The widest that this processor has.
const SoftmaxKernels& softmaxKernels() {
    static const SoftmaxKernels best = [] {
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx512f")) return SoftmaxKernels{largestAvx512, expAvx512};
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
            return SoftmaxKernels{largestAvx2, expAvx2};
#endif
        return SoftmaxKernels{largestAnywhere, expAnywhere};
    }();
    return best;
}

}  // namespace

float largestOf(const float* values, std::int64_t count) {
    return softmaxKernels().largest(values, count);
}
double largestOf(const double* values, std::int64_t count) {
    return *std::max_element(values, values + count);
}

float expRow(float* values, std::int64_t count, float scale, float shift) {
    return softmaxKernels().exponential(values, count, scale, shift);
}
double expRow(double* values, std::int64_t count, double scale, double shift) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += values[i] = std::exp(scale * values[i] - shift);
    return sum;
}

}  // namespace orrery
