// SPDX-License-Identifier: GPL-3.0-or-later
// grouped_ffn on CUDA, part of the module orrery_cuda. Rows are sorted and gathered once; each
// expert's matrix products run on its contiguous rows; a kernel adds a token's k rows in the order
// of ranks, without atomics.
#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include <tuple>

namespace orrery {
namespace {

using Four = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;
constexpr int kThreads = 256;

/// output[t, d] = sum_r weights[t, r] * rows[position[t, r], d]; weights may be null.
template <class T>
__global__ void sumRanksKernel(const T* rows, const std::int64_t* position, const T* weights,
                               std::int64_t tokens, std::int64_t top_k, std::int64_t width,
                               T* output) {
    const std::int64_t index = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    if (index >= tokens * width) return;
    const std::int64_t token = index / width;
    const std::int64_t column = index % width;
    T sum = 0;
    for (std::int64_t pair = token * top_k; pair < (token + 1) * top_k; ++pair)
        sum += (weights ? weights[pair] : T(1)) * rows[position[pair] * width + column];
    output[index] = sum;
}

at::Tensor sumRanks(const at::Tensor& rows, const at::Tensor& order, const at::Tensor& weights,
                    std::int64_t tokens, std::int64_t top_k) {
    at::Tensor position = at::empty_like(order);
    position.index_copy_(0, order, at::arange(order.numel(), order.options()));
    at::Tensor output = at::empty({tokens, rows.size(1)}, rows.options());
    if (output.numel() == 0) return output;
    const auto blocks = static_cast<unsigned>((output.numel() + kThreads - 1) / kThreads);
    AT_DISPATCH_FLOATING_TYPES(rows.scalar_type(), "sum_ranks", [&] {
        sumRanksKernel<scalar_t><<<blocks, kThreads, 0, at::cuda::getCurrentCUDAStream()>>>(
            rows.const_data_ptr<scalar_t>(), position.const_data_ptr<std::int64_t>(),
            weights.defined() ? weights.const_data_ptr<scalar_t>() : nullptr, tokens, top_k,
            rows.size(1), output.mutable_data_ptr<scalar_t>());
    });
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return output;
}

/// Calls work(expert, begin, rows) for each expert that has rows.
template <class Work>
void forEachExpert(const at::Tensor& offsets, const Work& work) {
    const auto* bounds = offsets.const_data_ptr<std::int64_t>();
    for (std::int64_t expert = 0; expert + 1 < offsets.numel(); ++expert)
        if (bounds[expert + 1] > bounds[expert])
            work(expert, bounds[expert], bounds[expert + 1] - bounds[expert]);
}

/// Experts kept in bfloat16 are converted one by one.
at::Tensor asType(const at::Tensor& weights, const at::Tensor& like) {
    return weights.to(like.scalar_type());
}

/// [E+1] on the CPU.
at::Tensor expertOffsets(const at::Tensor& flat, std::int64_t experts) {
    at::Tensor offsets = at::zeros({experts + 1}, at::kLong);
    offsets.narrow(0, 1, experts).copy_(at::bincount(flat, {}, experts).cumsum(0).cpu());
    return offsets;
}

Four forward(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
             const at::Tensor& down, const at::Tensor& up) {
    const c10::cuda::CUDAGuard device(z.device());
    const std::int64_t top_k = selected.size(1);
    const at::Tensor flat = selected.reshape({-1});
    const at::Tensor order = at::argsort(flat, true, 0, false);  // stable: tokens in order
    const at::Tensor offsets = expertOffsets(flat, down.size(0));
    const at::Tensor rows = z.index_select(0, order.div(top_k, "floor"));  // [N*k, D]
    at::Tensor hidden = at::empty({flat.numel(), down.size(1)}, z.options());
    forEachExpert(offsets, [&](std::int64_t expert, std::int64_t begin, std::int64_t count) {
        at::Tensor target = hidden.narrow(0, begin, count);
        at::mm_out(target, rows.narrow(0, begin, count), asType(down[expert], z).t());
    });
    const at::Tensor active = at::gelu(hidden);
    at::Tensor outputs = at::empty({flat.numel(), z.size(1)}, z.options());
    forEachExpert(offsets, [&](std::int64_t expert, std::int64_t begin, std::int64_t count) {
        at::Tensor target = outputs.narrow(0, begin, count);
        at::mm_out(target, active.narrow(0, begin, count), asType(up[expert], z).t());
    });
    return {sumRanks(outputs, order, gates, z.size(0), top_k), hidden, order, offsets};
}

Four backward(const at::Tensor& output_gradient, const at::Tensor& z, const at::Tensor& gates,
              const at::Tensor& hidden, const at::Tensor& order, const at::Tensor& offsets,
              const at::Tensor& down, const at::Tensor& up, bool weight_gradients) {
    const c10::cuda::CUDAGuard device(z.device());
    const std::int64_t top_k = gates.size(1);
    const at::Tensor tokens = order.div(top_k, "floor");
    const at::Tensor gathered = output_gradient.index_select(0, tokens);  // [N*k, D]
    at::Tensor wide = at::empty_like(hidden);                             // [N*k, F]
    forEachExpert(offsets, [&](std::int64_t expert, std::int64_t begin, std::int64_t count) {
        at::Tensor target = wide.narrow(0, begin, count);
        at::mm_out(target, gathered.narrow(0, begin, count), asType(up[expert], z));
    });
    const at::Tensor active = at::gelu(hidden);
    at::Tensor gate_gradients = at::empty({order.numel()}, gates.options());
    gate_gradients.index_copy_(0, order, (wide * active).sum(1));
    const at::Tensor gate = gates.reshape({-1}).index_select(0, order).unsqueeze(1);  // [N*k, 1]
    const at::Tensor hidden_gradient = at::gelu_backward(wide, hidden) * gate;
    at::Tensor rows = at::empty_like(gathered);
    at::Tensor down_gradient = weight_gradients ? at::zeros_like(down) : at::Tensor();
    at::Tensor up_gradient = weight_gradients ? at::zeros_like(up) : at::Tensor();
    const at::Tensor inputs = weight_gradients ? z.index_select(0, tokens) : at::Tensor();
    forEachExpert(offsets, [&](std::int64_t expert, std::int64_t begin, std::int64_t count) {
        const at::Tensor slope = hidden_gradient.narrow(0, begin, count);
        at::Tensor target = rows.narrow(0, begin, count);
        at::mm_out(target, slope, asType(down[expert], z));
        if (!weight_gradients) return;
        at::Tensor down_target = down_gradient[expert];
        at::mm_out(down_target, slope.t(), inputs.narrow(0, begin, count));
        at::Tensor up_target = up_gradient[expert];
        at::mm_out(up_target, gathered.narrow(0, begin, count).t(),
                   active.narrow(0, begin, count) * gate.narrow(0, begin, count));
    });
    return {sumRanks(rows, order, at::Tensor(), z.size(0), top_k), gate_gradients.view_as(gates),
            down_gradient, up_gradient};
}

}  // namespace

TORCH_LIBRARY_IMPL(orrery, CUDA, library) {
    library.impl("grouped_ffn", &forward);
    library.impl("grouped_ffn_backward", &backward);
}

}  // namespace orrery
