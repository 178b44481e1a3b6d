// SPDX-License-Identifier: GPL-3.0-or-later
// grouped_ffn where kernels are launched on rows: on CUDA with CudaLaunch, in tests on the CPU with
// CpuLaunch. Rows are the N * k (token, rank) pairs, sorted by expert and gathered once. In
// bfloat16 all experts' products are one launch, and nothing waits for the device; else, and where
// rows are not aligned to 16 bytes, each expert's product is one, and their bounds are fetched.
#pragma once
#include <ATen/ATen.h>

#include <tuple>

#include "core/ops/device/ffn_kernels.h"

namespace orrery::device_ffn {

using Four = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

/// Calls work(T, Stored) with zeros of the types of T `type` and its rows.
template <class Work>
void withTypes(at::ScalarType type, at::ScalarType stored, const Work& work) {
    if (stored == at::kBFloat16)
        work(float{}, c10::BFloat16{});
    else if (type == at::kDouble)
        work(double{}, double{});
    else
        work(float{}, float{});
}

struct SortedPairs {
    at::Tensor
        order;  // [N*k] int64: pair (token * k + rank) of each row, in token order of an expert
    at::Tensor ends;  // [E] int32: the row behind each expert's last
};

inline SortedPairs sortPairs(const at::Tensor& selected, std::int64_t experts) {
    // Short numbers sort in fewer passes.
    const at::Tensor flat = selected.reshape({-1}).to(experts <= 32768 ? at::kShort : at::kLong);
    const auto [sorted, order] = at::sort(flat, /*stable=*/true, 0, false);
    const at::Tensor numbers = at::arange(experts, flat.options());
    return {order, at::searchsorted(sorted, numbers, /*out_int32=*/true, /*right=*/true)};
}

template <class Launch>
at::Tensor gather(const at::Tensor& from, const at::Tensor& order, std::int64_t top_k,
                  at::ScalarType type) {
    at::Tensor rows = at::empty({order.numel(), from.size(1)}, from.options().dtype(type));
    withTypes(from.scalar_type(), type, [&](auto value, auto stored) {
        using T = decltype(value);
        using Stored = decltype(stored);
        Launch::rows(
            order.numel(),
            GatherRows<T, Stored>{from.const_data_ptr<T>(), order.const_data_ptr<std::int64_t>(),
                                  top_k, from.size(1), rows.mutable_data_ptr<Stored>()});
    });
    return rows;
}

template <class Launch>
at::Tensor sumRanks(const at::Tensor& rows, const at::Tensor& order, const at::Tensor& weights,
                    std::int64_t top_k, at::ScalarType type) {
    at::Tensor position = at::empty_like(order);
    Launch::each(order.numel(), InvertOrder{order.const_data_ptr<std::int64_t>(),
                                            position.mutable_data_ptr<std::int64_t>()});
    const std::int64_t tokens = order.numel() / top_k;
    at::Tensor output = at::empty({tokens, rows.size(1)}, rows.options().dtype(type));
    withTypes(type, rows.scalar_type(), [&](auto value, auto stored) {
        using T = decltype(value);
        using Stored = decltype(stored);
        Launch::rows(tokens,
                     SumRanks<T, Stored>{rows.const_data_ptr<Stored>(),
                                         position.const_data_ptr<std::int64_t>(),
                                         weights.defined() ? weights.const_data_ptr<T>() : nullptr,
                                         top_k, rows.size(1), output.mutable_data_ptr<T>()});
    });
    return output;
}

/// at::_grouped_mm takes bfloat16 whose rows begin at multiples of 16 bytes.
inline bool inOneLaunch(const at::Tensor& rows, std::int64_t other_width) {
    return rows.scalar_type() == at::kBFloat16 && rows.size(1) % 8 == 0 && other_width % 8 == 0;
}

/// Calls work(expert, begin, rows) for each expert that has rows. Waits for the device.
template <class Work>
void forEachExpert(const at::Tensor& ends, const Work& work) {
    const at::Tensor bounds = ends.cpu();
    const auto* end = bounds.const_data_ptr<std::int32_t>();
    std::int64_t begin = 0;
    for (std::int64_t expert = 0; expert < bounds.numel(); begin = end[expert++])
        if (end[expert] > begin) work(expert, begin, end[expert] - begin);
}

/// rows [M, in], each times its expert's matrix -> [M, out]. `matrices` are [E, in, out], or
/// [E, out, in] and read as their transposes; they are converted to the type of the rows.
inline at::Tensor products(const at::Tensor& rows, const at::Tensor& matrices, bool transposed,
                           const at::Tensor& ends) {
    const auto turned = [&](const at::Tensor& m) { return transposed ? m.transpose(-2, -1) : m; };
    const std::int64_t width = turned(matrices).size(2);
    if (inOneLaunch(rows, width))
        return at::_grouped_mm(rows, turned(matrices.to(rows.scalar_type())), ends);
    at::Tensor result = at::empty({rows.size(0), width}, rows.options());
    forEachExpert(ends, [&](std::int64_t expert, std::int64_t begin, std::int64_t count) {
        at::Tensor target = result.narrow(0, begin, count);
        at::mm_out(target, rows.narrow(0, begin, count),
                   turned(matrices.select(0, expert).to(rows.scalar_type())));
    });
    return result;
}

/// For each expert left^T right over its rows: [M, a], [M, b] -> [E, a, b], zero without rows.
inline at::Tensor outerProducts(const at::Tensor& left, const at::Tensor& right,
                                const at::Tensor& ends, at::ScalarType type) {
    if (inOneLaunch(left, right.size(1))) {
        const at::Tensor begins = at::cat({at::zeros({1}, ends.options()), ends.slice(0, 0, -1)});
        return at::_grouped_mm(left.t(), right, ends)
            .masked_fill_((ends == begins).view({-1, 1, 1}), 0)
            .to(type);
    }
    at::Tensor result = at::zeros({ends.numel(), left.size(1), right.size(1)}, left.options());
    forEachExpert(ends, [&](std::int64_t expert, std::int64_t begin, std::int64_t count) {
        at::Tensor target = result.select(0, expert);
        at::mm_out(target, left.narrow(0, begin, count).t(), right.narrow(0, begin, count));
    });
    return result.to(type);
}

/// As the operation orrery::grouped_ffn: output, hidden before GELU, order and ends. `bf16`:
/// products and hidden values in bfloat16.
template <class Launch>
Four forward(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
             const at::Tensor& down, const at::Tensor& up, bool bf16) {
    const std::int64_t top_k = selected.size(1);
    const auto [order, ends] = sortPairs(selected, down.size(0));
    const at::Tensor rows =
        gather<Launch>(z, order, top_k, bf16 ? at::kBFloat16 : z.scalar_type());  // [N*k, D]
    const at::Tensor hidden = products(rows, down, true, ends);                   // [N*k, F]
    const at::Tensor outputs = products(at::gelu(hidden), up, true, ends);        // [N*k, D]
    return {sumRanks<Launch>(outputs, order, gates, top_k, z.scalar_type()), hidden, order, ends};
}

/// Gradients of z, gates and, when asked for, of down and up.
template <class Launch>
Four backward(const at::Tensor& output_gradient, const at::Tensor& z, const at::Tensor& gates,
              const at::Tensor& hidden, const at::Tensor& order, const at::Tensor& ends,
              const at::Tensor& down, const at::Tensor& up, bool weight_gradients) {
    const std::int64_t top_k = gates.size(1);
    const at::ScalarType stored = hidden.scalar_type();
    const at::Tensor gathered = gather<Launch>(output_gradient, order, top_k, stored);  // [N*k, D]
    at::Tensor wide = products(gathered, up, false, ends);                              // [N*k, F]
    at::Tensor active = weight_gradients ? at::empty_like(hidden) : at::Tensor();
    at::Tensor gate_gradients = at::empty_like(gates);
    withTypes(z.scalar_type(), stored, [&](auto value, auto kept) {
        using T = decltype(value);
        using Stored = decltype(kept);
        Launch::rows(order.numel(),
                     GeluBackward<T, Stored>{
                         hidden.const_data_ptr<Stored>(), wide.mutable_data_ptr<Stored>(),
                         order.const_data_ptr<std::int64_t>(), gates.const_data_ptr<T>(),
                         hidden.size(1), gate_gradients.mutable_data_ptr<T>(),
                         active.defined() ? active.mutable_data_ptr<Stored>() : nullptr});
    });
    const at::Tensor rows = products(wide, down, false, ends);  // [N*k, D]
    at::Tensor down_gradient, up_gradient;
    if (weight_gradients) {
        down_gradient =
            outerProducts(wide, gather<Launch>(z, order, top_k, stored), ends, down.scalar_type());
        up_gradient = outerProducts(gathered, active, ends, up.scalar_type());
    }
    return {sumRanks<Launch>(rows, order, at::Tensor(), top_k, z.scalar_type()), gate_gradients,
            down_gradient, up_gradient};
}

}  // namespace orrery::device_ffn
