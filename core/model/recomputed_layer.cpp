// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/recomputed_layer.h"

#include <ATen/core/grad_mode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

#include <utility>
#include <vector>

namespace orrery {
namespace {

using torch::autograd::variable_list;

/// One pass of a layer.
struct Pass {
    DecoderLayerImpl* layer;
    at::Tensor tokens;
    ForwardOptions options;

    /// An empty previous query stands for none.
    SomeOutput make(const at::Tensor& x, const at::Tensor& previous_query) const {
        return layer->forward(x, tokens, previous_query.numel() > 0 ? previous_query : at::Tensor(),
                              options);
    }
};

/// What of a layer's output may have a gradient; undefined where it has none of that.
variable_list differentiable(const SomeOutput& output) {
    return {output.y, output.query_raw, output.routing.probabilities};
}

struct RecomputedLayer : torch::autograd::Function<RecomputedLayer> {
    /// `inputs` are x, the previous query (or an empty tensor) and the trained parameters: a list
    /// that torch takes apart only where it is a TensorList.
    static variable_list forward(torch::autograd::AutogradContext* context, const Pass& pass,
                                 SomeOutput* output, at::TensorList inputs) {
        {
            const at::NoGradGuard no_gradient;
            *output = pass.make(inputs[0], inputs[1]);
        }
        context->save_for_backward(inputs.vec());
        context->saved_data["pass"] = c10::IValue::make_capsule(c10::make_intrusive<Kept>(pass));
        variable_list outputs;
        for (const at::Tensor& tensor : differentiable(*output))
            outputs.push_back(tensor.defined() ? tensor : at::empty({0}, output->y.options()));
        return outputs;
    }

    static variable_list backward(torch::autograd::AutogradContext* context,
                                  variable_list gradients) {
        const auto kept =
            c10::static_intrusive_pointer_cast<Kept>(context->saved_data["pass"].toCapsule());
        const variable_list saved = context->get_saved_variables();
        variable_list inputs;
        for (std::size_t i = 0; i < saved.size(); ++i)
            inputs.push_back(i < 2 ? saved[i].detach().requires_grad_(saved[i].requires_grad())
                                   : saved[i]);
        const at::AutoGradMode with_gradient(true);
        const variable_list outputs = differentiable(kept->pass.make(inputs[0], inputs[1]));
        variable_list wanted, from, given;
        for (const at::Tensor& input : inputs)
            if (input.requires_grad()) wanted.push_back(input);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i].defined() && outputs[i].requires_grad() && gradients[i].defined()) {
                from.push_back(outputs[i]);
                given.push_back(gradients[i]);
            }
        const variable_list found = torch::autograd::grad(from, wanted, given, std::nullopt, false,
                                                          /*allow_unused=*/true);
        variable_list result(2);  // of the pass and of where its output lies
        std::size_t next = 0;
        for (const at::Tensor& input : inputs)
            result.push_back(input.requires_grad() ? found[next++] : at::Tensor());
        return result;
    }

private:
    struct Kept : torch::CustomClassHolder {
        explicit Kept(Pass p) : pass(std::move(p)) {}
        Pass pass;
    };
};

}  // namespace

SomeOutput recomputedForward(DecoderLayerImpl& layer, const at::Tensor& x, const at::Tensor& tokens,
                             const at::Tensor& previous_query, const ForwardOptions& options) {
    variable_list inputs = {
        x, previous_query.defined() ? previous_query : at::empty({0}, x.detach().options())};
    bool wanted = x.requires_grad() || (previous_query.defined() && previous_query.requires_grad());
    for (const at::Tensor& parameter : layer.parameters())
        if (parameter.requires_grad()) {
            inputs.push_back(parameter);
            wanted = true;
        }
    if (!at::GradMode::is_enabled() || !wanted)
        return layer.forward(x, tokens, previous_query, options);
    SomeOutput output;
    const variable_list outputs =
        RecomputedLayer::apply(Pass{&layer, tokens, options}, &output, at::TensorList(inputs));
    output.y = outputs[0];
    if (output.query_raw.defined()) output.query_raw = outputs[1];
    if (output.routing.probabilities.defined()) output.routing.probabilities = outputs[2];
    return output;
}

}  // namespace orrery
