// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of floats in the width of a processor, and exp() over them. Kernels are templates over
// the width; onWidest() compiles them for each set of instructions and calls the best: comparisons
// keep compilers from vectorizing plain loops.
#pragma once
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#define ORRERY_TARGET(set) __attribute__((target(set)))
#else
#define ORRERY_TARGET(set)
#endif

namespace orrery {

struct Avx2Lanes {
    static constexpr std::int64_t count = 8;
    using Floats = float __attribute__((vector_size(32)));
    using Bits = std::uint32_t __attribute__((vector_size(32)));
};
struct Avx512Lanes {
    static constexpr std::int64_t count = 16;
    using Floats = float __attribute__((vector_size(64)));
    using Bits = std::uint32_t __attribute__((vector_size(64)));
};

inline bool hasAvx2() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}
inline bool hasAvx512() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f");
#else
    return false;
#endif
}

/// Kernel::run<Lanes>(arguments...), which must be inlined always, for one set of instructions.
template <class Kernel, class... Arguments>
ORRERY_TARGET("avx512f")
auto onAvx512(Arguments... arguments) {
    return Kernel::template run<Avx512Lanes>(arguments...);
}
template <class Kernel, class... Arguments>
ORRERY_TARGET("avx2,fma")
auto onAvx2(Arguments... arguments) {
    return Kernel::template run<Avx2Lanes>(arguments...);
}
template <class Kernel, class... Arguments>
auto onAny(Arguments... arguments) {
    return Kernel::template run<Avx2Lanes>(arguments...);
}
/// The same on the widest set that this processor has. Both wide ones fuse multiply and add.
template <class Kernel, class... Arguments>
auto onWidest(Arguments... arguments) {
    static const auto best = hasAvx512() ? &onAvx512<Kernel, Arguments...>
                             : hasAvx2() ? &onAvx2<Kernel, Arguments...>
                                         : &onAny<Kernel, Arguments...>;
    return best(arguments...);
}

/// exp(-64) = 2e-28 is nothing beside 1. Products with smaller numbers would be denormal, which
/// cost a processor a hundred times as much.
constexpr float kLowestExponent = -64.0F;

/// exp(x) for -87 <= x <= 1, any number below that: 2^n * e^r with |r| <= ln(2)/2, e^r by its
/// Taylor polynomial. NaN stays NaN.
template <class Lanes>
[[gnu::always_inline]] inline void expNegative(const typename Lanes::Floats& x,
                                               typename Lanes::Floats& result) {
    using Floats = typename Lanes::Floats;
    using Bits = typename Lanes::Bits;
    constexpr float kRounder = 12582912.0F;  // 1.5 * 2^23: adding it rounds to an integer
    const Floats shifted = x * 1.44269504F + kRounder;
    const Floats n = shifted - kRounder;
    const Floats r = (x - n * 0.693359375F) + n * 2.12194440e-4F;  // ln 2 in two parts
    Floats p = r * (1.0F / 5040.0F) + 1.0F / 720.0F;
    p = p * r + 1.0F / 120.0F;
    p = p * r + 1.0F / 24.0F;
    p = p * r + 1.0F / 6.0F;
    p = p * r + 0.5F;
    p = p * r + 1.0F;
    p = p * r + 1.0F;
    const Bits exponent = (__builtin_bit_cast(Bits, shifted) << 23) + (127U << 23);
    result = p * __builtin_bit_cast(Floats, exponent);
}

/// 1 / x for 1 <= x <= 2^20, to the last digit but one. A division takes a processor three times as
/// long as an estimate and a step of Newton's.
template <class Lanes>
[[gnu::always_inline]] inline void reciprocal(const typename Lanes::Floats& x,
                                              typename Lanes::Floats& result) {
#if defined(__x86_64__)
    if constexpr (Lanes::count == Avx512Lanes::count) {
        typename Lanes::Floats estimate;
        asm("vrcp14ps %1, %0" : "=v"(estimate) : "v"(x));
        result = estimate + estimate * (1.0F - x * estimate);
        return;
    }
#endif
    result = 1.0F / x;
}

/// In the order of the lanes.
template <class Lanes>
[[gnu::always_inline]] inline float sumOf(const typename Lanes::Floats& lanes) {
    float sum = 0;
    for (int lane = 0; lane < Lanes::count; ++lane)
        sum += lanes[lane];
    return sum;
}

/// The first `size` floats, zero behind them.
template <class Floats>
[[gnu::always_inline]] inline void load(const float* from, std::int64_t size, Floats& to) {
    to = Floats{};
    std::memcpy(&to, from,
                size * sizeof(float) >= sizeof(Floats) ? sizeof(Floats) : size * sizeof(float));
}
template <class Floats>
[[gnu::always_inline]] inline void store(const Floats& from, std::int64_t size, float* to) {
    std::memcpy(to, &from,
                size * sizeof(float) >= sizeof(Floats) ? sizeof(Floats) : size * sizeof(float));
}

}  // namespace orrery
