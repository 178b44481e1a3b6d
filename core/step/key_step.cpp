// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/key_step.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <string>

#include "core/model/router_interventions.h"
#include "core/ops/check.h"
#include "core/ops/device/key_update_device.h"
#include "core/ops/seeded_random.h"
#include "core/step/counted_tokens.h"
#include "core/step/rank_sums.h"

namespace orrery {
namespace {

constexpr const char* kCandidateSeed = "spares";  // draws depend on it, those of recorded cases too

constexpr std::int64_t kMostFloatTokens = 1 << 24;  // which float counts exactly

std::uint64_t stepSeed(const Config& config, std::int64_t step, const char* purpose) {
    const std::uint64_t seed = mixSeed(static_cast<std::uint64_t>(config.train.seed), purpose);
    return mixSeed(seed, static_cast<std::uint64_t>(step));
}

/// beta with its schedule (linear over the run), the layer's scale and its sign.
double betaOf(const Config& config, std::int64_t layer, std::int64_t step,
              std::int64_t total_steps) {
    const KeysConfig& keys = config.keys;
    if (!keys.use_beta || config.some.top_k < 2) return 0;
    double beta = keys.beta;
    if (!keys.beta_schedule.empty()) {
        require(keys.beta_schedule.size() == 2,
                "keys.beta_schedule needs two numbers, first and last.");
        const auto span = static_cast<double>(std::max<std::int64_t>(1, total_steps - 1));
        const double progress = std::clamp(static_cast<double>(step - 1) / span, 0.0, 1.0);
        beta = keys.beta_schedule[0] + progress * (keys.beta_schedule[1] - keys.beta_schedule[0]);
    }
    if (!keys.beta_layer_scale.empty()) {
        require(static_cast<std::int64_t>(keys.beta_layer_scale.size()) == config.model.num_layers,
                "keys.beta_layer_scale needs one number a layer.");
        beta *= keys.beta_layer_scale[static_cast<std::size_t>(layer)];
    }
    return keys.beta_sign < 0 ? -beta : beta;
}

/// Of those who take part (`all`, undefined = everybody) the numbers of this rank's, among its own.
at::Tensor ownRows(const at::Tensor& all, const TokenShare& tokens) {
    if (!all.defined() || tokens.count == tokens.targets.numel()) return all;
    return all.masked_select(
               all.ge(tokens.first).logical_and(all.lt(tokens.first + tokens.count))) -
           tokens.first;
}

QueryShare queryShare(const at::Tensor& all, const TokenShare& tokens) {
    if (!all.defined()) return {tokens.first, tokens.targets.numel()};
    return {all.lt(tokens.first).sum().item<std::int64_t>(), all.numel()};
}

/// Moves the keys of a layer as its router compares them: swapped ones move where they serve.
KeyChange moveKeys(LanguageModel& model, std::int64_t layer, const KeyStatistics& statistics,
                   const KeyRules& rules) {
    at::Tensor& keys = model->keys(layer);
    at::Tensor& usage = model->usage(layer);
    const RouterInterventions* made = model->interventions();
    if (made == nullptr) return applyKeyUpdate(keys, usage, statistics, rules);
    at::Tensor changed = made->keys(layer, keys);
    const KeyChange change = applyKeyUpdate(changed, usage, statistics, rules, made->held(layer));
    made->putBack(layer, changed, keys);
    return change;
}

}  // namespace

KeyRules keyRules(const Config& config, std::int64_t layer, std::int64_t step,
                  std::int64_t total_steps) {
    const KeysConfig& keys = config.keys;
    KeyRules rules;
    rules.alpha = keys.use_alpha ? keys.alpha : 0;
    rules.alpha_floor = keys.use_alpha ? keys.alpha_floor : 0;
    rules.beta = betaOf(config, layer, step, total_steps);
    rules.smaller_inertia = keys.beta_inertia == BetaInertia::min;
    rules.delta = keys.use_delta && step > keys.warmup_steps ? keys.delta : 0;
    rules.theta = keys.theta;
    rules.theta_percentile = keys.theta_percentile;
    rules.cumulative = keys.usage == UsageKind::cumulative;
    rules.ema_decay = keys.ema_decay;
    rules.frozen = std::find(keys.frozen_layers.begin(), keys.frozen_layers.end(), layer) !=
                   keys.frozen_layers.end();
    rules.max_step = keys.max_step;
    rules.clip_norm = keys.clip_norm;
    rules.smoothing = keys.smoothing;
    rules.normalize = keys.normalize;
    rules.respawn_threshold = keys.respawn_threshold;
    rules.seed = mixSeed(stepSeed(config, step, "respawn"), static_cast<std::uint64_t>(layer));
    return rules;
}

KeyStep::KeyStep(const Config& config, std::int64_t step, std::int64_t total_steps)
    : config_(config),
      step_(step),
      total_steps_(total_steps),
      due_(step % std::max<std::int64_t>(1, config.keys.update_every) == 0) {}

/// Row numbers of the tokens that take part, ascending; undefined when all do.
at::Tensor KeyStep::participants(const at::Tensor& targets) const {
    const KeysConfig& keys = config_.keys;
    if (keys.tokens == KeyTokens::all && keys.token_fraction == 1) return {};
    at::Tensor mask = keyTokens(config_, targets).cpu();
    if (keys.token_fraction < 1) {
        const SeededRandom random(mixSeed(stepSeed(config_, step_, "token_fraction"),
                                          static_cast<std::uint64_t>(micro_batches_)));
        bool* kept = mask.mutable_data_ptr<bool>();
        for (std::int64_t t = 0; t < mask.numel(); ++t)
            kept[t] =
                kept[t] && random.uniform(static_cast<std::uint64_t>(t)) < keys.token_fraction;
    }
    if (mask.all().item<bool>()) return {};
    return mask.nonzero().squeeze(1);
}

/// Of one layer; `rows` as ownRows() gives them.
KeyStatistics KeyStep::gather(const LayerRouting& routing, std::size_t layer,
                              const at::Tensor& rows, const QueryShare& share) const {
    const auto choose = [&](const at::Tensor& all) {
        return rows.defined() && all.defined() ? all.index_select(0, rows.to(all.device())) : all;
    };
    const at::Tensor queries = choose(routing.queries);
    KeyStatistics part =
        gatherKeyStatistics(queries, choose(routing.selected), config_.some.num_experts);
    if (config_.keys.respawn_threshold > 0 && queries.defined()) {
        const std::uint64_t seed = mixSeed(stepSeed(config_, step_, kCandidateSeed), layer);
        part.respawn_candidates =
            drawRespawnCandidates(queries, config_.some.num_experts,
                                  mixSeed(seed, static_cast<std::uint64_t>(micro_batches_)), share);
    }
    return part;
}

void KeyStep::add(const std::vector<LayerRouting>& routing, const TokenShare& tokens) {
    if (!due_) return;
    at::NoGradGuard no_gradient;
    const at::Tensor& targets = tokens.targets;
    // On a device those who take no part are marked: their number would have to be waited for.
    const bool marked = !targets.is_cpu() && config_.keys.tokens != KeyTokens::all &&
                        config_.keys.token_fraction == 1 && config_.keys.respawn_threshold == 0 &&
                        config_.some.num_experts <= device_gravity::kMaxPairTableExperts;
    const at::Tensor all = marked ? at::Tensor() : participants(targets);
    const at::Tensor rows = ownRows(all, tokens);
    const QueryShare share = queryShare(all, tokens);
    const at::Tensor out = marked ? keyTokens(config_, targets)
                                        .narrow(0, tokens.first, tokens.count)
                                        .logical_not()
                                        .unsqueeze(1)
                                  : at::Tensor();
    const bool first = statistics_.empty();
    if (first) statistics_.resize(routing.size());
    for (std::size_t layer = 0; layer < routing.size(); ++layer) {
        LayerRouting routed = routing[layer];
        if (!routed.selected.defined()) continue;
        if (out.defined()) routed.selected = routed.selected.masked_fill(out, -1);
        KeyStatistics part = gather(routed, layer, rows, share);
        if (first)
            statistics_[layer] = std::move(part);
        else
            addKeyStatistics(statistics_[layer], part);
    }
    tokens_ += targets.numel();
    ++micro_batches_;
}

void KeyStep::addCounts(RankSum& exact) {
    for (KeyStatistics& layer : statistics_) {
        if (!layer.counts.defined()) continue;
        exact.add(layer.counts);
        if (tokens_ > kMostFloatTokens && pairsAsTables(layer, config_.some.num_experts))
            addPairs(exact, layer, config_.some.num_experts);
    }
}

void KeyStep::addSums(RankSum& sums, LanguageModel& model, const Ranks& ranks) {
    const std::int64_t experts = config_.some.num_experts;
    bool listed = false;
    for (std::size_t i = 0; i < statistics_.size(); ++i) {
        KeyStatistics& layer = statistics_[i];
        if (!layer.counts.defined()) continue;
        const auto index = static_cast<std::int64_t>(i);
        addQueries(sums, layer, model->usage(index), keyRules(config_, index, step_, total_steps_));
        if (layer.respawn_candidates.defined()) sums.add(layer.respawn_candidates);
        const bool tables = pairsAsTables(layer, experts);
        if (tables && tokens_ <= kMostFloatTokens) addPairs(sums, layer, experts);
        listed = listed || !tables;
    }
    if (listed) reducePairLists(statistics_, experts, ranks);
}

void KeyStep::reduce(LanguageModel& model, const Ranks& ranks) {
    if (ranks.alone()) return;
    RankSum counts(at::kDouble);
    addCounts(counts);
    counts.reduce(ranks);
    RankSum sums(at::kFloat);
    addSums(sums, model, ranks);
    sums.reduce(ranks);
}

std::vector<KeyChange> KeyStep::apply(LanguageModel& model) {
    std::vector<KeyChange> changes(static_cast<std::size_t>(config_.model.num_layers));
    for (std::size_t layer = 0; layer < statistics_.size(); ++layer) {
        if (!statistics_[layer].counts.defined()) continue;
        const auto index = static_cast<std::int64_t>(layer);
        changes[layer] = moveKeys(model, index, statistics_[layer],
                                  keyRules(config_, index, step_, total_steps_));
    }
    return changes;
}

std::vector<KeyChange> updateKeys(LanguageModel& model, const std::vector<LayerRouting>& routing,
                                  const TokenShare& tokens, const Config& config, std::int64_t step,
                                  std::int64_t total_steps, const Ranks& ranks) {
    KeyStep keys(config, step, total_steps);
    keys.add(routing, tokens);
    keys.reduce(model, ranks);
    return keys.apply(model);
}

std::vector<KeyChange> updateKeys(LanguageModel& model, const std::vector<LayerRouting>& routing,
                                  const at::Tensor& targets, const Config& config,
                                  std::int64_t step, std::int64_t total_steps) {
    return updateKeys(model, routing, allTokens(targets), config, step, total_steps);
}

}  // namespace orrery
