// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/full_product.h"

#include <torch/csrc/autograd/custom_function.h>

namespace orrery {
namespace {

struct FullLinear : torch::autograd::Function<FullLinear> {
    static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                              const at::Tensor& weight, const at::Tensor& bias) {
        const at::AutoDispatchBelowADInplaceOrView below_autograd;
        const WithoutTensorFloat32 full;
        context->save_for_backward({x, weight});
        return at::addmm(bias, x, weight.t());
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        const at::AutoDispatchBelowADInplaceOrView below_autograd;
        const WithoutTensorFloat32 full;
        const auto saved = context->get_saved_variables();
        const at::Tensor& gradient = gradients[0];  // [N, M]
        const auto wanted = [&](std::size_t input) { return context->needs_input_grad(input); };
        return {wanted(0) ? at::mm(gradient, saved[1]) : at::Tensor(),
                wanted(1) ? at::mm(gradient.t(), saved[0]) : at::Tensor(),
                wanted(2) ? gradient.sum(0) : at::Tensor()};
    }
};

}  // namespace

at::Tensor fullLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    // A function of torch's autograd takes no undefined tensor.
    const at::Tensor none = at::zeros({weight.size(0)}, weight.detach().options());
    return FullLinear::apply(x, weight, bias.defined() ? bias : none);
}

}  // namespace orrery
