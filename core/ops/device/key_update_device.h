// SPDX-License-Identifier: GPL-3.0-or-later
// The key update where kernels are launched (see grouped_ffn_device.h): statistics and keys stay on
// the device, and nothing waits for it.
#pragma once
#include <ATen/ATen.h>

#include <optional>
#include <tuple>
#include <vector>

#include "core/ops/device/key_kernels.h"
#include "core/ops/key_update.h"

namespace orrery::device_gravity {

using Four = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

/// Up to so many experts the pairs are counted in a table [E, E].
constexpr std::int64_t kMostExperts = 4096;
constexpr double kRespawnNoise = 0.01;

/// Rules as the operation orrery::apply_keys takes them.
inline std::vector<double> ruleNumbers(const KeyRules& rules) {
    return {rules.alpha,     rules.alpha_floor,      rules.beta,      rules.delta,
            rules.theta,     rules.theta_percentile, rules.ema_decay, rules.max_step,
            rules.smoothing, rules.respawn_threshold};
}
inline std::vector<std::int64_t> ruleChoices(const KeyRules& rules) {
    return {rules.smaller_inertia, rules.cumulative, rules.frozen,
            static_cast<std::int64_t>(rules.normalize), static_cast<std::int64_t>(rules.seed)};
}
inline KeyRules rulesOf(at::ArrayRef<double> numbers, at::IntArrayRef choices) {
    KeyRules rules;
    double* const members[] = {
        &rules.alpha,     &rules.alpha_floor,      &rules.beta,      &rules.delta,
        &rules.theta,     &rules.theta_percentile, &rules.ema_decay, &rules.max_step,
        &rules.smoothing, &rules.respawn_threshold};
    for (std::size_t i = 0; i < std::size(members); ++i)
        *members[i] = numbers[i];
    rules.smaller_inertia = choices[0] != 0;
    rules.cumulative = choices[1] != 0;
    rules.frozen = choices[2] != 0;
    rules.normalize = static_cast<KeyRules::Normalize>(choices[3]);
    rules.seed = static_cast<std::uint64_t>(choices[4]);
    return rules;
}

/// Sums of the queries of each (rank, expert): [k, E, width], from pairs sorted by segment.
template <class Launch>
at::Tensor sumQueries(const at::Tensor& queries, const at::Tensor& order, const at::Tensor& ends,
                      const at::Tensor& counts) {
    constexpr std::int64_t kPiece = SumPiece::kPiece;
    const std::int64_t width = queries.size(1);
    const std::int64_t segments = counts.numel();
    const at::Tensor piece_ends =
        at::cumsum((counts.reshape({-1}) + (kPiece - 1)).div(kPiece, "floor"), 0);  // [S]
    const std::int64_t pieces = order.numel() / kPiece + segments;                  // at most
    at::Tensor partial = at::empty({pieces, width}, queries.options());
    at::Tensor sums = at::empty({counts.size(0), counts.size(1), width}, queries.options());
    Launch::rows(
        pieces,
        SumPiece{queries.const_data_ptr<float>(), order.const_data_ptr<std::int64_t>(),
                 ends.const_data_ptr<std::int32_t>(), piece_ends.const_data_ptr<std::int64_t>(),
                 segments, counts.size(0), width, partial.mutable_data_ptr<float>()});
    Launch::rows(segments, SumSegment{partial.const_data_ptr<float>(),
                                      piece_ends.const_data_ptr<std::int64_t>(), width,
                                      sums.mutable_data_ptr<float>()});
    return sums;
}

/// Ascending codes i * E + j (i < j) of the pairs that a token selects, and how many tokens do: for
/// more experts than a table holds. Waits for the device.
inline std::tuple<at::Tensor, at::Tensor> listPairs(const at::Tensor& selected,
                                                    std::int64_t experts) {
    std::vector<at::Tensor> codes;
    for (std::int64_t a = 0; a < selected.size(1); ++a)
        for (std::int64_t b = a + 1; b < selected.size(1); ++b) {
            const at::Tensor left = selected.select(1, a);
            const at::Tensor right = selected.select(1, b);
            codes.push_back(at::minimum(left, right) * experts + at::maximum(left, right));
        }
    const at::Tensor none = at::empty({0}, selected.options());
    if (codes.empty() || selected.size(0) == 0) return {none, none};
    const at::Tensor sorted = std::get<0>(at::cat(codes).sort());
    const auto [pairs, inverse, counts] = at::unique_consecutive(sorted, false, true);
    return {pairs, counts};
}

/// Counts [k, E], query sums [k, E, D] and the table of pairs [E, E] int32; undefined for more
/// experts than that. A token whose experts are -1 takes no part.
template <class Launch>
std::tuple<at::Tensor, at::Tensor, at::Tensor> gather(const at::Tensor& queries,
                                                      const at::Tensor& selected,
                                                      std::int64_t experts) {
    const std::int64_t top_k = selected.size(1);
    const std::int64_t segments = top_k * experts;
    const at::Tensor first = at::arange(0, segments, experts, selected.options());
    const at::Tensor codes = (selected + first)
                                 .masked_fill_(selected < 0, segments)  // behind all segments
                                 .reshape({-1})
                                 .to(segments < 32768 ? at::kShort : at::kLong);
    const auto [sorted, order] = at::sort(codes, /*stable=*/true, 0, false);
    const at::Tensor ends = at::searchsorted(sorted, at::arange(segments, codes.options()),
                                             /*out_int32=*/true, /*right=*/true);
    const at::Tensor begins = at::cat({at::zeros({1}, ends.options()), ends.slice(0, 0, -1)});
    const at::Tensor counts = (ends - begins).to(at::kLong).view({top_k, experts});
    at::Tensor table;
    if (experts <= kMostExperts) {
        table = at::zeros({experts, experts}, ends.options());
        Launch::each(selected.size(0), CountPairs{selected.const_data_ptr<std::int64_t>(), top_k,
                                                  experts, table.mutable_data_ptr<std::int32_t>()});
    }
    return {counts, sumQueries<Launch>(queries, order, ends, counts), table};
}

/// As the operation orrery::gather_keys: counts, sums and the table, or for more experts than it
/// holds the pairs' codes and counts.
template <class Launch>
Four gatherKeys(const at::Tensor& queries, const at::Tensor& selected, std::int64_t experts) {
    const auto [counts, sums, table] = gather<Launch>(queries, selected, experts);
    if (table.defined()) return {counts, sums, table, at::Tensor()};
    const auto [pairs, pair_counts] = listPairs(selected, experts);
    return {counts, sums, pairs, pair_counts};
}

/// One layer's update under way: the forces of section 4.
template <class Launch>
class Mover {
public:
    Mover(const at::Tensor& keys, const at::Tensor& usage, const at::Tensor& counts,
          const KeyRules& rules)
        : keys_(keys),
          usage_(usage),
          counts_(counts),
          rules_(rules),
          selections_(at::empty({keys.size(0)}, counts.options())),
          changes_(at::zeros({2}, counts.options().dtype(at::kInt))) {}

