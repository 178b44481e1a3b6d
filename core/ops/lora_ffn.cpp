// SPDX-License-Identifier: GPL-3.0-or-later
// Rows are the N * k (token, rank) pairs, sorted by expert. An expert's rows are one piece of work,
// with products of torch; a token then sums its k rows in the order of ranks.
#include "core/ops/lora_ffn.h"

#include <torch/csrc/autograd/custom_function.h>

#include "core/ops/check.h"
#include "core/ops/experts/expert_order.h"
#include "core/ops/index_tensor.h"
#include "core/ops/parallel.h"

namespace orrery {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Rows of one expert.
struct ExpertRows {
    std::int64_t expert = 0;
    std::int64_t begin = 0;
    std::int64_t count = 0;

    at::Tensor of(const at::Tensor& rows) const { return rows.narrow(0, begin, count); }
};

/// Calls work(rows) for each expert that has rows, on the CPU with all threads.
template <class Work>
void forEachExpert(const at::Tensor& offsets, bool on_cpu, const Work& work) {
    const auto* bounds = offsets.const_data_ptr<std::int64_t>();
    const std::int64_t experts = offsets.numel() - 1;
    const auto visit = [&](std::int64_t expert, int) {
        const ExpertRows rows{expert, bounds[expert], bounds[expert + 1] - bounds[expert]};
        if (rows.count > 0) work(rows);
    };
    if (on_cpu)
        return forEachPiece(
            experts, [] { return 0; }, visit);
    for (std::int64_t expert = 0; expert < experts; ++expert)
        visit(expert, 0);
}

/// What an expert's rows are multiplied with, in the type of the rows.
struct Expert {
    Expert(const at::Tensor& frozen, const at::Tensor& a_all, const at::Tensor& b_all,
           std::int64_t expert)
        : base(frozen[expert].to(a_all.scalar_type())), a(a_all[expert]), b(b_all[expert]) {}

    /// rows [n, in] -> [n, out]
    at::Tensor forward(const at::Tensor& rows) const {
        return at::mm(rows, base.t()).addmm_(at::mm(rows, a.t()), b.t());
    }
    /// gradient [n, out] -> [n, in]
    at::Tensor backward(const at::Tensor& gradient) const {
        return at::mm(gradient, base).addmm_(at::mm(gradient, b), a);
    }
    /// Gradients of a and b for outputs' `gradient` at `rows`.
    void addGradients(const at::Tensor& rows, const at::Tensor& gradient, at::Tensor a_gradient,
                      at::Tensor b_gradient) const {
        at::mm_out(a_gradient, at::mm(gradient, b).t(), rows);
        at::mm_out(b_gradient, gradient.t(), at::mm(rows, a.t()));
    }

