// SPDX-License-Identifier: GPL-3.0-or-later
// The key update on CUDA, part of the module orrery_cuda.
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include "core/ops/device/key_update_device.h"
#include "core/ops/device/launch_cuda.cuh"

namespace orrery {
namespace {

using device_gravity::Four;

Four gather(const at::Tensor& queries, const at::Tensor& selected, std::int64_t experts) {
    const c10::cuda::CUDAGuard device(selected.device());
    return device_gravity::gatherKeys<CudaLaunch>(queries, selected, experts);
}

at::Tensor apply(at::Tensor& keys, at::Tensor& usage, const at::Tensor& counts,
                 const at::Tensor& sums, const at::Tensor& table,
                 const std::optional<at::Tensor>& candidates, const std::optional<at::Tensor>& held,
                 at::IntArrayRef rules) {
    const c10::cuda::CUDAGuard device(keys.device());
    return device_gravity::apply<CudaLaunch>(keys, usage, counts, sums, table, candidates, held,
                                             rules);
}

}  // namespace

TORCH_LIBRARY_IMPL(orrery, CUDA, library) {
    library.impl("gather_keys", &gather);
    library.impl("apply_keys", &apply);
}

}  // namespace orrery
