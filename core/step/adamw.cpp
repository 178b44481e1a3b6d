// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/adamw.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>

#include "core/ops/check.h"
#include "core/step/optimizer.h"

namespace orrery {
namespace {

constexpr std::int64_t kBlock = 4096;

void stepOnCpu(const AdamWNumbers& numbers, const at::Tensor& gradient, at::Tensor& weight,
               at::Tensor& average, at::Tensor& square) {
    const at::Tensor plain = gradient.contiguous();
    const float* from = plain.const_data_ptr<float>();
    float* to = weight.mutable_data_ptr<float>();
    float* mean = average.mutable_data_ptr<float>();
    float* variance = square.mutable_data_ptr<float>();
    const std::int64_t count = weight.numel();
    at::parallel_for(
        0, (count + kBlock - 1) / kBlock, 4, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t at = begin * kBlock; at < std::min(end * kBlock, count); at += kBlock)
                adamwStep(numbers, from + at, to + at, mean + at, variance + at,
                          std::min(kBlock, count - at));
        });
}

void stepAnywhere(const AdamWNumbers& numbers, const at::Tensor& gradient, at::Tensor& weight,
                  at::Tensor& average, at::Tensor& square) {
    average.mul_(numbers.beta1).add_(gradient, 1 - numbers.beta1);
    square.mul_(numbers.beta2).addcmul_(gradient, gradient, 1 - numbers.beta2);
    const at::Tensor root = square.sqrt().div_(numbers.root_correction).add_(numbers.eps);
    weight.mul_(numbers.decay).addcdiv_(average, root, -numbers.step_size);
}

}  // namespace

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
        group.gradients.push_back(parameters_[i].second.grad());
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

void AdamW::fusedStep(double learning_rate) {
    if (parameters_.empty()) return;
    prepare(learning_rate);
    stepUnless(at::zeros_like(prepared_rate_));
    synchronize(true);
}

void AdamW::step(double learning_rate) {
    if (!parameters_.empty() && parameters_.front().second.is_cuda())
        return fusedStep(learning_rate);
    at::NoGradGuard no_gradient;
    ++steps_;
    AdamWNumbers numbers;
    numbers.decay = 1 - learning_rate * config_.weight_decay;
    numbers.beta1 = config_.betas[0];
    numbers.beta2 = config_.betas[1];
    numbers.eps = config_.eps;
    const auto steps = static_cast<double>(steps_);
    numbers.step_size = learning_rate / (1 - std::pow(numbers.beta1, steps));
    numbers.root_correction = std::sqrt(1 - std::pow(numbers.beta2, steps));
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        at::Tensor& weight = parameters_[i].second;
        const at::Tensor gradient = weight.grad();
        if (!gradient.defined()) continue;
        const bool plain =
            weight.is_cpu() && weight.scalar_type() == at::kFloat && weight.is_contiguous();
        (plain ? stepOnCpu : stepAnywhere)(numbers, gradient, weight, averages_[i], squares_[i]);
        weight.mutable_grad() = at::Tensor();
    }
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
