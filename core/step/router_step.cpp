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

/// One layer's E * sum_e f_e P_e over the rows `counted`, with the selections [E] of all `rows`
/// (scalar), those of other ranks included.
at::Tensor layerBalance(const at::Tensor& probabilities, std::int64_t top_k,
                        const at::Tensor& counted, const at::Tensor& selections,
                        const at::Tensor& all_rows) {
    const auto type = probabilities.scalar_type();
    const at::Tensor weight = counted.reshape({-1, 1}).to(type);  // [N, 1]
    const at::Tensor rows = all_rows.to(type).clamp_min(1);
    const at::Tensor share = selections.to(type) / (rows * top_k);   // [E]
    const at::Tensor mean = (probabilities * weight).sum(0) / rows;  // [E]
    return at::dot(share, mean) * probabilities.size(1);
}

void moveBias(at::Tensor bias, const at::Tensor& selections, double step) {
    const at::Tensor counts = selections.to(at::kDouble);  // [E]
    const at::Tensor direction = (counts.mean() - counts).sign();
    bias.add_(direction.to(bias.scalar_type()), step);
}

/// Sum over tokens of the entropy of gates [n, k] in nats, in the order of tokens.
double sumEntropy(const at::Tensor& gates) {
    const at::Tensor own = gates.to(at::kCPU, at::kFloat).contiguous();
    const float* gate = own.const_data_ptr<float>();
    double sum = 0;
    for (std::int64_t i = 0; i < own.numel(); ++i)
        if (gate[i] > 0)
            sum -= static_cast<double>(gate[i]) * std::log(static_cast<double>(gate[i]));
    return sum;
}

/// The same over the rows that are `counted` [N], by operations that nobody waits for.
at::Tensor sumEntropyAnywhere(const at::Tensor& gates, const at::Tensor& counted) {
    const at::Tensor p = gates.to(at::kDouble);
    const at::Tensor entropy = -at::xlogy(p, p).sum(-1);
    return entropy.masked_fill(counted.logical_not(), 0).sum();
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

/// A layer that has something to move.
struct Moved {
    const LayerRouting* routed;
    at::Tensor bias;     // [E] or undefined
    at::Tensor learned;  // [1] or undefined
};

std::vector<Moved> movedLayers(LanguageModel& model, const std::vector<LayerRouting>& routing) {
    std::vector<Moved> layers;
    for (std::size_t layer = 0; layer < routing.size(); ++layer) {
        const auto index = static_cast<std::int64_t>(layer);
        Moved moved{&routing[layer], model->balanceBias(index), model->logTemperature(index)};
        if (moved.bias.defined() || moved.learned.defined()) layers.push_back(moved);
    }
    return layers;
}

/// Temperatures of all layers are learned, or none; a gate of one expert has none.
bool temperaturesMove(const std::vector<Moved>& layers) {
    return !layers.empty() && layers.front().learned.defined() &&
           layers.front().routed->gates.size(1) > 1;
}

std::vector<at::Tensor> loadsOf(const std::vector<Moved>& layers, const at::Tensor& counted) {
    std::vector<at::Tensor> loads;
    for (const Moved& layer : layers)
        if (layer.bias.defined())
            loads.push_back(load(layer.routed->selected, counted, layer.bias.size(0)));
    return loads;
}

/// As RouterSums::entropies, by sums that the processor adds up.
at::Tensor entropiesOf(const std::vector<Moved>& layers, const at::Tensor& counted) {
    const at::Tensor rows = counted.nonzero().squeeze(1);
    at::Tensor sums = at::zeros({1 + static_cast<std::int64_t>(layers.size())}, at::kDouble);
    double* sum = sums.mutable_data_ptr<double>();
    sum[0] = static_cast<double>(rows.numel());
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i].learned.defined())
            sum[1 + i] = sumEntropy(layers[i].routed->gates.index_select(0, rows));
    return sums;
}

