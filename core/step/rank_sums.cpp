// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/rank_sums.h"

#include <tuple>

namespace orrery {
namespace {

constexpr std::int64_t kMostTableExperts = 512;  // a table of half a megabyte

/// [E (E - 1) / 2] int64: the places i * E + j of the pairs i < j in a table.
at::Tensor pairPlaces(std::int64_t experts, at::Device device) {
    const at::Tensor both =
        at::triu_indices(experts, experts, 1, at::TensorOptions(at::kLong).device(device));
    return both[0] * experts + both[1];
}

/// pairs [M] and their counts of one layer as a table [E * E] int32.
at::Tensor pairTable(const KeyStatistics& statistics, std::int64_t experts) {
    at::Tensor table = at::zeros({experts * experts}, at::kInt);
    return table.index_copy_(0, statistics.pairs, statistics.pair_counts.to(at::kInt));
}

/// [k, E] float: the weight w_r of each rank's sum of queries.
at::Tensor rankWeights(const at::Tensor& counts, const at::Tensor& usage, const KeyRules& rules) {
    const at::Tensor all = counts.sum(0).to(at::kDouble);  // [E]
    const at::Tensor old = usage.to(counts.device(), at::kDouble);
    const at::Tensor moved =
        rules.cumulative ? old + all : rules.ema_decay * old + (1 - rules.ema_decay) * all;
    // As the kernel of alpha computes it: usage is stored as float.
    const at::Tensor pull = (rules.alpha / (1 + moved.to(at::kFloat).to(at::kDouble)))
                                .clamp_min(rules.alpha_floor)
                                .to(at::kFloat)
                                .to(at::kDouble);
    at::Tensor weights = at::ones(counts.sizes(), counts.options().dtype(at::kDouble));
    for (std::int64_t rank = counts.size(0) - 2; rank >= 0; --rank)
        weights[rank].copy_(weights[rank + 1] * (1 - pull * counts[rank + 1].to(at::kDouble)));
    return weights.to(at::kFloat);
}

/// [k, E, D] that alpha moves as it moves the folded sums [E, D]: they stand at each expert's last
/// rank that has tokens.
at::Tensor unfolded(const at::Tensor& folded, const at::Tensor& counts) {
    const at::Tensor used = counts.ne(0).to(at::kLong);  // [k, E]
    const at::Tensor numbers = at::arange(counts.size(0), used.options()).unsqueeze(1);
    const at::Tensor last = std::get<0>((used * numbers).max(0));  // [E]
    at::Tensor sums = at::zeros({counts.size(0), folded.size(0), folded.size(1)}, folded.options());
    return sums.scatter_(0,
                         last.to(folded.device()).view({1, -1, 1}).expand_as(folded.unsqueeze(0)),
                         folded.unsqueeze(0));
}

}  // namespace

at::Tensor usedParameters(const NamedParameters& parameters) {
    at::Tensor used = at::zeros({static_cast<std::int64_t>(parameters.size())}, at::kDouble);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].second.grad().defined()) used[static_cast<std::int64_t>(i)] = 1;
    return used;
}

void addGradients(RankSum& sums, const NamedParameters& parameters, const at::Tensor& used) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (used[static_cast<std::int64_t>(i)].item<double>() == 0) continue;
        const at::Tensor& parameter = parameters[i].second;
        const at::Tensor& gradient = parameter.grad();
        sums.add(gradient.defined() ? gradient : at::zeros_like(parameter.detach()),
                 [parameter](const at::Tensor& sum) { parameter.mutable_grad() = sum; });
    }
}

void addQueries(RankSum& sums, KeyStatistics& layer, const at::Tensor& usage,
                const KeyRules& rules) {
    const bool attracts = !rules.frozen && (rules.alpha != 0 || rules.alpha_floor > 0);
    if (!layer.query_sums.defined() || !attracts) return;
    const at::Tensor weights =
        rankWeights(layer.counts, usage, rules).to(layer.query_sums.device());
    sums.add((weights.unsqueeze(2) * layer.query_sums).sum(0),
             [&layer](const at::Tensor& sum) { layer.query_sums = unfolded(sum, layer.counts); });
}

bool pairsAsTables(const KeyStatistics& layer, std::int64_t experts) {
    return layer.pair_table.defined() || experts <= kMostTableExperts;
}

void addPairs(RankSum& sums, KeyStatistics& layer, std::int64_t experts) {
    const bool tabled = layer.pair_table.defined();
    const at::Tensor table = tabled ? layer.pair_table.view({-1}) : pairTable(layer, experts);
    const at::Tensor places = pairPlaces(experts, table.device());
    sums.add(table.index_select(0, places), [&layer, tabled, places](const at::Tensor& sum) {
        if (tabled) {
            layer.pair_table.view({-1}).index_copy_(0, places, sum.to(at::kInt));
            return;
        }
        const at::Tensor there = sum.nonzero().squeeze(1);
        layer.pairs = places.index_select(0, there);
        layer.pair_counts = sum.index_select(0, there).to(at::kLong);
    });
}

void reducePairLists(std::vector<KeyStatistics>& statistics, std::int64_t experts,
                     const Ranks& ranks) {
    std::vector<KeyStatistics*> layers;
    for (KeyStatistics& layer : statistics)
        if (layer.counts.defined()) layers.push_back(&layer);
    if (layers.empty()) return;
    // One list of all layers travels: a pair of layer l is l * E * E further on.
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
