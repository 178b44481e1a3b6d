// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/nearest_keys.h"

#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

#include <optional>
#include <tuple>

#include "core/ops/check.h"
#include "core/ops/full_product.h"
#include "core/ops/smallest_norm.h"

namespace orrery {
namespace {

/// Lengths [N, 1] that queries are divided by.
at::Tensor divisors(const at::Tensor& query) {
    return at::linalg_vector_norm(query, 2, at::IntArrayRef{-1}, true).clamp_min(kSmallestNorm);
}

/// Of the keys that the index finds, as of all keys: best first, of equal scores the lower expert.
/// Any device; the index itself is on the CPU.
NearestKeysForward forwardByIndex(const at::Tensor& query, const at::Tensor& keys,
                                  const NearestKeysOptions& options) {
    NearestKeysForward result;
    result.norms =
        options.normalize ? divisors(query).squeeze(1) : at::ones({query.size(0)}, query.options());
    result.queries = options.normalize ? query / result.norms.unsqueeze(1) : query.detach();
    const at::Tensor& bias = options.selection_bias;
    const auto on_cpu = [](const at::Tensor& tensor) {
        return tensor.defined() ? tensor.cpu() : tensor;
    };
    options.index->update(keys.cpu(), on_cpu(bias), on_cpu(options.linked_keys));
    const at::Tensor found = std::get<0>(
        at::sort(options.index->search(result.queries.cpu(), options.top_k).to(keys.device()), 1));
    const at::Tensor chosen = keys.index_select(0, found.reshape({-1}))
                                  .view({found.size(0), options.top_k, keys.size(1)});
    const at::Tensor scores = (chosen * result.queries.unsqueeze(1)).sum(-1);  // [N, k]
    const at::Tensor ranked =
        bias.defined() ? scores + bias.index_select(0, found.reshape({-1})).view_as(scores)
                       : scores;
    const at::Tensor order = std::get<1>(at::sort(ranked, true, 1, true));
    result.selected = found.gather(1, order);
    result.gates = at::softmax(scores.gather(1, order) / options.temperature, -1);
    return result;
}

using DeviceForward = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>(
    const at::Tensor&, const at::Tensor&, const std::optional<at::Tensor>&, std::int64_t, double,
    bool, const std::optional<at::Tensor>&);
using DeviceBackward = at::Tensor(const at::Tensor&, const at::Tensor&, const at::Tensor&,
                                  const at::Tensor&, const at::Tensor&, const at::Tensor&, double,
                                  bool, const std::optional<at::Tensor>&);

std::optional<at::Tensor> given(const at::Tensor& tensor) {
    return tensor.defined() ? std::optional(tensor.contiguous()) : std::nullopt;
}

/// By the kernels of the module orrery_cuda (nearest_keys_device.h).
NearestKeysForward forwardOnDevice(const at::Tensor& query, const at::Tensor& keys,
                                   const NearestKeysOptions& options) {
    static const auto op = c10::Dispatcher::singleton()
                               .findSchemaOrThrow("orrery::nearest_keys", "")
                               .typed<DeviceForward>();
    const auto [queries, norms, selected, gates] =
        op.call(query, keys, given(options.selection_bias), options.top_k, options.temperature,
                options.normalize, given(options.temperature_factor));
    return {queries, norms, selected, gates};
}

at::Tensor backwardOnDevice(const at::Tensor& gate_gradients, const NearestKeysForward& kept,
                            const at::Tensor& keys, const NearestKeysOptions& options) {
    static const auto op = c10::Dispatcher::singleton()
                               .findSchemaOrThrow("orrery::nearest_keys_backward", "")
                               .typed<DeviceBackward>();
    return op.call(gate_gradients, kept.queries, kept.norms, kept.selected, kept.gates, keys,
                   options.temperature, options.normalize, given(options.temperature_factor));
}

NearestKeysForward forwardByDevice(const at::Tensor& query, const at::Tensor& keys,
                                   const NearestKeysOptions& options) {
    if (options.index != nullptr) return forwardByIndex(query, keys, options);
    return query.is_cpu() ? nearestKeysForwardCpu(query, keys, options)
                          : forwardOnDevice(query, keys, options);
}

at::Tensor backwardByDevice(const at::Tensor& gate_gradients, const NearestKeysForward& kept,
                            const at::Tensor& keys, const NearestKeysOptions& options) {
    return gate_gradients.is_cpu() ? nearestKeysBackwardCpu(gate_gradients, kept, keys, options)
                                   : backwardOnDevice(gate_gradients, kept, keys, options);
}

struct Router : torch::autograd::Function<Router> {
    static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context,
                                                  const at::Tensor& query, const at::Tensor& keys,
                                                  const NearestKeysOptions& options) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        const NearestKeysForward result = forwardByDevice(query, keys, options);
        context->save_for_backward({result.queries, result.norms, result.selected, result.gates,
                                    keys.clone(), options.temperature_factor});
        context->saved_data["top_k"] = options.top_k;
        context->saved_data["temperature"] = options.temperature;
        context->saved_data["normalize"] = options.normalize;
        context->mark_non_differentiable({result.queries, result.selected});
        return {result.queries, result.selected, result.gates};
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        const auto saved = context->get_saved_variables();
        const NearestKeysForward forward{saved[0], saved[1], saved[2], saved[3]};
        NearestKeysOptions options;
        options.top_k = context->saved_data["top_k"].toInt();
        options.temperature = context->saved_data["temperature"].toDouble();
        options.normalize = context->saved_data["normalize"].toBool();
        options.temperature_factor = saved[5];
        return {backwardByDevice(gradients[2].contiguous(), forward, saved[4], options),
                at::Tensor(), at::Tensor()};
    }
};

}  // namespace

