// SPDX-License-Identifier: GPL-3.0-or-later
// The key update on CUDA, part of the module orrery_cuda.
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include "core/ops/key_update_device.h"
#include "core/ops/launch_cuda.cuh"

namespace orrery {
namespace {

using Four = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

/// Ascending codes i * E + j (i < j) of the pairs that a token selects, and how many tokens do: for
/// more experts than a table holds. Waits for the device.
std::tuple<at::Tensor, at::Tensor> listPairs(const at::Tensor& selected, std::int64_t experts) {
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
    const auto [counts, sums, table] =
        device_gravity::gather<CudaLaunch>(queries, selected, experts);
    if (table.defined()) return {counts, sums, table, at::Tensor()};
    const auto [pairs, pair_counts] = listPairs(selected, experts);
    return {counts, sums, pairs, pair_counts};
}

at::Tensor apply(at::Tensor& keys, at::Tensor& usage, const at::Tensor& counts,
                 const at::Tensor& sums, const at::Tensor& table,
                 const std::optional<at::Tensor>& spares, at::ArrayRef<double> numbers,
                 at::IntArrayRef choices) {
    const c10::cuda::CUDAGuard device(keys.device());
    return device_gravity::apply<CudaLaunch>(keys, usage, counts, sums, table, spares, numbers,
                                             choices);
}

}  // namespace

TORCH_LIBRARY_IMPL(orrery, CUDA, library) {
    library.impl("gather_keys", &gather);
    library.impl("apply_keys", &apply);
}

}  // namespace orrery
