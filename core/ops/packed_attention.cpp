// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/packed_attention.h"

#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

#include <tuple>

#include "core/ops/check.h"

namespace orrery {
namespace {

using AttentionForwarded = std::tuple<at::Tensor, at::Tensor>;
using AttentionForwardSignature = AttentionForwarded(const at::Tensor&, std::int64_t, bool, bool);
using AttentionBackwardSignature = at::Tensor(const at::Tensor&, const at::Tensor&,
                                              const at::Tensor&, const at::Tensor&, std::int64_t,
                                              bool, bool);

AttentionForwarded attentionForwardOnCpu(const at::Tensor& qkv, std::int64_t heads, bool causal,
                                         bool half) {
    const PackedAttentionForward result = packedAttentionForwardCpu(qkv, heads, causal, half);
    return {result.output, result.log_weights};
}

at::Tensor attentionBackwardOnCpu(const at::Tensor& gradient, const at::Tensor& qkv,
                                  const at::Tensor& output, const at::Tensor& log_weights,
                                  std::int64_t heads, bool causal, bool half) {
    return packedAttentionBackwardCpu(gradient, qkv, {output, log_weights}, heads, causal, half);
}

struct PackedAttention : torch::autograd::Function<PackedAttention> {
    static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& qkv,
                              std::int64_t heads, bool causal, bool half) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        static const auto op = c10::Dispatcher::singleton()
                                   .findSchemaOrThrow("orrery::packed_attention", "")
                                   .typed<AttentionForwardSignature>();
        const auto [output, log_weights] = op.call(qkv, heads, causal, half);
        context->save_for_backward({qkv, output, log_weights});
        context->saved_data["heads"] = heads;
        context->saved_data["causal"] = causal;
        context->saved_data["half"] = half;
        return output;
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        at::AutoDispatchBelowADInplaceOrView below_autograd;
        static const auto op = c10::Dispatcher::singleton()
                                   .findSchemaOrThrow("orrery::packed_attention_backward", "")
                                   .typed<AttentionBackwardSignature>();
        const auto saved = context->get_saved_variables();
        const at::Tensor qkv =
            op.call(gradients[0].contiguous(), saved[0], saved[1], saved[2],
                    context->saved_data["heads"].toInt(), context->saved_data["causal"].toBool(),
                    context->saved_data["half"].toBool());
        return {qkv, at::Tensor(), at::Tensor(), at::Tensor()};
    }
};

}  // namespace

at::Tensor packedAttention(const at::Tensor& qkv, std::int64_t heads, bool causal, bool half) {
    require(qkv.dim() == 3 && qkv.numel() > 0 && heads >= 1 && qkv.size(2) % (3 * heads) == 0,
            "packed_attention: qkv must be [B, T, 3 * heads * width], not empty.");
    require(qkv.scalar_type() == at::kFloat || qkv.scalar_type() == at::kDouble,
            "packed_attention: qkv must be float32 or float64.");
    return PackedAttention::apply(qkv.contiguous(), heads, causal, half);
}

TORCH_LIBRARY_FRAGMENT(orrery, library) {
    library.def(
        "packed_attention(Tensor qkv, int heads, bool causal, bool bf16) -> (Tensor, Tensor)");
    library.def(
        "packed_attention_backward(Tensor gradient, Tensor qkv, Tensor output, Tensor log_weights,"
        " int heads, bool causal, bool bf16) -> Tensor");
}
TORCH_LIBRARY_IMPL(orrery, CPU, library) {
    library.impl("packed_attention", &attentionForwardOnCpu);
    library.impl("packed_attention_backward", &attentionBackwardOnCpu);
}

}  // namespace orrery