    at::Tensor base;  // [out, in]
    at::Tensor a;     // [r, in]
    at::Tensor b;     // [out, r]
};

/// [N, D] from rows [N*k, D] sorted by expert; weights [N, k], or undefined for the plain sum.
at::Tensor sumRanks(const at::Tensor& rows, const at::Tensor& order, const at::Tensor& weights,
                    std::int64_t top_k) {
    const at::Tensor pairs = at::empty_like(rows).index_copy_(0, order, rows);
    const at::Tensor ranks = pairs.view({-1, top_k, rows.size(1)});  // [N, k, D]
    at::Tensor sum = at::zeros({ranks.size(0), rows.size(1)}, rows.options());
    for (std::int64_t rank = 0; rank < top_k; ++rank)
        if (weights.defined())
            sum.addcmul_(ranks.select(1, rank), weights.select(1, rank).unsqueeze(1));
        else
            sum.add_(ranks.select(1, rank));
    return sum;
}

struct LoraFfn : torch::autograd::Function<LoraFfn> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& z,
                              const at::Tensor& selected, const at::Tensor& gates,
                              const at::Tensor& down, const at::Tensor& up,
                              const at::Tensor& down_a, const at::Tensor& down_b,
                              const at::Tensor& up_a, const at::Tensor& up_b) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        const at::Tensor chosen = selected.cpu();
        const ExpertOrder sorted = sortByExpert(
            {chosen.const_data_ptr<std::int64_t>(), static_cast<std::size_t>(chosen.numel())},
            down.size(0));
        const at::Tensor order = indexTensor(sorted.order).to(z.device());
        const at::Tensor offsets = indexTensor(sorted.offsets);
        const std::int64_t top_k = selected.size(1);
        const at::Tensor rows = z.index_select(0, order.div(top_k, "floor"));  // [N*k, D]
        at::Tensor hidden = at::empty({rows.size(0), down.size(1)}, z.options());
        at::Tensor outputs = at::empty_like(rows);
        forEachExpert(offsets, z.is_cpu(), [&](const ExpertRows& at) {
            const Expert first(down, down_a, down_b, at.expert);
            const Expert second(up, up_a, up_b, at.expert);
            at.of(hidden).copy_(first.forward(at.of(rows)));
            at.of(outputs).copy_(second.forward(at::gelu(at.of(hidden))));
        });
        context->save_for_backward(
            {z, gates, order, offsets, hidden, down, up, down_a, down_b, up_a, up_b});
        return sumRanks(outputs, order, gates, top_k);
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        const auto saved = context->get_saved_variables();
        const at::Tensor& gates = saved[1];
        const at::Tensor& order = saved[2];
        const at::Tensor& hidden = saved[4];
        const at::Tensor tokens = order.div(gates.size(1), "floor");
        const at::Tensor rows = saved[0].index_select(0, tokens);          // [N*k, D]
        const at::Tensor incoming = gradients[0].index_select(0, tokens);  // [N*k, D]
        const at::Tensor gate = gates.reshape({-1}).index_select(0, order).unsqueeze(1);
        at::Tensor gate_rows = at::empty_like(gate);  // [N*k, 1]
        at::Tensor z_rows = at::empty_like(rows);
        std::vector<at::Tensor> parts;  // gradients of down_a, down_b, up_a, up_b
        for (std::size_t i = 7; i < 11; ++i)
            parts.push_back(at::zeros_like(saved[i]));
        forEachExpert(saved[3], rows.is_cpu(), [&](const ExpertRows& at) {
            const Expert first(saved[5], saved[7], saved[8], at.expert);
            const Expert second(saved[6], saved[9], saved[10], at.expert);
            const at::Tensor active = at::gelu(at.of(hidden));
            const at::Tensor wide = second.backward(at.of(incoming));  // [n, F], without the gate
            at.of(gate_rows).copy_((wide * active).sum(1, true));
            second.addGradients(active, at.of(incoming) * at.of(gate), parts[2][at.expert],
                                parts[3][at.expert]);
            const at::Tensor slope = at::gelu_backward(wide, at.of(hidden)) * at.of(gate);
            first.addGradients(at.of(rows), slope, parts[0][at.expert], parts[1][at.expert]);
            at.of(z_rows).copy_(first.backward(slope));
        });
        const at::Tensor gate_gradients = at::empty_like(gate).index_copy_(0, order, gate_rows);
        const at::Tensor none;
        return {sumRanks(z_rows, order, none, gates.size(1)),
                none,
                gate_gradients.view_as(gates),
                none,
                none,
                parts[0],
                parts[1],
                parts[2],
                parts[3]};
    }
};

void check(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
           const at::Tensor& down, const at::Tensor& up, const LoraWeights& lora) {
    require(z.dim() == 2 && down.dim() == 3 && up.dim() == 3 && down.size(2) == z.size(1) &&
                up.size(0) == down.size(0) && up.size(1) == z.size(1) && up.size(2) == down.size(1),
            "lora_ffn: z must be [N, D], down [E, F, D] and up [E, D, F].");
    require(selected.dim() == 2 && selected.size(0) == z.size(0) &&
                gates.sizes() == selected.sizes() && selected.scalar_type() == at::kLong,
            "lora_ffn: selected (int64) and gates need one row a token.");
    const std::int64_t experts = down.size(0);
    const std::int64_t rank = lora.down_a.dim() == 3 ? lora.down_a.size(1) : 0;
    using Shape = std::vector<std::int64_t>;
    require(rank > 0 && lora.down_a.sizes() == Shape{experts, rank, z.size(1)} &&
                lora.down_b.sizes() == Shape{experts, down.size(1), rank} &&
                lora.up_a.sizes() == Shape{experts, rank, down.size(1)} &&
                lora.up_b.sizes() == Shape{experts, z.size(1), rank},
            "lora_ffn: the low-rank parts must be [E, r, D], [E, F, r], [E, r, F] and [E, D, r].");
    for (const at::Tensor* tensor : {&gates, &lora.down_a, &lora.down_b, &lora.up_a, &lora.up_b})
        require(tensor->scalar_type() == z.scalar_type(),
                "lora_ffn: z, gates and the low-rank parts need one type.");
    require(!down.requires_grad() && !up.requires_grad(), "lora_ffn: down and up are frozen.");
}

}  // namespace

at::Tensor loraFfn(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                   const at::Tensor& down, const at::Tensor& up, const LoraWeights& lora) {
    check(z, selected, gates, down, up, lora);
    return LoraFfn::apply(z.contiguous(), selected.contiguous(), gates.contiguous(), down, up,
                          lora.down_a, lora.down_b, lora.up_a, lora.up_b);
}

}  // namespace orrery
