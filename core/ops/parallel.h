// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <atomic>
#include <cstdint>

namespace orrery {

/// Calls work(index) for 0 .. count - 1 on torch's threads; whoever is free takes the next index.
/// The pieces must not depend on one another, so that the result is the same at any number of
/// threads. ATen calls inside run on one thread each and below autograd. `makeScratch` gives each
/// thread its own buffers.
template <class MakeScratch, class Work>
void forEachPiece(std::int64_t count, const MakeScratch& makeScratch, const Work& work) {
    std::atomic<std::int64_t> next{0};
    at::parallel_for(0, at::get_num_threads(), 1, [&](std::int64_t, std::int64_t) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        auto scratch = makeScratch();
        for (std::int64_t index = next++; index < count; index = next++)
            work(index, scratch);
    });
}

}  // namespace orrery
