// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/grouped_ffn.h"

#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

#include <tuple>

#include "core/ops/check.h"

namespace orrery {
namespace {

using Forwarded = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;
using ForwardSignature = Forwarded(const at::Tensor&, const at::Tensor&, const at::Tensor&,
                                   const at::Tensor&, const at::Tensor&, bool);
using BackwardSignature = Forwarded(const at::Tensor&, const at::Tensor&, const at::Tensor&,
                                    const at::Tensor&, const at::Tensor&, const at::Tensor&,
                                    const at::Tensor&, const at::Tensor&, bool);

Forwarded forwardOnCpu(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                       const at::Tensor& down, const at::Tensor& up, bool bf16) {
    const GroupedFfnForward result = groupedFfnForwardCpu(z, selected, gates, down, up, bf16);
    return {result.output, result.hidden, result.order, result.offsets};
}

Forwarded backwardOnCpu(const at::Tensor& output_gradient, const at::Tensor& z,
                        const at::Tensor& gates, const at::Tensor& hidden, const at::Tensor& order,
                        const at::Tensor& offsets, const at::Tensor& down, const at::Tensor& up,
                        bool weight_gradients) {
    const GroupedFfnBackward result = groupedFfnBackwardCpu(
        output_gradient, z, gates, {{}, hidden, order, offsets}, down, up, weight_gradients);
    return {result.z, result.gates, result.down, result.up};
}

void check(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
           const at::Tensor& down, const at::Tensor& up, bool bf16) {
    require(z.dim() == 2 && selected.dim() == 2 && down.dim() == 3 && up.dim() == 3,
            "grouped_ffn: z and selected need two dimensions, down and up three.");
    require(selected.size(0) == z.size(0) && gates.sizes() == selected.sizes(),
            "grouped_ffn: z, selected and gates need one row a token, and a gate a selection.");
    require(down.size(2) == z.size(1) && up.size(0) == down.size(0) && up.size(1) == down.size(2) &&
                up.size(2) == down.size(1),
            "grouped_ffn: down must be [E, F, D] and up [E, D, F].");
    require(selected.scalar_type() == at::kLong, "grouped_ffn: selected must be int64.");
    const bool kept_short = down.scalar_type() == at::kBFloat16 && !down.requires_grad() &&
                            !up.requires_grad() && z.scalar_type() == at::kFloat;
    require(
        gates.scalar_type() == z.scalar_type() && up.scalar_type() == down.scalar_type() &&
            (kept_short || bf16 || down.scalar_type() == z.scalar_type()),
        "grouped_ffn: z, gates, down and up need one type; only frozen experts may be bfloat16, "
        "beside float32.");
}

struct GroupedFfn : torch::autograd::Function<GroupedFfn> {
    static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& z,
                              const at::Tensor& selected, const at::Tensor& gates,
                              const at::Tensor& down, const at::Tensor& up, bool bf16) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        static const auto op = c10::Dispatcher::singleton()
                                   .findSchemaOrThrow("orrery::grouped_ffn", "")
                                   .typed<ForwardSignature>();
        const auto [output, hidden, order, offsets] = op.call(z, selected, gates, down, up, bf16);
        context->save_for_backward({z, gates, hidden, order, offsets, down, up});
        context->saved_data["weights"] = down.requires_grad() || up.requires_grad();
        return output;
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        static const auto op = c10::Dispatcher::singleton()
                                   .findSchemaOrThrow("orrery::grouped_ffn_backward", "")
                                   .typed<BackwardSignature>();
        const auto saved = context->get_saved_variables();
        const auto [z, gates, down, up] =
            op.call(gradients[0].contiguous(), saved[0], saved[1], saved[2], saved[3], saved[4],
                    saved[5], saved[6], context->saved_data["weights"].toBool());
        return {z, at::Tensor(), gates, down, up, at::Tensor()};
    }
};

}  // namespace

at::Tensor groupedFfn(const at::Tensor& z, const at::Tensor& selected, const at::Tensor& gates,
                      const at::Tensor& down, const at::Tensor& up, bool bf16) {
    check(z, selected, gates, down, up, bf16);
    return GroupedFfn::apply(z.contiguous(), selected.contiguous(), gates.contiguous(),
                             down.contiguous(), up.contiguous(), bf16);
}

TORCH_LIBRARY_FRAGMENT(orrery, library) {
    library.def(
        "grouped_ffn(Tensor z, Tensor selected, Tensor gates, Tensor down, Tensor up, bool bf16)"
        " -> (Tensor, Tensor, Tensor, Tensor)");
    library.def(
        "grouped_ffn_backward(Tensor gradient, Tensor z, Tensor gates, Tensor hidden, Tensor order,"
        " Tensor offsets, Tensor down, Tensor up, bool weights)"
        " -> (Tensor, Tensor, Tensor, Tensor)");
}
TORCH_LIBRARY_IMPL(orrery, CPU, library) {
    library.impl("grouped_ffn", &forwardOnCpu);
    library.impl("grouped_ffn_backward", &backwardOnCpu);
}

}  // namespace orrery
