// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/adamw.h"

#include <ATen/core/grad_mode.h>

#include "core/ops/check.h"
#include "core/step/optimizer.h"

namespace orrery {

AdamW::AdamW(const TrainConfig& config, NamedParameters parameters)
    : config_(config), parameters_(std::move(parameters)) {
    require(config.betas.size() == 2, "train.betas needs two numbers.");
    for (const auto& [name, parameter] : parameters_) {
        averages_.push_back(at::zeros_like(parameter.detach()));
        squares_.push_back(at::zeros_like(parameter.detach()));
    }
}

AdamW::Group AdamW::group() const {
    Group group;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        if (!parameters_[i].second.grad().defined()) continue;
        group.weights.push_back(parameters_[i].second);
        group.gradients.push_back(parameters_[i].second.grad().contiguous());
        group.averages.push_back(averages_[i]);
        group.squares.push_back(squares_[i]);
    }
    return group;
}

void AdamW::prepare(double learning_rate) {
    if (parameters_.empty()) return;
    if (!prepared_rate_.defined()) {
        prepared_rate_ = at::zeros({}, parameters_.front().second.detach().options());
        prepared_steps_ = at::zeros_like(prepared_rate_);
    }
    prepared_rate_.fill_(learning_rate);
    prepared_steps_.fill_(static_cast<double>(steps_ + 1));
}

void AdamW::stepUnless(const at::Tensor& not_finite) {
    at::NoGradGuard no_gradient;
    Group all = group();
    if (all.weights.empty()) return;
    at::_fused_adamw_(all.weights, all.gradients, all.averages, all.squares, {},
                      std::vector<at::Tensor>(all.weights.size(), prepared_steps_), prepared_rate_,
                      config_.betas[0], config_.betas[1], config_.weight_decay, config_.eps,
                      /*amsgrad=*/false, /*maximize=*/false, {}, not_finite);
    for (at::Tensor& weight : all.weights)
        weight.mutable_grad() = at::Tensor();
}

void AdamW::step(double learning_rate) {
    if (parameters_.empty()) return;
    prepare(learning_rate);
    stepUnless(at::zeros({}, prepared_rate_.options().dtype(at::kFloat)));
    synchronize(true);
}

std::map<std::string, at::Tensor> AdamW::state() const {
    std::map<std::string, at::Tensor> state{{"step", at::full({1}, steps_, at::kLong)}};
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        state.emplace(parameters_[i].first + ".exp_avg", averages_[i]);
        state.emplace(parameters_[i].first + ".exp_avg_sq", squares_[i]);
    }
    return state;
}

void AdamW::loadState(const std::map<std::string, at::Tensor>& state) {
    const auto own = this->state();
    copyOptimizerState(own, state);
    steps_ = own.at("step").item<std::int64_t>();
}

}  // namespace orrery
