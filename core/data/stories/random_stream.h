// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are the same on every machine: integer arithmetic only, no standard
// distributions.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace orrery::stories {

/// xoshiro256** seeded through splitmix64. One thread.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::string_view name, std::uint64_t index) {
        std::uint64_t mix = seed;
        std::uint64_t state = splitmix(mix);
        for (const unsigned char byte : name) {
            mix = state ^ byte;
            state = splitmix(mix);
        }
        mix = state ^ (index * 0x9e3779b97f4a7c15ULL);
        for (auto& word : state_)
            word = splitmix(mix);
    }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    /// Uniform in [0, count); count from 1 to 2^31. The bias is below count / 2^32.
    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(((next() >> 32) * count) >> 32);
    }

private:
    static std::uint64_t rotate(std::uint64_t value, int bits) {
        return (value << bits) | (value >> (64 - bits));
    }
    static std::uint64_t splitmix(std::uint64_t& state) {
        state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t value = state;
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
        value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
        return value ^ (value >> 31);
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace orrery::stories
