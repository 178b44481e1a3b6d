// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/rank_sums.h"

#include <ATen/core/grad_mode.h>

namespace orrery {
namespace {

constexpr std::int64_t kMostTableExperts = 512;  // a table of a megabyte

/// pairs [M] and their counts of one layer as a table [E * E] int32.
at::Tensor pairTable(const KeyStatistics& statistics, std::int64_t experts) {
    at::Tensor table = at::zeros({experts * experts}, at::kInt);
    return table.index_copy_(0, statistics.pairs, statistics.pair_counts.to(at::kInt));
}

void takeTable(KeyStatistics& statistics, const at::Tensor& table) {
    statistics.pairs = table.nonzero().squeeze(1);
    statistics.pair_counts = table.index_select(0, statistics.pairs).to(at::kLong);
}

using Layers = std::vector<KeyStatistics*>;

void reduceTables(const Layers& layers, std::int64_t experts, const Ranks& ranks) {
    std::vector<at::Tensor> tables;
    for (const KeyStatistics* layer : layers)
        tables.push_back(layer->pair_table.defined() ? layer->pair_table
                                                     : pairTable(*layer, experts));
    ranks.allReduce(tables);
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (!layers[i]->pair_table.defined()) takeTable(*layers[i], tables[i]);
}

/// One list of all layers travels: a pair of layer l is l * E * E further on.
void reduceLists(const Layers& layers, std::int64_t experts, const Ranks& ranks) {
    const std::int64_t span = experts * experts;
    std::vector<at::Tensor> own;
    for (std::size_t i = 0; i < layers.size(); ++i)
        own.push_back(at::stack(
            {layers[i]->pairs + static_cast<std::int64_t>(i) * span, layers[i]->pair_counts},
            1));  // [M, 2]
    const at::Tensor all = at::cat(ranks.gather(at::cat(own)));
    auto [pairs, places] = at::_unique(all.select(1, 0), /*sorted=*/true, /*return_inverse=*/true);
    const at::Tensor counts = at::zeros_like(pairs).scatter_add_(0, places, all.select(1, 1));
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::int64_t begin = static_cast<std::int64_t>(i) * span;
        const at::Tensor here = pairs.ge(begin).logical_and(pairs.lt(begin + span));
        layers[i]->pairs = pairs.masked_select(here) - begin;
        layers[i]->pair_counts = counts.masked_select(here);
    }
}

}  // namespace

at::Tensor usedParameters(const NamedParameters& parameters) {
    at::Tensor used = at::zeros({static_cast<std::int64_t>(parameters.size())}, at::kDouble);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].second.grad().defined()) used[static_cast<std::int64_t>(i)] = 1;
    return used;
}

void reduceGradients(const NamedParameters& parameters, const at::Tensor& used,
                     const Ranks& ranks) {
    if (ranks.alone()) return;
    const at::NoGradGuard no_gradient;
    std::vector<at::Tensor> reduced;  // parameters
    std::vector<at::Tensor> flat;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (used[static_cast<std::int64_t>(i)].item<double>() == 0) continue;
        const at::Tensor& parameter = parameters[i].second;
        const at::Tensor& gradient = parameter.grad();
        flat.push_back((gradient.defined() ? gradient : at::zeros_like(parameter)).reshape({-1}));
        reduced.push_back(parameter);
    }
    if (flat.empty()) return;
    const at::Tensor all = at::cat(flat);
    ranks.allReduce(all);
    std::int64_t begin = 0;
    for (at::Tensor& parameter : reduced) {
        parameter.mutable_grad() = all.narrow(0, begin, parameter.numel()).view(parameter.sizes());
        begin += parameter.numel();
    }
}

void reduceKeyStatistics(std::vector<KeyStatistics>& statistics, std::int64_t experts,
                         const Ranks& ranks) {
    if (ranks.alone()) return;
    Layers layers;
    std::vector<at::Tensor> counts;
    std::vector<at::Tensor> queries;
    for (KeyStatistics& layer : statistics) {
        if (!layer.counts.defined()) continue;
        layers.push_back(&layer);
        counts.push_back(layer.counts);
        if (layer.query_sums.defined()) queries.push_back(layer.query_sums);
        if (layer.respawn_candidates.defined()) queries.push_back(layer.respawn_candidates);
    }
    if (layers.empty()) return;
    ranks.allReduce(counts);
    ranks.allReduce(queries);
    if (layers.front()->pair_table.defined() || experts <= kMostTableExperts)
        reduceTables(layers, experts, ranks);
    else
        reduceLists(layers, experts, ranks);
}

std::vector<LayerRouting> emptyRouting(const LanguageModel& model, std::int64_t top_k,
                                       bool probabilities) {
    const Config& config = model->config();
    std::vector<LayerRouting> layers(static_cast<std::size_t>(config.model.num_layers));
    if (config.some.experts == ExpertKind::none) return layers;
    const auto floats = model->headWeight().detach().options();
    for (LayerRouting& layer : layers) {
        layer.selected = at::empty({0, top_k}, floats.dtype(at::kLong));
        layer.gates = at::empty({0, top_k}, floats);
        if (config.some.routing != Routing::keys) continue;
        layer.queries = at::empty({0, config.model.d_model}, floats);
        if (probabilities) layer.probabilities = at::empty({0, config.some.num_experts}, floats);
    }
    return layers;
}

}  // namespace orrery
