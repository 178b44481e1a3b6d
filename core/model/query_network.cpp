// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/query_network.h"

#include <cmath>

#include "core/error.h"
#include "core/model/parameter_count.h"
#include "core/model/weights.h"
#include "core/ops/decode/few_rows.h"
#include "core/ops/full_product.h"
#include "core/ops/gelu.h"
#include "core/ops/panels/panel_linear.h"

namespace orrery {
namespace {

constexpr double kDeviation = 0.02;

/// weight [out, in], bias [out]
void draw(at::Tensor weight, at::Tensor bias, QueryInit init, std::uint64_t seed,
          const std::string& name) {
    const SeededRandom values(mixSeed(seed, name + ".weight"));
    switch (init) {
        case QueryInit::normal: {
            at::NoGradGuard no_gradient;
            drawNormal(weight, kDeviation, values);
            bias.zero_();
            break;
        }
        case QueryInit::torch: {
            const double bound = 1 / std::sqrt(static_cast<double>(weight.size(1)));
            drawUniform(weight, bound, values);
            drawUniform(bias, bound, SeededRandom(mixSeed(seed, name + ".bias")));
            break;
        }
    }
}

}  // namespace

QueryNetworkImpl::QueryNetworkImpl(const Config& config, const std::string& name)
    : bfloat16_(config.train.precision == Precision::bf16) {
    const std::int64_t d_model = config.model.d_model;
    const QueryInit init = config.some.query_init;
    const auto seed = static_cast<std::uint64_t>(config.train.seed);
    const std::int64_t hidden = routerHidden(config);
    switch (config.some.router) {
        case RouterKind::linear:
            weight_ = register_parameter("weight", at::empty({d_model, d_model}));
            bias_ = register_parameter("bias", at::empty({d_model}));
            draw(weight_, bias_, init, seed, name);
            break;
        case RouterKind::mlp:
            first_ = register_module("0", torch::nn::Linear(d_model, hidden));
            second_ = register_module("2", torch::nn::Linear(hidden, d_model));
            draw(first_->weight, first_->bias, init, seed, name + ".0");
            draw(second_->weight, second_->bias, init, seed, name + ".2");
            break;
    }
}

at::Tensor QueryNetworkImpl::forward(const at::Tensor& z, bool few_rows) {
    if (!z.is_cpu()) return forwardOnDevice(z);
    if (few_rows && weight_.defined() && fitsFewRows(z, weight_))
        return fewRowsLinear(z, weight_, bias_);
    if (few_rows && !weight_.defined() && fitsFewRows(z, first_->weight) &&
        fitsFewRows(z, second_->weight)) {
        at::Tensor hidden = fewRowsLinear(z, first_->weight, first_->bias);
        geluRow(hidden.const_data_ptr<float>(), hidden.mutable_data_ptr<float>(), hidden.numel());
        return fewRowsLinear(hidden, second_->weight, second_->bias);
    }
    if (weight_.defined()) return panelLinear(z, {weight_, bias_});
    return panelMlp(z, {first_->weight, first_->bias}, {second_->weight, second_->bias}, bfloat16_);
}

/// In full float32: which experts are nearest hangs on the last digits.
at::Tensor QueryNetworkImpl::forwardOnDevice(const at::Tensor& z) {
    if (weight_.defined()) return fullLinear(z, weight_, bias_);
    const at::Tensor hidden = at::gelu(fullLinear(z, first_->weight, first_->bias));
    return fullLinear(hidden, second_->weight, second_->bias);
}

}  // namespace orrery
