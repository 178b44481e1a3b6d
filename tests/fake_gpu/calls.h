// SPDX-License-Identifier: GPL-3.0-or-later
// A call of torch on tensors of the GPU: the processor's, on the same memory.
#pragma once
#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <utility>
#include <vector>

namespace orrery::fake_gpu {

/// Tensors of the GPU, and what stands for each on the processor.
class Pairs {
public:
    /// The tensor itself when it is no GPU's.
    at::Tensor onHost(const at::Tensor& tensor);
    /// Gives empty ones the sizes that they were given. The others are let go: a kernel knows
    /// places of memory, and keeps none of it.
    void settle();
    /// What was written into those that remain.
    void fetch() const;

private:
    std::vector<std::pair<at::Tensor, at::Tensor>> all_;
};

/// As the dispatcher calls it. Refuses tensors of both kinds, and waiting where none may wait.
void call(const c10::OperatorHandle& operation, torch::jit::Stack* stack);

}  // namespace orrery::fake_gpu
