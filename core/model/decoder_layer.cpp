// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/decoder_layer.h"

#include <string>

#include "core/ops/residual_norm.h"

namespace orrery {

DecoderLayerImpl::DecoderLayerImpl(const Config& config, std::int64_t layer,
                                   const ExpertLibrary& shared)
    : layer_(layer), pre_norm_(config.model.norm == NormPlacement::pre) {
    AttentionOptions attention;
    attention.d_model = config.model.d_model;
    attention.num_heads = config.model.num_heads;
    attention.causal = config.model.causal;
    attention.positions = config.model.positions;
    attention.bfloat16 = config.train.precision == Precision::bf16;
    attention.seed = static_cast<std::uint64_t>(config.train.seed);
    attention.name = "layers." + std::to_string(layer) + ".attention";
    attention_ = register_module("attention", Attention(attention));
    const torch::nn::LayerNormOptions norm({config.model.d_model});  // eps 1e-5
    norm1_ = register_module("norm1", torch::nn::LayerNorm(norm));
    norm2_ = register_module("norm2", torch::nn::LayerNorm(norm));
    if (config.some.experts != ExpertKind::none)
        some_ = register_module("some", SomeLayer(config, layer, shared));
}

SomeOutput DecoderLayerImpl::applySome(const at::Tensor& z, const at::Tensor& tokens,
                                       const at::Tensor& previous_query,
                                       const ForwardOptions& options) {
    SomeOutput output =
        some_(SomeInput{z.reshape({-1, z.size(2)}), tokens, previous_query}, options);
    output.y = output.y.view_as(z);
    return output;
}

SomeOutput DecoderLayerImpl::forward(const at::Tensor& x, const at::Tensor& tokens,
                                     const at::Tensor& previous_query,
                                     const ForwardOptions& options) {
    const auto normed = [](const at::Tensor& a, const at::Tensor& b, torch::nn::LayerNorm& norm) {
        return residualNorm(a, b, norm->weight, norm->bias);
    };
    const auto attended = [&](const at::Tensor& from) {
        return options.cache == nullptr ? attention_(from)
                                        : attention_->extend(from, *options.cache, layer_);
    };
    const at::Tensor attention = attended(pre_norm_ ? norm1_(x) : x);
    const at::Tensor middle = pre_norm_ ? x + attention : normed(x, attention, norm1_);
    SomeOutput output;
    if (!some_.is_empty())
        output = applySome(pre_norm_ ? norm2_(middle) : middle, tokens, previous_query, options);
    if (pre_norm_)
        output.y = output.y.defined() ? middle + output.y : middle;
    else
        output.y = output.y.defined() ? normed(middle, output.y, norm2_) : norm2_(middle);
    if (options.parts != nullptr) keepParts(x, attention, middle, output, *options.parts);
    return output;
}

void DecoderLayerImpl::keepParts(const at::Tensor& x, const at::Tensor& attention,
                                 const at::Tensor& middle, const SomeOutput& output,
                                 std::vector<LayerParts>& parts) {
    const at::NoGradGuard no_gradient;
    const auto rows = [](const at::Tensor& all) { return all.detach().reshape({-1, all.size(2)}); };
    LayerParts own{rows(x), rows(attention), rows(middle), {}, rows(output.y)};
    if (!some_.is_empty())
        own.experts =
            some_->expertOutputs(rows(pre_norm_ ? norm2_(middle) : middle), output.routing);
    parts.push_back(std::move(own));
}

}  // namespace orrery
