// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/gelu.h"

#include <cmath>
#include <numbers>

#include "core/ops/wide_floats.h"

namespace orrery {
namespace {

template <class Lanes>
struct Normal {
    typename Lanes::Floats cdf;      // Phi(x)
    typename Lanes::Floats density;  // phi(x)
};

/// erfc by Abramowitz and Stegun 7.1.26 (absolute error 1.5e-7); the exponential serves the density
/// too.
template <class Lanes>
[[gnu::always_inline]] inline void normal(const typename Lanes::Floats& x, Normal<Lanes>& result) {
    using Floats = typename Lanes::Floats;
    using Integers = typename Lanes::Integers;
    const Integers bits = __builtin_bit_cast(Integers, x) & 0x7FFFFFFF;
    Floats magnitude = __builtin_bit_cast(Floats, bits);
    magnitude = magnitude > 13.0F ? Floats{} + 13.0F : magnitude;
    Floats e;
    expNegative<Lanes>(-0.5F * magnitude * magnitude, e);
    const Floats t = 1.0F / (1.0F + 0.23164189F * magnitude);  // 0.3275911 / sqrt(2)
    Floats p = t * 1.061405429F - 1.453152027F;
    p = p * t + 1.421413741F;
    p = p * t - 0.284496736F;
    p = p * t + 0.254829592F;
    const Floats upper = 0.5F * p * t * e;  // 1 - Phi(|x|)
    result.cdf = x < 0.0F ? upper : 1.0F - upper;
    result.density = 0.3989422804F * e;
}

template <class Lanes>
[[gnu::always_inline]] inline void forwardLanes(const float* input, float* output,
                                                std::int64_t size) {
    using Floats = typename Lanes::Floats;
    Floats x;
    Normal<Lanes> at;
    load(input, size, x);
    normal<Lanes>(x, at);
    store(x * at.cdf, size, output);
}

template <class Lanes>
[[gnu::always_inline]] inline void forwardBody(const float* input, float* output,
                                               std::int64_t count) {
    const std::int64_t whole = count / Lanes::count * Lanes::count;
    for (std::int64_t i = 0; i < whole; i += Lanes::count)
        forwardLanes<Lanes>(input + i, output + i, Lanes::count);
    if (whole < count) forwardLanes<Lanes>(input + whole, output + whole, count - whole);
}

template <class Lanes>
[[gnu::always_inline]] inline void backwardLanes(const float* input, float* gradient, float scale,
                                                 std::int64_t size, typename Lanes::Floats& sums) {
    using Floats = typename Lanes::Floats;
    Floats x;
    Floats g;
    Normal<Lanes> at;
    load(input, size, x);
    load(gradient, size, g);
    normal<Lanes>(x, at);
    sums += g * x * at.cdf;
    store(scale * g * (at.cdf + x * at.density), size, gradient);
}

template <class Lanes>
[[gnu::always_inline]] inline float backwardBody(const float* input, float* gradient, float scale,
                                                 std::int64_t count) {
    using Floats = typename Lanes::Floats;
    Floats sums{};
    const std::int64_t whole = count / Lanes::count * Lanes::count;
    for (std::int64_t i = 0; i < whole; i += Lanes::count)
        backwardLanes<Lanes>(input + i, gradient + i, scale, Lanes::count, sums);
    if (whole < count)
        backwardLanes<Lanes>(input + whole, gradient + whole, scale, count - whole, sums);
    float sum = 0;
    for (int lane = 0; lane < Lanes::count; ++lane)
        sum += sums[lane];
    return sum;
}

using GeluForward = void (*)(const float*, float*, std::int64_t);
using GeluBackward = float (*)(const float*, float*, float, std::int64_t);
struct GeluKernels {
    GeluForward forward;
    GeluBackward backward;
};

void forwardAnywhere(const float* input, float* output, std::int64_t count) {
    forwardBody<Avx2Lanes>(input, output, count);
}
float backwardAnywhere(const float* input, float* gradient, float scale, std::int64_t count) {
    return backwardBody<Avx2Lanes>(input, gradient, scale, count);
}
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) void forwardAvx2(const float* input, float* output,
                                                     std::int64_t count) {
    forwardBody<Avx2Lanes>(input, output, count);
}
__attribute__((target("avx2,fma"))) float backwardAvx2(const float* input, float* gradient,
                                                       float scale, std::int64_t count) {
    return backwardBody<Avx2Lanes>(input, gradient, scale, count);
}
__attribute__((target("avx512f"))) void forwardAvx512(const float* input, float* output,
                                                      std::int64_t count) {
    forwardBody<Avx512Lanes>(input, output, count);
}
__attribute__((target("avx512f"))) float backwardAvx512(const float* input, float* gradient,
                                                        float scale, std::int64_t count) {
    return backwardBody<Avx512Lanes>(input, gradient, scale, count);
}
#endif

/// The widest that this processor has.
const GeluKernels& kernels() {
    static const GeluKernels best = [] {
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx512f")) return GeluKernels{forwardAvx512, backwardAvx512};
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
            return GeluKernels{forwardAvx2, backwardAvx2};
#endif
        return GeluKernels{forwardAnywhere, backwardAnywhere};
    }();
    return best;
}

double cdf(double x) {
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

}  // namespace

void geluRow(const float* input, float* output, std::int64_t count) {
    kernels().forward(input, output, count);
}

float geluBackwardRow(const float* input, float* gradient, float scale, std::int64_t count) {
    return kernels().backward(input, gradient, scale, count);
}

void geluRow(const double* input, double* output, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        output[i] = input[i] * cdf(input[i]);
}

double geluBackwardRow(const double* input, double* gradient, double scale, std::int64_t count) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const double x = input[i];
        const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
        sum += gradient[i] * x * cdf(x);
        gradient[i] *= scale * (cdf(x) + x * density);
    }
    return sum;
}

}  // namespace orrery