    const at::Tensor& changes() const { return changes_; }

    void moveUsage() {
        Launch::each(experts_,
                     MoveUsage{countData(), top_k_, experts_, rules_.cumulative, rules_.ema_decay,
                               selections_.template mutable_data_ptr<std::int64_t>(), usageData()});
    }

    void attract(const at::Tensor& sums) {
        Launch::rows(experts_,
                     Attract{countData(), sums.const_data_ptr<float>(), usageData(), top_k_,
                             experts_, width_, rules_.alpha, rules_.alpha_floor, keyData()});
    }

    void pullPeers(const at::Tensor& table) {
        at::Tensor pull = at::empty({experts_, experts_}, keys_.options());
        const at::Tensor before = keys_.clone();
        Launch::each(experts_ * experts_,
                     PeerPull{table.const_data_ptr<std::int32_t>(), usageData(), experts_,
                              rules_.beta, rules_.smaller_inertia, pull.mutable_data_ptr<float>()});
        const PullPeers kernel{pull.const_data_ptr<float>(), before.const_data_ptr<float>(),
                               experts_, width_, keyData()};
        Launch::rows(experts_ * kernel.parts(), kernel);
    }

    void restrain(const at::Tensor& before) {
        Launch::rows(experts_, Restrain{before.const_data_ptr<float>(), width_, rules_.max_step,
                                        rules_.smoothing, keyData()});
    }

