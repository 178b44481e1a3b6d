// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/query_network.h"

#include "core/error.h"
#include "core/model/weights.h"

namespace orrery {
namespace {

constexpr double kDeviation = 0.02;

}  // namespace

QueryNetworkImpl::QueryNetworkImpl(std::int64_t d_model, const std::string& router,
                                   std::uint64_t seed, const std::string& name) {
    const auto stream = [&](const char* part) { return SeededRandom(mixSeed(seed, name + part)); };
    if (router == "linear") {
        weight_ = register_parameter("weight", at::empty({d_model, d_model}));
        bias_ = register_parameter("bias", at::zeros({d_model}));
        drawNormal(weight_, kDeviation, stream(".weight"));
    } else if (router == "mlp") {
        first_ = register_module("0", torch::nn::Linear(d_model, 2 * d_model));
        second_ = register_module("2", torch::nn::Linear(2 * d_model, d_model));
        drawNormal(first_->weight, kDeviation, stream(".0.weight"));
        drawNormal(second_->weight, kDeviation, stream(".2.weight"));
        at::NoGradGuard no_gradient;
        first_->bias.zero_();
        second_->bias.zero_();
    } else {
        throw Error("some.router: \"" + router + "\" is unknown; use linear or mlp.");
    }
}

at::Tensor QueryNetworkImpl::forward(const at::Tensor& z) {
    if (weight_.defined()) return at::linear(z, weight_, bias_);
    return second_(at::gelu(first_(z)));
}

}  // namespace orrery
