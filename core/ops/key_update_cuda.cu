// SPDX-License-Identifier: GPL-3.0-or-later
// gather_keys on CUDA, part of the module orrery_cuda: a block sums the queries of one expert at
// one rank in the order of tokens, so that no sum depends on the order in which blocks run.
#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include <tuple>
#include <vector>

namespace orrery {
namespace {

using Four = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;
constexpr unsigned kThreads = 128;

/// sums[e, d] = sum of queries[order[i], d] over offsets[e] <= i < offsets[e + 1]; a block an
/// expert.
__global__ void segmentSumKernel(const float* queries, const std::int64_t* order,
                                 const std::int64_t* offsets, std::int64_t width, float* sums) {
    const std::int64_t expert = blockIdx.x;
    for (std::int64_t column = threadIdx.x; column < width; column += blockDim.x) {
        float sum = 0;
        for (std::int64_t i = offsets[expert]; i < offsets[expert + 1]; ++i)
            sum += queries[order[i] * width + column];
        sums[expert * width + column] = sum;
    }
}

/// Ascending codes i * E + j (i < j) of the pairs that a token selects, and how many tokens do.
std::tuple<at::Tensor, at::Tensor> countPairs(const at::Tensor& selected, std::int64_t experts) {
    std::vector<at::Tensor> codes;
    for (std::int64_t a = 0; a < selected.size(1); ++a)
        for (std::int64_t b = a + 1; b < selected.size(1); ++b) {
            const at::Tensor left = selected.select(1, a);
            const at::Tensor right = selected.select(1, b);
            codes.push_back(at::minimum(left, right) * experts + at::maximum(left, right));
        }
    const at::Tensor none = at::empty({0}, selected.options());
    if (codes.empty() || selected.size(0) == 0) return {none, none};
    const at::Tensor sorted = std::get<0>(at::cat(codes).sort());
    const auto [pairs, inverse, counts] = at::unique_consecutive(sorted, false, true);
    return {pairs, counts};
}

Four gather(const at::Tensor& queries, const at::Tensor& selected, std::int64_t experts) {
    const c10::cuda::CUDAGuard device(selected.device());
    const std::int64_t top_k = selected.size(1);
    const std::int64_t width = queries.size(1);
    at::Tensor counts = at::zeros({top_k, experts}, selected.options());
    at::Tensor sums = at::zeros({top_k, experts, width}, queries.options());
    for (std::int64_t rank = 0; rank < top_k; ++rank) {
        const at::Tensor column = selected.select(1, rank).contiguous();
        counts[rank].copy_(at::bincount(column, {}, experts));
        if (width == 0 || column.numel() == 0) continue;
        const at::Tensor order = at::argsort(column, true, 0, false);  // stable: tokens in order
        at::Tensor offsets = at::zeros({experts + 1}, selected.options());
        offsets.narrow(0, 1, experts).copy_(counts[rank].cumsum(0));
        segmentSumKernel<<<static_cast<unsigned>(experts), kThreads, 0,
                           at::cuda::getCurrentCUDAStream()>>>(
            queries.const_data_ptr<float>(), order.const_data_ptr<std::int64_t>(),
            offsets.const_data_ptr<std::int64_t>(), width,
            sums.mutable_data_ptr<float>() + rank * experts * width);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    }
    const auto [pairs, pair_counts] = countPairs(selected, experts);
    return {counts, sums, pairs, pair_counts};
}

}  // namespace

TORCH_LIBRARY_IMPL(orrery, CUDA, library) {
    library.impl("gather_keys", &gather);
}

}  // namespace orrery
