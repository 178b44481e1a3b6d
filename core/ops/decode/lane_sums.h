// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <cstring>

#include "core/ops/simd.h"

namespace orrery {

alignas(64) inline constexpr std::uint32_t kLanePlaces[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                            8, 9, 10, 11, 12, 13, 14, 15};

/// The lanes' sum, half on half, in a quarter of the instructions of sumOf(); the bits may differ
/// from its. For kernels that add up many short rows.
template <class Lanes>
[[gnu::always_inline]] inline float sumOfHalves(const typename Lanes::Floats& lanes) {
    typename Lanes::Bits places;
    std::memcpy(&places, kLanePlaces, sizeof(places));
    typename Lanes::Floats sum = lanes;
    for (std::uint32_t half = Lanes::count / 2; half > 0; half /= 2)
        sum += __builtin_shuffle(sum, places ^ half);
    return sum[0];
}

}  // namespace orrery
