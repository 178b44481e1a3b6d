// SPDX-License-Identifier: GPL-3.0-or-later
// nearest_keys where kernels are launched (see grouped_ffn_device.h). Scores are full float32
// products, whatever is allowed elsewhere: they decide which expert is chosen.
#pragma once
#include <ATen/ATen.h>

#include <optional>
#include <tuple>

#include "core/ops/device/router_kernels.h"
#include "core/ops/full_product.h"
#include "core/ops/smallest_norm.h"

namespace orrery::device_keys {

inline Temperature temperatureOf(double temperature, const std::optional<at::Tensor>& factor) {
    return {temperature, factor ? factor->const_data_ptr<double>() : nullptr};
}

template <class Work>
void withType(const at::Tensor& tensor, const Work& work) {
    if (tensor.scalar_type() == at::kDouble)
        work(double{});
    else
        work(float{});
}

/// As the operation orrery::nearest_keys: queries, norms [N] (ones without `normalize`), selected
/// and gates.
template <class Launch>
std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> forward(
    const at::Tensor& query, const at::Tensor& keys, const std::optional<at::Tensor>& bias,
    std::int64_t top_k, double temperature, bool normalize,
    const std::optional<at::Tensor>& factor) {
    const std::int64_t tokens = query.size(0);
    const at::Tensor norms =
        normalize ? at::linalg_vector_norm(query, 2, at::IntArrayRef{-1}).clamp_min(kSmallestNorm)
                  : at::ones({tokens}, query.options());
    const at::Tensor queries = normalize ? query / norms.unsqueeze(1) : query.clone();
    at::Tensor scores;  // [E, N]
    {
        const WithoutTensorFloat32 full;
        scores = at::mm(keys, queries.t());
    }
    at::Tensor selected = at::empty({tokens, top_k}, query.options().dtype(at::kLong));
    at::Tensor gates = at::empty({tokens, top_k}, query.options());
    withType(query, [&](auto value) {
        using T = decltype(value);
        Launch::each(tokens,
                     SelectNearest<T>{
                         scores.const_data_ptr<T>(), bias ? bias->const_data_ptr<T>() : nullptr,
                         tokens, keys.size(0), top_k, temperatureOf(temperature, factor),
                         selected.mutable_data_ptr<std::int64_t>(), gates.mutable_data_ptr<T>()});
    });
    return {queries, norms, selected, gates};
}

template <class Launch>
at::Tensor backward(const at::Tensor& gate_gradients, const at::Tensor& queries,
                    const at::Tensor& norms, const at::Tensor& selected, const at::Tensor& gates,
                    const at::Tensor& keys, double temperature, bool normalize,
                    const std::optional<at::Tensor>& factor) {
    at::Tensor result = at::empty_like(queries);
    withType(queries, [&](auto value) {
        using T = decltype(value);
        Launch::rows(
            queries.size(0),
            NearestBackward<T>{gate_gradients.const_data_ptr<T>(), gates.const_data_ptr<T>(),
                               selected.const_data_ptr<std::int64_t>(), keys.const_data_ptr<T>(),
                               queries.const_data_ptr<T>(),
                               normalize ? norms.const_data_ptr<T>() : nullptr, gates.size(1),
                               queries.size(1), temperatureOf(temperature, factor),
                               result.mutable_data_ptr<T>()});
    });
    return result;
}

}  // namespace orrery::device_keys
