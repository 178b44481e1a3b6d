// SPDX-License-Identifier: GPL-3.0-or-later
// Rows are the N * k (token, rank) pairs, sorted by expert; torch's products and its autograd.
#include "core/ops/bf16_ffn.h"

#include <vector>

#include "core/ops/check.h"
#include "core/ops/grouped_ffn.h"

namespace orrery {
namespace {

/// rows [n, in] times expert e's matrix [out, in], with its low-rank part where there is one.
at::Tensor halfProduct(const at::Tensor& rows, const at::Tensor& weights, const at::Tensor& a,
                       const at::Tensor& b, std::int64_t expert) {
    const auto bf16 = [&](const at::Tensor& all) { return all[expert].to(at::kBFloat16).t(); };
    const at::Tensor base = at::mm(rows, bf16(weights));
    return a.defined() ? base + at::mm(at::mm(rows, bf16(a)), bf16(b)) : base;
}

}  // namespace

at::Tensor bf16Ffn(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                   const at::Tensor& down, const at::Tensor& up, const LoraWeights& lora) {
    require(z.dim() == 2 && selected.dim() == 2 && selected.size(0) == z.size(0) &&
                gates.sizes() == selected.sizes() && selected.scalar_type() == at::kLong,
            "bf16_ffn: z, selected (int64) and gates need one row a token.");
    require(z.scalar_type() == at::kFloat && gates.scalar_type() == at::kFloat,
            "bf16_ffn: z and gates must be float32.");
    if (!lora.down_a.defined()) return groupedFfn(z, selected, gates, down, up, /*bf16=*/true);
    if (z.is_cpu()) return loraFfn(z, selected, gates, down, up, lora);
    const std::int64_t top_k = selected.size(1);
    const at::Tensor flat = selected.reshape({-1});
    const at::Tensor order = at::argsort(flat, true, 0, false);  // stable: tokens in order
    const at::Tensor counts = at::bincount(flat, {}, down.size(0)).cpu();
    // A permutation of copies, so that no two rows of the gradient meet in one place.
    const at::Tensor rows = z.unsqueeze(1)
                                .expand({-1, top_k, -1})
                                .reshape({flat.numel(), z.size(1)})
                                .index_select(0, order)
                                .to(at::kBFloat16);  // [N*k, D]
    std::vector<at::Tensor> outputs;
    std::int64_t begin = 0;
    for (std::int64_t expert = 0; expert < down.size(0); ++expert) {
        const auto count = counts.const_data_ptr<std::int64_t>()[expert];
        if (count == 0) continue;
        const at::Tensor hidden = halfProduct(rows.narrow(0, begin, count), down, lora.down_a,
                                              lora.down_b, expert);  // [n, F]
        outputs.push_back(halfProduct(at::gelu(hidden), up, lora.up_a, lora.up_b, expert));
        begin += count;
    }
    if (outputs.empty()) return at::zeros_like(z);
    const at::Tensor pairs =
        at::cat(outputs).index_select(0, at::argsort(order)).to(at::kFloat);  // [N*k, D]
    return (pairs.view({-1, top_k, z.size(1)}) * gates.unsqueeze(2)).sum(1);
}

}  // namespace orrery
