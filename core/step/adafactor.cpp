// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/adafactor.h"

#include <ATen/core/grad_mode.h>

#include <cmath>

#include "core/step/adamw.h"
#include "core/step/optimizer.h"

namespace orrery {
namespace {

constexpr double kSmallestSquare = 1e-30;
constexpr double kDecayExponent = 0.8;

}  // namespace

Adafactor::Adafactor(const TrainConfig& config, NamedParameters parameters)
    : config_(config), parameters_(std::move(parameters)) {
    for (const auto& [name, parameter] : parameters_) {
        const at::Tensor plain = parameter.detach();
        Moments moments;
        if (plain.dim() >= 2) {
            moments.row = at::zeros_like(plain.select(-1, 0)).contiguous();
            moments.column = at::zeros_like(plain.select(-2, 0)).contiguous();
        } else {
            moments.square = at::zeros_like(plain);
        }
        moments_.push_back(moments);
    }
}

void Adafactor::stepOne(at::Tensor& weight, Moments& moments, double learning_rate,
                        double decay) const {
    const at::Tensor gradient = weight.grad();
    const at::Tensor square = gradient.square().add_(kSmallestSquare);
    at::Tensor update;
    if (moments.square.defined()) {
        moments.square.mul_(decay).add_(square, 1 - decay);
        update = gradient * moments.square.rsqrt();
    } else {
        moments.row.mul_(decay).add_(square.mean(-1), 1 - decay);
        moments.column.mul_(decay).add_(square.mean(-2), 1 - decay);
        const at::Tensor scale = moments.row / moments.row.mean(-1, true);
        update = gradient * scale.rsqrt().unsqueeze(-1) * moments.column.rsqrt().unsqueeze(-2);
    }
    // Divided where it lies: asking for the size would wait for a device.
    const at::Tensor size = update.square().mean().sqrt().clamp_min(1);
    weight.mul_(1 - learning_rate * config_.weight_decay);
    weight.addcdiv_(update, size, -learning_rate);
}

void Adafactor::step(double learning_rate) {
    at::NoGradGuard no_gradient;
    ++steps_;
    const double decay = 1 - std::pow(static_cast<double>(steps_), -kDecayExponent);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        at::Tensor& weight = parameters_[i].second;
        if (!weight.grad().defined()) continue;
        stepOne(weight, moments_[i], learning_rate, decay);
        weight.mutable_grad() = at::Tensor();
    }
}

std::map<std::string, at::Tensor> Adafactor::state() const {
    std::map<std::string, at::Tensor> state{{"step", at::full({1}, steps_, at::kLong)}};
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const std::string& name = parameters_[i].first;
        if (moments_[i].square.defined()) {
            state.emplace(name + ".square", moments_[i].square);
        } else {
            state.emplace(name + ".row", moments_[i].row);
            state.emplace(name + ".column", moments_[i].column);
        }
    }
    return state;
}

void Adafactor::loadState(const std::map<std::string, at::Tensor>& state) {
    const auto own = this->state();
    copyOptimizerState(own, state);
    steps_ = own.at("step").item<std::int64_t>();
}

}  // namespace orrery
