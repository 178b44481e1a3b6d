// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>

#include <algorithm>
#include <cstdint>

#include "core/ops/device/host_device.h"

namespace orrery {

/// The 32 lanes of a warp (see OneLane in launch_cpu.h). A sum is the same on each, and the same in
/// every run.
struct WarpLanes {
    ORRERY_HOST_DEVICE std::int64_t first() const {
#ifdef __CUDA_ARCH__
        return threadIdx.x % 32;
#else
        return 0;
#endif
    }
    ORRERY_HOST_DEVICE std::int64_t count() const {
        return 32;
    }
    ORRERY_HOST_DEVICE bool leads() const {
        return first() == 0;
    }
    template <class T>
    ORRERY_HOST_DEVICE T sum(T value) const {
#ifdef __CUDA_ARCH__
        for (int distance = 16; distance > 0; distance /= 2)
            value += __shfl_xor_sync(0xFFFFFFFFU, value, distance);
#endif
        return value;
    }
};

template <class Kernel>
__global__ void eachKernel(std::int64_t count, Kernel kernel) {
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t index = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         index < count; index += step)
        kernel(index);
}

template <class Kernel>
__global__ void rowsKernel(std::int64_t count, Kernel kernel) {
    const std::int64_t warps = blockDim.x / 32;
    for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * warps + threadIdx.x / 32;
         row < count; row += gridDim.x * warps)
        kernel(row, WarpLanes{});
}

/// Runs functors on the current stream.
struct CudaLaunch {
    static constexpr std::int64_t kThreads = 256;
    static constexpr std::int64_t kMostBlocks = 1 << 20;

    static unsigned blocks(std::int64_t count, std::int64_t of_block) {
        return static_cast<unsigned>(std::min((count + of_block - 1) / of_block, kMostBlocks));
    }
    template <class Kernel>
    static void each(std::int64_t count, const Kernel& kernel) {
        if (count == 0) return;
        eachKernel<<<blocks(count, kThreads), kThreads, 0, at::cuda::getCurrentCUDAStream()>>>(
            count, kernel);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    }
    template <class Kernel>
    static void rows(std::int64_t count, const Kernel& kernel) {
        if (count == 0) return;
        rowsKernel<<<blocks(count, kThreads / 32), kThreads, 0, at::cuda::getCurrentCUDAStream()>>>(
            count, kernel);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    }
};

}  // namespace orrery
