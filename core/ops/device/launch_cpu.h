// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/Parallel.h>

#include <cstdint>

namespace orrery {

/// Who works on one row: on the CPU a single lane, on CUDA the 32 of a warp. A lane takes the
/// columns first(), first() + count(), ...
struct OneLane {
    std::int64_t first() const { return 0; }
    std::int64_t count() const { return 1; }
    bool leads() const { return true; }
    /// Of what each lane has; every lane gets it.
    template <class T>
    T sum(T value) const {
        return value;
    }
};

/// Runs functors on torch's threads: so many at once that a thread is worth it.
struct CpuLaunch {
    static constexpr std::int64_t kIndexGrain = 256;
    static constexpr std::int64_t kRowGrain = 16;

    /// kernel(index) for 0 .. count - 1.
    template <class Kernel>
    static void each(std::int64_t count, const Kernel& kernel) {
        launch(count, kIndexGrain, [&](std::int64_t index) { kernel(index); });
    }
    /// kernel(row, lanes) for rows 0 .. count - 1.
    template <class Kernel>
    static void rows(std::int64_t count, const Kernel& kernel) {
        launch(count, kRowGrain, [&](std::int64_t row) { kernel(row, OneLane{}); });
    }

private:
    template <class Work>
    static void launch(std::int64_t count, std::int64_t grain, const Work& work) {
        at::parallel_for(0, count, grain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t index = begin; index < end; ++index)
                work(index);
        });
    }
};

}  // namespace orrery
