// SPDX-License-Identifier: GPL-3.0-or-later
// The straightforward way to train SoME with LibTorch, as a notebook would write it: a loop over
// experts under autograd, a mask as a matrix, keys moved token by token with scatters. The baseline
// of `orrery-cli bench step`, and a second implementation to compare results with.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <map>
#include <string>

#include "core/bench/naive_keys.h"
#include "core/config/config.h"

namespace orrery {

class NaiveTraining {
public:
    /// `state` [names of core/README.md, section 9, experts included] is copied. Throws Error for
    /// what the baseline does not know: it covers the rules of generations 5 and 7 with frozen
    /// experts, sinusoidal positions and AdamW.
    NaiveTraining(const Config& config, const std::map<std::string, at::Tensor>& state);

    /// inputs, targets [B, T] int64, every target real. Returns the mean loss, nats a token.
    double step(const at::Tensor& inputs, const at::Tensor& targets, double learning_rate);

    const at::Tensor& keys(std::int64_t layer) const {
        return stores_[static_cast<std::size_t>(layer)].keys;
    }

private:
    at::Tensor forward(const at::Tensor& tokens);
    at::Tensor attention(const at::Tensor& x, const std::string& layer);
    at::Tensor some(const at::Tensor& z, std::int64_t layer);
    at::Tensor query(const at::Tensor& z, const std::string& layer);
    at::Tensor normalized(const at::Tensor& x, const std::string& name);
    void optimize(double learning_rate);
    const at::Tensor& weight(const std::string& name) const { return weights_.at(name); }

    Config config_;
    std::map<std::string, at::Tensor> weights_, averages_, squares_;
    std::vector<NaiveKeys> stores_;  // [L]
    std::int64_t steps_ = 0;
};

}  // namespace orrery
