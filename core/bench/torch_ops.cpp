// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/torch_ops.h"

#include <vector>

namespace orrery {

at::Tensor torchAttention(const at::Tensor& qkv, std::int64_t heads, bool causal) {
    const std::int64_t b = qkv.size(0), t = qkv.size(1), d = qkv.size(2) / 3;
    const auto parts = qkv.view({b, t, 3, heads, d / heads}).unbind(2);
    const at::Tensor mixed =
        at::scaled_dot_product_attention(parts[0].transpose(1, 2), parts[1].transpose(1, 2),
                                         parts[2].transpose(1, 2), {}, 0.0, causal);
    return mixed.transpose(1, 2).reshape({b, t, d});
}

at::Tensor torchLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                       at::ScalarType type) {
    return at::linear(x.to(type), weight.to(type), bias.to(type)).to(x.scalar_type());
}

at::Tensor torchExperts(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                        const at::Tensor& down, const at::Tensor& up, at::ScalarType type) {
    const std::int64_t top_k = selected.size(1);
    const at::Tensor order = at::argsort(selected.reshape({-1}), true, 0, false);
    const at::Tensor counts = at::bincount(selected.reshape({-1}), {}, down.size(0));
    const at::Tensor token = at::floor_divide(order, top_k);
    const at::Tensor rows = z.to(type).index_select(0, token);  // [N*k, D]
    std::vector<at::Tensor> outputs;
    std::int64_t begin = 0;
    for (std::int64_t e = 0; e < down.size(0); ++e) {
        const auto count = counts.const_data_ptr<std::int64_t>()[e];
        if (count == 0) continue;
        const at::Tensor own = rows.narrow(0, begin, count);
        outputs.push_back(at::linear(at::gelu(at::linear(own, down[e])), up[e]));
        begin += count;
    }
    const at::Tensor weighted = at::cat(outputs).to(z.scalar_type()) *
                                gates.reshape({-1}).index_select(0, order).unsqueeze(1);
    return at::zeros_like(z).index_add(0, token, weighted);
}

}  // namespace orrery
