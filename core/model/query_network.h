// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>

#include "core/config/config.h"
#include "core/model/torch_modules.h"

namespace orrery {

/// z [N, D] -> q_raw [N, D]: one linear map, or D -> h -> D with GELU between, h = routerHidden()
/// (core/README.md, section 2). `normal` weights start as N(0, 0.02^2), biases at zero; `torch`
/// both as torch's Linear draws them, uniform in 1/sqrt(fan_in).
class QueryNetworkImpl : public torch::nn::Module {
public:
    /// `name` names the streams of the initial weights.
    QueryNetworkImpl(const Config& config, const std::string& name);
    /// `few_rows`: by the products of core/ops/decode/few_rows.h where they fit; no gradients then.
    at::Tensor forward(const at::Tensor& z, bool few_rows = false);

private:
    at::Tensor forwardOnDevice(const at::Tensor& z);

    bool bfloat16_;  // products of an mlp's backward
    // A linear router is the module itself (query.weight), an mlp has the parts query.0 and
    // query.2.
    at::Tensor weight_;  // [D, D]
    at::Tensor bias_;    // [D]
    torch::nn::Linear first_{nullptr};
    torch::nn::Linear second_{nullptr};
};
TORCH_MODULE(QueryNetwork);

}  // namespace orrery