NearestKeys nearestKeys(const at::Tensor& query, const at::Tensor& keys,
                        const NearestKeysOptions& options) {
    require(query.dim() == 2 && keys.dim() == 2 && query.size(1) == keys.size(1),
            "nearest_keys: queries must be [N, D] and keys [E, D].");
    require(query.scalar_type() == keys.scalar_type(),
            "nearest_keys: queries and keys need one type.");
    require(options.top_k >= 1 && options.top_k <= keys.size(0),
            "nearest_keys: top_k must lie between 1 and the number of keys.");
    require(options.temperature > 0, "nearest_keys: the temperature must be above 0.");
    require(!options.selection_bias.defined() ||
                (options.selection_bias.numel() == keys.size(0) &&
                 options.selection_bias.scalar_type() == keys.scalar_type()),
            "nearest_keys: the selection bias needs one number a key, of the keys' type.");
    require(query.is_cpu() || query.is_cuda(),
            "nearest_keys: queries must lie on the CPU or CUDA.");
    require(options.index == nullptr || query.scalar_type() == at::kFloat,
            "nearest_keys: an index needs float32.");
    const at::Tensor own = query.contiguous(), fixed = keys.detach().contiguous();
    if (!at::GradMode::is_enabled()) {
        const at::AutoDispatchBelowADInplaceOrView below_autograd;
        NearestKeysForward found = forwardByDevice(own, fixed, options);
        return {std::move(found.queries), std::move(found.selected), std::move(found.gates)};
    }
    const auto result = Router::apply(own, fixed, options);
    return {result[0], result[1], result[2]};
}

at::Tensor routerProbabilities(const at::Tensor& query, const at::Tensor& keys,
                               const NearestKeysOptions& options) {
    at::Tensor unit = query;  // [N, D]
    if (options.normalize) unit = query / divisors(query);
    // A copy, as in the router: keys may move before backward.
    at::Tensor scores = fullLinear(unit, keys.detach().clone(), {}) / options.temperature;
    if (options.temperature_factor.defined())
        scores = scores / options.temperature_factor.to(scores.scalar_type());
    return at::softmax(scores, -1);
}

TORCH_LIBRARY_FRAGMENT(orrery, library) {
    library.def(
        "nearest_keys(Tensor query, Tensor keys, Tensor? bias, int top_k, float temperature,"
        " bool normalize, Tensor? factor) -> (Tensor, Tensor, Tensor, Tensor)");
    library.def(
        "nearest_keys_backward(Tensor gradient, Tensor queries, Tensor norms, Tensor selected,"
        " Tensor gates, Tensor keys, float temperature, bool normalize, Tensor? factor)"
        " -> Tensor");
}

}  // namespace orrery
