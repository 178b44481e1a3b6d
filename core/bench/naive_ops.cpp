// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/naive_ops.h"

#include <cmath>
#include <limits>

namespace orrery {

at::Tensor naiveAttention(const at::Tensor& qkv, std::int64_t heads, bool causal) {
    const std::int64_t b = qkv.size(0), t = qkv.size(1), d = qkv.size(2) / 3;
    const auto part = [&](std::int64_t index) {
        return qkv.narrow(2, index * d, d).reshape({b, t, heads, d / heads}).transpose(1, 2);
    };
    const double scale = std::sqrt(static_cast<double>(d) / static_cast<double>(heads));
    at::Tensor scores = at::matmul(part(0), part(1).transpose(2, 3)) / scale;  // [B, H, T, T]
    if (causal)
        scores = scores +
                 at::full({t, t}, -std::numeric_limits<double>::infinity(), qkv.detach().options())
                     .triu(1);
    const at::Tensor mixed = at::matmul(scores.softmax(-1), part(2));  // [B, H, T, D/H]
    return mixed.transpose(1, 2).reshape({b, t, d});
}

NaiveRoute naiveRoute(const at::Tensor& query, const at::Tensor& keys, std::int64_t top_k,
                      double temperature) {
    const at::Tensor unit = query / query.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
    // The keys move before the next forward pass, and autograd remembers what it multiplied with.
    const auto [best, selected] = at::matmul(unit, keys.clone().t()).topk(top_k);
    return {unit, selected, (best / temperature).softmax(-1)};
}

at::Tensor naiveExperts(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                        const at::Tensor& down, const at::Tensor& up) {
    at::Tensor y = at::zeros_like(z);
    for (std::int64_t e = 0; e < down.size(0); ++e) {
        const at::Tensor where = (selected == e).nonzero();  // [rows, 2]: token, rank
        if (where.size(0) == 0) continue;
        const at::Tensor token = where.select(1, 0);
        const at::Tensor hidden = at::gelu(at::linear(z.index_select(0, token), down.select(0, e)));
        const at::Tensor gate = gates.index({token, where.select(1, 1)}).unsqueeze(1);
        y = y.index_add(0, token, at::linear(hidden, up.select(0, e)) * gate);
    }
    return y;
}

}  // namespace orrery
