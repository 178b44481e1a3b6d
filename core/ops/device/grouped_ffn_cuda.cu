// SPDX-License-Identifier: GPL-3.0-or-later
// grouped_ffn on CUDA, part of the module orrery_cuda.
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include "core/ops/device/grouped_ffn_device.h"
#include "core/ops/device/launch_cuda.cuh"

namespace orrery {
namespace {

device_ffn::Four ffnForward(const at::Tensor& z, const at::Tensor& selected,
                            const at::Tensor& gates, const at::Tensor& down, const at::Tensor& up,
                            bool bf16) {
    const c10::cuda::CUDAGuard device(z.device());
    return device_ffn::forward<CudaLaunch>(z, selected, gates, down, up, bf16);
}

device_ffn::Four ffnBackward(const at::Tensor& output_gradient, const at::Tensor& z,
                             const at::Tensor& gates, const at::Tensor& hidden,
                             const at::Tensor& order, const at::Tensor& ends,
                             const at::Tensor& down, const at::Tensor& up, bool weight_gradients) {
    const c10::cuda::CUDAGuard device(z.device());
    return device_ffn::backward<CudaLaunch>(output_gradient, z, gates, hidden, order, ends, down,
                                            up, weight_gradients);
}

}  // namespace

TORCH_LIBRARY_IMPL(orrery, CUDA, library) {
    library.impl("grouped_ffn", &ffnForward);
    library.impl("grouped_ffn_backward", &ffnBackward);
}

}  // namespace orrery
