// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/config/config.h"
#include "core/model/attention.h"
#include "core/model/some_layer.h"
#include "core/model/torch_modules.h"

namespace orrery {

/// Attention, SoME and their norms, post or pre (core/README.md, section 1). Without experts only
/// the norm and the residual of the second half remain.
class DecoderLayerImpl : public torch::nn::Module {
public:
    /// `shared` is the library of all layers, or null for one of the layer's own.
    DecoderLayerImpl(const Config& config, std::int64_t layer,
                     const ExpertLibrary& shared = nullptr);

    /// x [B, T, D], tokens [B*T]; the result's y is the layer's output [B, T, D].
    SomeOutput forward(const at::Tensor& x, const at::Tensor& tokens,
                       const at::Tensor& previous_query, const ForwardOptions& options);

    SomeLayerImpl* some() { return some_.is_empty() ? nullptr : some_.get(); }

private:
    SomeOutput applySome(const at::Tensor& z, const at::Tensor& tokens,
                         const at::Tensor& previous_query, const ForwardOptions& options);

    std::int64_t layer_;
    void keepParts(const at::Tensor& x, const at::Tensor& attention, const at::Tensor& middle,
                   const SomeOutput& output, std::vector<LayerParts>& parts);

    bool pre_norm_;
    Attention attention_{nullptr};
    torch::nn::LayerNorm norm1_{nullptr};
    torch::nn::LayerNorm norm2_{nullptr};
    SomeLayer some_{nullptr};
};
TORCH_MODULE(DecoderLayer);

}  // namespace orrery
