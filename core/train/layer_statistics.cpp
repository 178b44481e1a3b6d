// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/layer_statistics.h"

#include <algorithm>

#include "core/analysis/metrics.h"
#include "core/error.h"
#include "core/step/counted_tokens.h"

namespace orrery {
namespace {

constexpr std::int64_t kMarginTokens = 1024;  // of a batch: enough for a mean

std::vector<double> asDoubles(const at::Tensor& counts) {
    const at::Tensor values = counts.to(at::kCPU, at::kDouble).contiguous();
    const auto* begin = values.const_data_ptr<double>();
    return {begin, begin + values.numel()};
}

std::vector<float> asFloats(const at::Tensor& tensor) {
    const at::Tensor values = tensor.to(at::kCPU, at::kFloat).contiguous();
    const auto* begin = values.const_data_ptr<float>();
    return {begin, begin + values.numel()};
}

/// Nats, over all tokens; gates [n, k].
double sumEntropies(const at::Tensor& gates) {
    return -(gates * gates.clamp_min(1e-30).log()).sum(-1).sum(at::kDouble).item<double>();
}

/// Sum of s_(k) - s_(k+1) over queries [n, D], against the keys [E, D] after the step; s as the
/// selection compares them, with the balance bias [E] where there is one.
double sumMargins(const at::Tensor& queries, const at::Tensor& keys, const at::Tensor& bias,
                  std::int64_t top_k) {
    if (queries.size(0) == 0) return 0;
    at::Tensor scores = at::matmul(queries, keys.t());  // [n, E]
    if (bias.defined()) scores = scores + bias;
    const at::Tensor best = std::get<0>(scores.topk(top_k + 1, /*dim=*/1));  // [n, k + 1]
    return (best.select(1, top_k - 1) - best.select(1, top_k)).sum(at::kDouble).item<double>();
}

/// How many of this rank's `kept` queries are among the first kMarginTokens of all ranks'.
std::int64_t marginTokens(std::int64_t kept, const Ranks& ranks) {
    std::int64_t before = 0;
    if (!ranks.alone()) {
        const auto all = ranks.gather(at::full({1}, kept, at::kLong));
        for (int rank = 0; rank < ranks.rank(); ++rank)
            before += all[static_cast<std::size_t>(rank)].item<std::int64_t>();
    }
    return std::clamp<std::int64_t>(kMarginTokens - before, 0, kept);
}

std::string layerName(std::size_t layer) {
    return "layer" + std::to_string(layer) + "/";
}

std::string stateName(const char* kind, std::size_t layer) {
    return std::string(kind) + "." + std::to_string(layer);
}

}  // namespace

LayerStatistics::LayerStatistics(const Config& config) : config_(config) {
    if (!routed()) return;
    const auto layers = static_cast<std::size_t>(config.model.num_layers);
    for (std::size_t layer = 0; layer < layers; ++layer) {
        counts_.push_back(at::zeros({config.some.num_experts}, at::kLong));
    }
    last_keys_.resize(layers);
}

void LayerStatistics::add(const std::vector<LayerRouting>& routing, const at::Tensor& targets) {
    const at::Tensor rows = keyTokens(config_, targets);
    for (std::size_t layer = 0; layer < counts_.size() && layer < routing.size(); ++layer) {
        const at::Tensor& selected = routing[layer].selected;
        if (!selected.defined()) continue;
        // Added where the selections are, so that nothing waits for a device.
        const at::Tensor counted =
            rows.to(selected.device(), at::kLong).unsqueeze(1).expand_as(selected);
        at::Tensor& counts = counts_[layer];
        counts = counts.to(selected.device());
        counts.scatter_add_(0, selected.flatten(), counted.flatten());
    }
}

std::vector<Usage> LayerStatistics::usageEvents(std::int64_t step) const {
    std::vector<Usage> events;
    for (std::size_t layer = 0; layer < counts_.size(); ++layer) {
        events.push_back({step, static_cast<int>(layer), asDoubles(counts_[layer])});
    }
    return events;
}

void LayerStatistics::collect(const Ranks& ranks) {
    if (ranks.alone()) return;
    ranks.allReduce(counts_);
    if (ranks.first()) return;
    for (at::Tensor& counts : counts_)
        counts.zero_();
}

/// Sums over this rank's tokens, [L, 4] double: entropies of gates and how many there are, margins
/// and how many.
at::Tensor LayerStatistics::tokenSums(LanguageModel& model,
                                      const std::vector<LayerRouting>& routing,
                                      const at::Tensor& targets, const Ranks& ranks) const {
    const at::Tensor rows = keyTokens(config_, targets);
    at::Tensor sums = at::zeros({static_cast<std::int64_t>(counts_.size()), 4}, at::kDouble);
    std::int64_t margins = -1;  // not known yet, the same in every layer
    for (std::size_t layer = 0; layer < counts_.size() && layer < routing.size(); ++layer) {
        const LayerRouting& routed = routing[layer];
        if (!routed.gates.defined()) continue;
        const auto index = static_cast<std::int64_t>(layer);
        double* sum = sums[index].mutable_data_ptr<double>();
        const at::Tensor kept = rows.to(routed.gates.device());
        const at::Tensor gates = routed.gates.index({kept});
        sum[0] = sumEntropies(gates);
        sum[1] = static_cast<double>(gates.size(0));
        const std::int64_t top_k = routed.selected.size(1);
        const bool scored = config_.some.routing == Routing::keys && routed.queries.defined();
        if (!scored || top_k >= config_.some.num_experts) continue;
        const at::Tensor queries =
            routed.queries.index({kept.narrow(0, 0, routed.queries.size(0))});
        if (margins < 0) margins = marginTokens(queries.size(0), ranks);
        sum[2] = sumMargins(queries.narrow(0, 0, margins), model->keys(index),
                            model->balanceBias(index), top_k);
        sum[3] = static_cast<double>(margins);
    }
    ranks.allReduce(sums);
    return sums;
}

NamedValues LayerStatistics::takeValues(LanguageModel& model,
                                        const std::vector<LayerRouting>& routing,
                                        const at::Tensor& targets, const Ranks& ranks) {
    NamedValues values;
    const at::Tensor sums = tokenSums(model, routing, targets, ranks);
    for (std::size_t layer = 0; layer < counts_.size() && layer < routing.size(); ++layer) {
        const std::string name = layerName(layer);
        const std::vector<double> counts = asDoubles(counts_[layer]);
        counts_[layer].zero_();
        values.emplace_back(name + "gini", gini(counts));
        values.emplace_back(name + "entropy_bits", entropyBits(counts));
        values.emplace_back(name + "used", static_cast<double>(usedExperts(counts)));
        values.emplace_back(name + "max_violation", maxViolation(counts));
        const LayerRouting& routed = routing[layer];
        const double contribution =
            routed.contribution.defined() ? routed.contribution.item<double>() : 0.0;
        values.emplace_back(name + "contribution", contribution);
        if (!routed.gates.defined()) continue;
        const double* sum = sums[static_cast<std::int64_t>(layer)].const_data_ptr<double>();
        values.emplace_back(name + "gate_entropy", sum[1] > 0 ? sum[0] / sum[1] : 0.0);
        const std::int64_t top_k = routed.selected.size(1);
        const bool scored = config_.some.routing == Routing::keys && routed.queries.defined();
        if (scored && top_k < config_.some.num_experts)
            values.emplace_back(name + "margin", sum[2] / sum[3]);
    }
    return values;
}

NamedValues LayerStatistics::takeDrift(LanguageModel& model) {
    NamedValues values;
    for (std::size_t layer = 0; layer < last_keys_.size(); ++layer) {
        const at::Tensor keys = model->keys(static_cast<std::int64_t>(layer)).detach().to(at::kCPU);
        if (last_keys_[layer].defined()) {
            const double drift = (keys - last_keys_[layer]).norm(2, 1).mean().item<double>();
            values.emplace_back(layerName(layer) + "key_drift", drift);
        }
        last_keys_[layer] = keys.clone();
    }
    return values;
}

NamedTensors LayerStatistics::state() const {
    NamedTensors state;
    for (std::size_t layer = 0; layer < counts_.size(); ++layer) {
        state.emplace(stateName("counts", layer), counts_[layer]);
        if (last_keys_[layer].defined()) {
            state.emplace(stateName("last_keys", layer), last_keys_[layer]);
        }
    }
    return state;
}

void LayerStatistics::loadState(const NamedTensors& state) {
    for (std::size_t layer = 0; layer < counts_.size(); ++layer) {
        const auto counts = state.find(stateName("counts", layer));
        if (counts == state.end() || counts->second.sizes() != counts_[layer].sizes()) {
            throw Error("The checkpoint contains no usage counts of layer " +
                        std::to_string(layer) + " that fit this configuration.");
        }
        counts_[layer] = counts->second.clone();
        const auto keys = state.find(stateName("last_keys", layer));
        if (keys != state.end()) last_keys_[layer] = keys->second.clone();
    }
}

std::vector<Keys> keySnapshots(LanguageModel& model, std::int64_t step) {
    std::vector<Keys> snapshots;
    if (model->config().some.experts == ExpertKind::none) return snapshots;
    for (std::int64_t layer = 0; layer < model->config().model.num_layers; ++layer) {
        const at::Tensor keys = model->keys(layer).detach();
        Keys snapshot;
        snapshot.step = step;
        snapshot.layer = static_cast<int>(layer);
        snapshot.experts = static_cast<int>(keys.size(0));
        snapshot.dimensions = static_cast<int>(keys.size(1));
        snapshot.keys = asFloats(keys);
        snapshot.usage = asFloats(model->usage(layer).detach());
        snapshots.push_back(std::move(snapshot));
    }
    return snapshots;
}

}  // namespace orrery
