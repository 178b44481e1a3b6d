// SPDX-License-Identifier: GPL-3.0-or-later
// nearest_keys on CUDA, part of the module orrery_cuda.
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include "core/ops/device/launch_cuda.cuh"
#include "core/ops/device/nearest_keys_device.h"

namespace orrery {
namespace {

std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> routerForward(
    const at::Tensor& query, const at::Tensor& keys, const std::optional<at::Tensor>& bias,
    std::int64_t top_k, double temperature, bool normalize,
    const std::optional<at::Tensor>& factor) {
    const c10::cuda::CUDAGuard device(query.device());
    return device_keys::forward<CudaLaunch>(query, keys, bias, top_k, temperature, normalize,
                                            factor);
}

at::Tensor routerBackward(const at::Tensor& gate_gradients, const at::Tensor& queries,
                          const at::Tensor& norms, const at::Tensor& selected,
                          const at::Tensor& gates, const at::Tensor& keys, double temperature,
                          bool normalize, const std::optional<at::Tensor>& factor) {
    const c10::cuda::CUDAGuard device(queries.device());
    return device_keys::backward<CudaLaunch>(gate_gradients, queries, norms, selected, gates, keys,
                                             temperature, normalize, factor);
}

}  // namespace

TORCH_LIBRARY_IMPL(orrery, CUDA, library) {
    library.impl("nearest_keys", &routerForward);
    library.impl("nearest_keys_backward", &routerBackward);
}

}  // namespace orrery