    void normalize() {
        using Normalize = KeyRules::Normalize;
        if (rules_.normalize == Normalize::none) return;
        const KeyNorm which = rules_.normalize == Normalize::selected ? KeyNorm::selected
                              : rules_.normalize == Normalize::clamp  ? KeyNorm::clamp
                                                                      : KeyNorm::all;
        Launch::rows(experts_, NormalizeKeys{selections_.template const_data_ptr<std::int64_t>(),
                                             width_, which, keyData()});
    }

    void decay() {
        const at::Tensor sorted = std::get<0>(at::sort(usage_));
        at::Tensor threshold = at::empty({1}, keys_.options().dtype(at::kDouble));
        Launch::each(1,
                     FindThreshold{sorted.const_data_ptr<float>(), experts_, rules_.theta,
                                   rules_.theta_percentile, threshold.mutable_data_ptr<double>()});
        Launch::rows(experts_, DecayKeys{usageData(), threshold.const_data_ptr<double>(), width_,
                                         rules_.delta, keyData(), changeData()});
    }

    void respawn(const at::Tensor& spares) {
        Launch::rows(experts_, RespawnKeys{spares.const_data_ptr<float>(), spares.size(0), width_,
                                           rules_.respawn_threshold, kRespawnNoise, rules_.seed,
                                           keyData(), usageData(), changeData() + 1});
    }

private:
    float* keyData() { return keys_.template mutable_data_ptr<float>(); }
    float* usageData() { return usage_.template mutable_data_ptr<float>(); }
    const std::int64_t* countData() { return counts_.template const_data_ptr<std::int64_t>(); }
    std::int32_t* changeData() { return changes_.template mutable_data_ptr<std::int32_t>(); }

    at::Tensor keys_;    // [E, D]
    at::Tensor usage_;   // [E]
    at::Tensor counts_;  // [k, E]
    const KeyRules& rules_;
    at::Tensor selections_;  // [E], over all ranks
    at::Tensor changes_;     // [2] int32: decayed, respawned
    std::int64_t experts_ = keys_.size(0), width_ = keys_.size(1), top_k_ = counts_.size(0);
};

/// As the operation orrery::apply_keys: moves keys and usage in place; returns how many keys were
/// decayed and respawned, [2] int32.
template <class Launch>
at::Tensor apply(at::Tensor& keys, at::Tensor& usage, const at::Tensor& counts,
                 const at::Tensor& sums, const at::Tensor& table,
                 const std::optional<at::Tensor>& spares, at::ArrayRef<double> numbers,
                 at::IntArrayRef choices) {
    const KeyRules rules = rulesOf(numbers, choices);
    Mover<Launch> mover(keys, usage, counts, rules);
    mover.moveUsage();
    if (rules.frozen || sums.size(2) != keys.size(1)) return mover.changes();
    const bool restrained = rules.max_step > 0 || rules.smoothing > 0;
    const at::Tensor before = restrained ? keys.clone() : at::Tensor();
    if (rules.alpha != 0 || rules.alpha_floor > 0) mover.attract(sums);
    if (rules.beta != 0) mover.pullPeers(table);
    if (restrained) mover.restrain(before);
    mover.normalize();
    if (rules.delta != 0) mover.decay();
    if (rules.respawn_threshold > 0 && spares && spares->size(0) > 0) mover.respawn(*spares);
    return mover.changes();
}

}  // namespace orrery::device_gravity
