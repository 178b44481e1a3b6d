// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/router_step.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/ops/check.h"
#include "core/step/counted_tokens.h"

namespace orrery {
namespace {

constexpr double kTemperatureStep = 0.02;  // of the logarithm
constexpr double kLargestLog = 5;          // either way: a factor of 148
constexpr double kLowestShare = 0.90;      // of ln k, where the band lies above
constexpr double kHighestShare = 0.95;

/// [E] int64: how often each expert was selected by the rows [N, k] that are `counted` [N]. Added
/// in place, so that nothing waits for a device.
at::Tensor load(const at::Tensor& selected, const at::Tensor& counted, std::int64_t experts) {
    const at::Tensor one = counted.to(at::kLong).reshape({-1, 1}).expand_as(selected).reshape({-1});
    return at::zeros({experts}, one.options()).scatter_add_(0, selected.reshape({-1}), one);
}

/// One layer's E * sum_e f_e P_e over the rows `counted`.
at::Tensor layerBalance(const at::Tensor& probabilities, const at::Tensor& selected,
                        const at::Tensor& counted) {
    const std::int64_t experts = probabilities.size(1);
    const at::Tensor weight = counted.reshape({-1, 1}).to(probabilities.scalar_type());  // [N, 1]
    const at::Tensor rows = weight.sum().clamp_min(1);
    const at::Tensor share = load(selected, counted, experts).to(probabilities.scalar_type()) /
                             (rows * selected.size(1));              // [E]
    const at::Tensor mean = (probabilities * weight).sum(0) / rows;  // [E]
    return at::dot(share, mean) * experts;
}

void moveBias(at::Tensor bias, const at::Tensor& selected, const at::Tensor& counted, double step) {
    const at::Tensor counts = load(selected, counted, bias.size(0)).to(at::kDouble);  // [E]
    const at::Tensor direction = (counts.mean() - counts).sign();
    bias.add_(direction.to(bias.scalar_type()), step);
}

/// Mean over tokens of the entropy of gates [n, k] in nats, summed in the order of tokens.
double meanEntropy(const at::Tensor& gates) {
    const at::Tensor own = gates.to(at::kCPU, at::kFloat).contiguous();
    const float* gate = own.const_data_ptr<float>();
    double sum = 0;
    for (std::int64_t i = 0; i < own.numel(); ++i)
        if (gate[i] > 0)
            sum -= static_cast<double>(gate[i]) * std::log(static_cast<double>(gate[i]));
    return sum / static_cast<double>(own.size(0));
}

/// The same over the rows that are `counted` [N], by operations that nobody waits for; of no rows,
/// what is not a number.
at::Tensor meanEntropyAnywhere(const at::Tensor& gates, const at::Tensor& counted) {
    const at::Tensor p = gates.to(at::kDouble);
    const at::Tensor entropy = -at::xlogy(p, p).sum(-1);
    return entropy.masked_fill(counted.logical_not(), 0).sum() / counted.sum();
}

/// Steps as moveTemperature does, by an entropy that lies on a device.
void moveTemperatureAnywhere(at::Tensor log_temperature, const at::Tensor& entropy,
                             const EntropyBand& band) {
    const at::Tensor direction =
        (entropy < band.low).to(at::kDouble) - (entropy > band.high).to(at::kDouble);
    log_temperature.add_((direction * kTemperatureStep).to(log_temperature.scalar_type()))
        .clamp_(-kLargestLog, kLargestLog);
}

void moveTemperature(at::Tensor log_temperature, double entropy, const EntropyBand& band) {
    // A higher temperature evens the gates out.
    double step = 0;
    if (entropy < band.low) step = kTemperatureStep;
    if (entropy > band.high) step = -kTemperatureStep;
    log_temperature.add_(step).clamp_(-kLargestLog, kLargestLog);
}

}  // namespace

at::Tensor balanceLoss(std::vector<LayerRouting>& routing, const at::Tensor& counted,
                       const at::Tensor& all_counted) {
    at::Tensor sum;
    for (LayerRouting& layer : routing) {
        const at::Tensor probabilities = std::exchange(layer.probabilities, at::Tensor());
        if (!probabilities.defined()) continue;
        const at::Tensor part = layerBalance(probabilities, layer.selected, counted);
        sum = sum.defined() ? sum + part : part;
    }
    if (!sum.defined()) return at::zeros({}, counted.options().dtype(at::kFloat));
    return sum * (counted.sum() / all_counted.clamp_min(1)).to(sum.scalar_type());
}

EntropyBand entropyBand(const KeysConfig& config, std::int64_t top_k) {
    EntropyBand band{1.5, 2.5};
    if (!config.entropy_band.empty()) {
        require(config.entropy_band.size() == 2, "keys.entropy_band needs two numbers, or none.");
        band = {config.entropy_band[0], config.entropy_band[1]};
    }
    const double most = std::log(static_cast<double>(top_k));
    return {std::min(band.low, kLowestShare * most), std::min(band.high, kHighestShare * most)};
}

void moveRouters(LanguageModel& model, const std::vector<LayerRouting>& routing,
                 const at::Tensor& targets, const Config& config) {
    at::NoGradGuard no_gradient;
    at::Tensor counted;  // [N], made once, and only when there is something to move
    for (std::size_t layer = 0; layer < routing.size(); ++layer) {
        const at::Tensor bias = model->balanceBias(static_cast<std::int64_t>(layer));
        const at::Tensor learned = model->logTemperature(static_cast<std::int64_t>(layer));
        if (!bias.defined() && !learned.defined()) continue;
        if (!counted.defined()) counted = keyTokens(config, targets);
        const LayerRouting& routed = routing[layer];
        if (bias.defined()) moveBias(bias, routed.selected, counted, config.some.balance_bias);
        const std::int64_t top_k = routed.gates.size(1);
        if (!learned.defined() || top_k == 1) continue;
        if (!counted.is_cpu()) {
            moveTemperatureAnywhere(learned, meanEntropyAnywhere(routed.gates, counted),
                                    entropyBand(config.keys, top_k));
            continue;
        }
        const at::Tensor rows = counted.nonzero().squeeze(1);
        if (rows.numel() > 0)
            moveTemperature(learned, meanEntropy(routed.gates.index_select(0, rows)),
                            entropyBand(config.keys, top_k));
    }
}

}  // namespace orrery
