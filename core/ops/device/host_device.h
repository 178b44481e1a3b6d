// SPDX-License-Identifier: GPL-3.0-or-later
// Code that runs on the CPU and on CUDA. A kernel is a functor over an index space; each backend
// has one small way to launch it (launch_cpu.h, launch_cuda.cuh), so that tests on the CPU run what
// CUDA runs.
#pragma once
#include <cstdint>

#ifdef __CUDACC__
#define ORRERY_HOST_DEVICE __host__ __device__
#else
#define ORRERY_HOST_DEVICE
#endif

namespace orrery {

/// Adds where others may add at the same time. Whole numbers alone: their sum does not depend on
/// the order.
ORRERY_HOST_DEVICE inline void atomicAdd(std::int32_t* where, std::int32_t value) {
#ifdef __CUDA_ARCH__
    atomicAdd(where, value);
#else
    __atomic_fetch_add(where, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace orrery