/// As RouterSums::entropies, where the gates lie.
at::Tensor entropiesAnywhere(const std::vector<Moved>& layers, const at::Tensor& counted) {
    std::vector<at::Tensor> sums = {counted.sum().to(at::kDouble)};
    for (const Moved& layer : layers)
        sums.push_back(layer.learned.defined() ? sumEntropyAnywhere(layer.routed->gates, counted)
                                               : at::zeros_like(sums.front()));
    return at::stack(sums);
}

at::Tensor entropySums(const std::vector<Moved>& layers, const at::Tensor& counted) {
    return counted.is_cpu() ? entropiesOf(layers, counted) : entropiesAnywhere(layers, counted);
}

void moveBiases(const std::vector<Moved>& layers, const std::vector<at::Tensor>& loads,
                double step) {
    std::size_t next = 0;
    for (const Moved& layer : layers)
        if (layer.bias.defined()) moveBias(layer.bias, loads[next++], step);
}

void moveTemperatures(const std::vector<Moved>& layers, const at::Tensor& entropies,
                      const EntropyBand& band) {
    if (!entropies.is_cpu()) {
        // Of no rows the mean is not a number, which lies on neither side of the band.
        for (std::size_t i = 0; i < layers.size(); ++i)
            if (layers[i].learned.defined())
                moveTemperatureAnywhere(layers[i].learned,
                                        entropies[static_cast<std::int64_t>(i) + 1] / entropies[0],
                                        band);
        return;
    }
    const double* sum = entropies.const_data_ptr<double>();
    if (sum[0] == 0) return;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i].learned.defined())
            moveTemperature(layers[i].learned, sum[1 + i] / sum[0], band);
}

}  // namespace

at::Tensor balanceLoss(std::vector<LayerRouting>& routing, const at::Tensor& counted,
                       const at::Tensor& all_counted, const Ranks& ranks) {
    at::Tensor rows = counted.sum();  // of all ranks, soon
    std::vector<at::Tensor> sums = {rows};
    for (const LayerRouting& layer : routing)
        if (layer.probabilities.defined())
            sums.push_back(load(layer.selected, counted, layer.probabilities.size(1)));
    ranks.allReduce(sums);
    at::Tensor sum;
    std::size_t next = 1;
    for (LayerRouting& layer : routing) {
        const at::Tensor probabilities = std::exchange(layer.probabilities, at::Tensor());
        if (!probabilities.defined()) continue;
        const at::Tensor part =
            layerBalance(probabilities, layer.selected.size(1), counted, sums[next++], rows);
        sum = sum.defined() ? sum + part : part;
    }
    if (!sum.defined()) return at::zeros({}, counted.options().dtype(at::kFloat));
    return sum * (rows / all_counted.clamp_min(1)).to(sum.scalar_type());
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

void RouterSums::addTo(RankSum& exact) {
    for (const at::Tensor& each : loads)
        exact.add(each);
    if (entropies.defined()) exact.add(entropies);
}

RouterSums routerSums(LanguageModel& model, const std::vector<LayerRouting>& routing,
                      const at::Tensor& targets, const Config& config) {
    const std::vector<Moved> layers = movedLayers(model, routing);
    if (layers.empty()) return {};
    const at::Tensor counted = keyTokens(config, targets);  // [N]
    RouterSums sums{loadsOf(layers, counted), {}};
    if (temperaturesMove(layers)) sums.entropies = entropySums(layers, counted);
    return sums;
}

void moveRouters(LanguageModel& model, const std::vector<LayerRouting>& routing,
                 const at::Tensor& targets, const Config& config,
                 const std::optional<RouterSums>& all) {
    at::NoGradGuard no_gradient;
    const std::vector<Moved> layers = movedLayers(model, routing);
    if (layers.empty()) return;
    const at::Tensor counted = keyTokens(config, targets);  // [N]
    moveBiases(layers, all ? all->loads : loadsOf(layers, counted), config.some.balance_bias);
    if (!temperaturesMove(layers)) return;
    const EntropyBand band = entropyBand(config.keys, layers.front().routed->gates.size(1));
    moveTemperatures(layers, all ? all->entropies : entropySums(layers, counted), band);
}

}  // namespace orrery
