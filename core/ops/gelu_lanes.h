// SPDX-License-Identifier: GPL-3.0-or-later
// The normal distribution over vectors of floats, of which the exact GELU is made.
#pragma once
#include "core/ops/simd.h"

namespace orrery {

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
    using Bits = typename Lanes::Bits;
    const Bits bits = __builtin_bit_cast(Bits, x) & 0x7FFFFFFFU;
    Floats magnitude = __builtin_bit_cast(Floats, bits);
    magnitude = magnitude > 13.0F ? Floats{} + 13.0F : magnitude;
    Floats e;
    expNegative<Lanes>(-0.5F * magnitude * magnitude, e);
    Floats t;
    reciprocal<Lanes>(1.0F + 0.23164189F * magnitude, t);  // 0.3275911 / sqrt(2)
    Floats p = t * 1.061405429F - 1.453152027F;
    p = p * t + 1.421413741F;
    p = p * t - 0.284496736F;
    p = p * t + 0.254829592F;
    const Floats upper = 0.5F * p * t * e;  // 1 - Phi(|x|)
    result.cdf = x < 0.0F ? upper : 1.0F - upper;
    result.density = 0.3989422804F * e;
}

}  // namespace orrery
