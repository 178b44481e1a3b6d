// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/panels/panel_linear.h"

#include <ATen/record_function.h>
#include <torch/csrc/autograd/custom_function.h>

#include "core/ops/check.h"

namespace orrery {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

void checkLayer(const at::Tensor& x, std::int64_t in, const LinearWeights& layer) {
    require(x.dim() >= 1 && layer.weight.dim() == 2 && layer.weight.size(1) == in &&
                layer.bias.dim() == 1 && layer.bias.size(0) == layer.weight.size(0),
            "linear: x must be [.., K], a weight [M, K] and its bias [M].");
}

/// Whether the panels can do it; they know neither empty tensors nor other devices and types.
bool byPanels(const at::Tensor& x, const LinearWeights& layer) {
    const auto type = x.scalar_type();
    return x.is_cpu() && x.numel() > 0 && (type == at::kFloat || type == at::kDouble) &&
           layer.weight.scalar_type() == type && layer.bias.scalar_type() == type;
}

LinearWeights contiguous(const LinearWeights& layer) {
    return {layer.weight.contiguous(), layer.bias.contiguous()};
}

struct Linear : torch::autograd::Function<Linear> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                              const at::Tensor& weight, const at::Tensor& bias, bool half) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        RECORD_FUNCTION(half ? "orrery::linear_bf16" : "orrery::linear",
                        std::vector<c10::IValue>({x}));
        context->save_for_backward({x, weight});
        context->saved_data["half"] = half;
        return linearForwardCpu(x, {weight, bias}, half);
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        RECORD_FUNCTION("orrery::linear_backward", std::vector<c10::IValue>({gradients[0]}));
        const auto saved = context->get_saved_variables();
        const LinearBackward result = linearBackwardCpu(
            gradients[0].contiguous(), saved[0], saved[1], context->saved_data["half"].toBool());
        return {result.x, result.layer.weight, result.layer.bias, at::Tensor()};
    }
};

struct Mlp : torch::autograd::Function<Mlp> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& w1,
                              const at::Tensor& b1, const at::Tensor& w2, const at::Tensor& b2,
                              bool half_backward) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        RECORD_FUNCTION("orrery::mlp", std::vector<c10::IValue>({x}));
        const MlpForward result = mlpForwardCpu(x, {w1, b1}, {w2, b2});
        context->save_for_backward({x, result.hidden, w1, w2});
        context->saved_data["half"] = half_backward;
        return result.output;
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        RECORD_FUNCTION("orrery::mlp_backward", std::vector<c10::IValue>({gradients[0]}));
        const auto saved = context->get_saved_variables();
        const MlpBackward result =
            mlpBackwardCpu(gradients[0].contiguous(), saved[0], saved[1], saved[2], saved[3],
                           context->saved_data["half"].toBool());
        return {result.x,           result.first.weight, result.first.bias, result.second.weight,
                result.second.bias, at::Tensor()};
    }
};

}  // namespace

at::Tensor panelLinear(const at::Tensor& x, const LinearWeights& layer, bool half) {
    checkLayer(x, x.size(-1), layer);
    if (!byPanels(x, layer)) return at::linear(x, layer.weight, layer.bias);
    const LinearWeights own = contiguous(layer);
    std::vector<std::int64_t> shape = x.sizes().vec();
    shape.back() = layer.bias.size(0);
    return Linear::apply(x.reshape({-1, x.size(-1)}).contiguous(), own.weight, own.bias, half)
        .view(shape);
}

at::Tensor panelMlp(const at::Tensor& x, const LinearWeights& first, const LinearWeights& second,
                    bool half_backward) {
    require(x.dim() == 2, "mlp: x must be [N, K].");
    checkLayer(x, x.size(1), first);
    checkLayer(x, first.bias.size(0), second);
    if (!byPanels(x, first) || !byPanels(x, second))
        return at::linear(at::gelu(at::linear(x, first.weight, first.bias)), second.weight,
                          second.bias);
    const LinearWeights a = contiguous(first);
    const LinearWeights b = contiguous(second);
    return Mlp::apply(x.contiguous(), a.weight, a.bias, b.weight, b.bias, half_backward);
}

}  // namespace orrery
