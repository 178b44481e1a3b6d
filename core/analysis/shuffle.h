// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <utility>

#include "core/ops/seeded_random.h"

namespace orrery {

/// Permutations and picks that are the same on every machine for the same seed. One thread.
class Shuffle {
public:
    explicit Shuffle(std::uint64_t seed) : random_(mixSeed(seed, "shuffle")) {}

    std::size_t below(std::size_t count) {
        return static_cast<std::size_t>(random_.below(position_++, count));
    }
    template <typename T>
    void operator()(std::span<T> values) {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[below(i)]);
    }

private:
    SeededRandom random_;
    std::uint64_t position_ = 0;
};

}  // namespace orrery
