// SPDX-License-Identifier: GPL-3.0-or-later
// Products of float32 whose factors keep all their digits on CUDA, too, where TensorFloat-32 is
// allowed elsewhere: those of the router (core/README.md, section 3).
#pragma once
#include <ATen/ATen.h>

namespace orrery {

/// Products of float32 without TensorFloat-32 for a scope.
class WithoutTensorFloat32 {
public:
    WithoutTensorFloat32() : allowed_(at::globalContext().allowTF32CuBLAS()) {
        if (allowed_) at::globalContext().setAllowTF32CuBLAS(false);
    }
    ~WithoutTensorFloat32() {
        if (allowed_) at::globalContext().setAllowTF32CuBLAS(true);
    }
    WithoutTensorFloat32(const WithoutTensorFloat32&) = delete;
    WithoutTensorFloat32& operator=(const WithoutTensorFloat32&) = delete;

private:
    bool allowed_;
};

/// x [N, K] -> x weight^T + bias [N, M], forward and backward; at::linear is its slow reference.
/// `bias` may be undefined. Any device.
at::Tensor fullLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

}  // namespace orrery
