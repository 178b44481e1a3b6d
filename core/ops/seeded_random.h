// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers by position: value i of a stream needs no value before it, so that any thread may
// draw any part of a tensor and the result is one. Integer arithmetic (SplitMix64), the same on
// every machine.
#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

#include "core/ops/device/host_device.h"

namespace orrery {

/// The finaliser of SplitMix64: a bijection that scatters nearby inputs.
ORRERY_HOST_DEVICE inline std::uint64_t mixBits(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

/// A seed for a part (layer, step, name ...) of what `seed` stands for.
ORRERY_HOST_DEVICE inline std::uint64_t mixSeed(std::uint64_t seed, std::uint64_t part) {
    return mixBits(mixBits(seed) ^ part);
}

/// FNV-1a, then scattered.
inline std::uint64_t mixSeed(std::uint64_t seed, std::string_view name) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const unsigned char byte : name)
        hash = (hash ^ byte) * 0x100000001B3ULL;
    return mixSeed(seed, hash);
}

/// A stream of random numbers, read by position. Immutable; any thread.
class SeededRandom {
public:
    ORRERY_HOST_DEVICE explicit SeededRandom(std::uint64_t seed) : seed_(seed) {}

    ORRERY_HOST_DEVICE std::uint64_t bits(std::uint64_t index) const {
        return mixBits(seed_ + index * kStride);
    }
    /// [0, 1) with 53 bits.
    ORRERY_HOST_DEVICE double uniform(std::uint64_t index) const {
        return static_cast<double>(bits(index) >> 11) * 0x1.0p-53;
    }
    /// N(0, 1), Box-Muller; uses positions 2 * index and 2 * index + 1 of the stream.
    ORRERY_HOST_DEVICE double normal(std::uint64_t index) const {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(2 * index)));
        return radius * std::cos(2.0 * std::numbers::pi * uniform(2 * index + 1));
    }
    /// 0 .. count - 1. The bias of the modulus is below count / 2^64.
    ORRERY_HOST_DEVICE std::uint64_t below(std::uint64_t index, std::uint64_t count) const {
        return bits(index) % count;
    }

private:
    static constexpr std::uint64_t kStride = 0xD1342543DE82EF95ULL;  // odd: no two positions meet
    std::uint64_t seed_;
};

}  // namespace orrery
