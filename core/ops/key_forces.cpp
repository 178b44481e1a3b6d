// SPDX-License-Identifier: GPL-3.0-or-later
// applyKeyUpdate: the forces of section 4 in their order, on copies in main memory (a key store is
// small).
#include <ATen/core/grad_mode.h>
#include <torch/library.h>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ops/check.h"
#include "core/ops/device/key_update_device.h"
#include "core/ops/key_update.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

constexpr double kSmallestNorm = 1e-12;
constexpr double kRespawnNoise = 0.01;

double rowNorm(const float* row, std::int64_t width) {
    double squares = 0;
    for (std::int64_t d = 0; d < width; ++d)
        squares += static_cast<double>(row[d]) * row[d];
    return std::sqrt(squares);
}

/// One layer's update under way.
class KeyMover {
public:
    KeyMover(const at::Tensor& keys, const at::Tensor& usage, const KeyStatistics& statistics,
             const KeyRules& rules)
        : keys_(keys.to(at::kCPU, at::kFloat, false, true).contiguous()),
          usage_(usage.to(at::kCPU, at::kFloat, false, true).contiguous()),
          statistics_(statistics),
          spares_(statistics.spares.defined() ? statistics.spares.cpu() : at::Tensor()),
          rules_(rules),
          experts_(keys.size(0)),
          width_(keys.size(1)),
          selections_(static_cast<std::size_t>(experts_), 0) {
        const auto* counts = statistics.counts.const_data_ptr<std::int64_t>();
        for (std::int64_t i = 0; i < statistics.counts.numel(); ++i)
            selections_[i % experts_] += counts[i];
    }

    const at::Tensor& keys() const { return keys_; }
    const at::Tensor& usage() const { return usage_; }

    void moveUsage() {
        for (std::int64_t e = 0; e < experts_; ++e) {
            const auto count = static_cast<double>(selections_[e]);
            const double old = usageData()[e];
            usageData()[e] = static_cast<float>(
                rules_.cumulative ? old + count
                                  : rules_.ema_decay * old + (1 - rules_.ema_decay) * count);
        }
    }

    /// alpha: rank after rank, each reading the keys that the rank before left.
    void attract() {
        const auto* counts = statistics_.counts.const_data_ptr<std::int64_t>();
        const float* sums = statistics_.query_sums.const_data_ptr<float>();
        at::parallel_for(0, experts_, 16, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t e = begin; e < end; ++e) {
                const auto pull =
                    static_cast<float>(std::max(rules_.alpha / inertia(e), rules_.alpha_floor));
                for (std::int64_t rank = 0; rank < statistics_.counts.size(0); ++rank) {
                    const auto count = static_cast<float>(counts[rank * experts_ + e]);
                    if (count == 0) continue;
                    const float* sum = sums + (rank * experts_ + e) * width_;
                    float* key = row(e);
                    for (std::int64_t d = 0; d < width_; ++d)
                        key[d] += pull * (sum[d] - count * key[d]);
                }
            }
        });
    }

    /// beta: K_i += sum_j c_ij (K_j - K_i) with the keys as alpha left them.
    void pullPeers() {
        const auto* pairs = statistics_.pairs.const_data_ptr<std::int64_t>();
        const auto* counts = statistics_.pair_counts.const_data_ptr<std::int64_t>();
        std::vector<std::vector<std::pair<std::int64_t, float>>> peers(selections_.size());
        for (std::int64_t m = 0; m < statistics_.pairs.numel(); ++m) {
            const std::int64_t i = pairs[m] / experts_;
            const std::int64_t j = pairs[m] % experts_;
            const double mass = rules_.smaller_inertia ? std::min(inertia(i), inertia(j))
                                                       : std::max(inertia(i), inertia(j));
            const auto pull =
                static_cast<float>(rules_.beta / mass * static_cast<double>(counts[m]));
            peers[i].emplace_back(j, pull);
            peers[j].emplace_back(i, pull);
        }
        const at::Tensor before = keys_.clone();
        const float* old = before.const_data_ptr<float>();
        at::parallel_for(0, experts_, 16, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t e = begin; e < end; ++e)
                for (const auto& [peer, pull] : peers[e])
                    for (std::int64_t d = 0; d < width_; ++d)
                        row(e)[d] += pull * (old[peer * width_ + d] - old[e * width_ + d]);
        });
    }

    /// max_step and smoothing, both against the keys before this step.
    void restrain(const at::Tensor& before) {
        for (std::int64_t e = 0; e < experts_; ++e) {
            const float* old = before.const_data_ptr<float>() + e * width_;
            std::vector<float> move(row(e), row(e) + width_);
            for (std::int64_t d = 0; d < width_; ++d)
                move[d] -= old[d];
            const double length = rowNorm(move.data(), width_);
            double share = 1 - rules_.smoothing;
            if (rules_.max_step > 0 && length > rules_.max_step) share *= rules_.max_step / length;
            for (std::int64_t d = 0; d < width_; ++d)
                row(e)[d] = old[d] + static_cast<float>(share) * move[d];
        }
    }

    void normalize() {
        for (std::int64_t e = 0; e < experts_; ++e) {
            const double norm = std::max(rowNorm(row(e), width_), kSmallestNorm);
            const bool scale =
                rules_.normalize == KeyRules::Normalize::all ||
                (rules_.normalize == KeyRules::Normalize::selected && selections_[e] > 0) ||
                (rules_.normalize == KeyRules::Normalize::clamp && norm > 1);
            if (!scale) continue;
            for (std::int64_t d = 0; d < width_; ++d)
                row(e)[d] = static_cast<float>(row(e)[d] / norm);
        }
    }

    /// delta: shortens the keys whose usage lies below theta; returns how many.
    std::int64_t decay() {
        std::vector<double> used;
        for (std::int64_t e = 0; e < experts_; ++e)
            if (usageData()[e] > 0) used.push_back(usageData()[e]);
        if (used.empty()) return 0;
        const double theta =
            rules_.theta > 0 ? rules_.theta : quantile(std::move(used), rules_.theta_percentile);
        std::int64_t decayed = 0;
        for (std::int64_t e = 0; e < experts_; ++e) {
            if (!(usageData()[e] < theta)) continue;
            ++decayed;
            for (std::int64_t d = 0; d < width_; ++d)
                row(e)[d] = static_cast<float>(row(e)[d] * (1 - rules_.delta));
        }
        return decayed;
    }

    /// Keys that faded away start again at a random query of the batch; returns their experts.
    std::vector<std::int64_t> respawn() {
        std::vector<std::int64_t> respawned;
        if (!spares_.defined() || spares_.size(0) == 0) return respawned;
        for (std::int64_t e = 0; e < experts_; ++e) {
            if (!(rowNorm(row(e), width_) < rules_.respawn_threshold)) continue;
            placeAtQuery(e);
            usageData()[e] = 0;
            respawned.push_back(e);
        }
        return respawned;
    }

private:
    float* row(std::int64_t expert) { return key_data_ + expert * width_; }
    float* usageData() { return usage_data_; }
    double inertia(std::int64_t expert) { return 1.0 + usageData()[expert]; }

    void placeAtQuery(std::int64_t expert) {
        const SeededRandom random(mixSeed(rules_.seed, static_cast<std::uint64_t>(expert)));
        const auto count = static_cast<std::uint64_t>(spares_.size(0));
        const auto spare = static_cast<std::int64_t>(random.below(0, count));
        const float* query = spares_.const_data_ptr<float>() + spare * width_;
        for (std::int64_t d = 0; d < width_; ++d)
            row(expert)[d] = static_cast<float>(
                query[d] + kRespawnNoise * random.normal(static_cast<std::uint64_t>(d) + 1));
        const double norm = std::max(rowNorm(row(expert), width_), kSmallestNorm);
        for (std::int64_t d = 0; d < width_; ++d)
            row(expert)[d] = static_cast<float>(row(expert)[d] / norm);
    }

    at::Tensor keys_;   // [E, D]
    at::Tensor usage_;  // [E]
    // A tensor is asked for its data once, not for each number.
    float* key_data_ = keys_.mutable_data_ptr<float>();
    float* usage_data_ = usage_.mutable_data_ptr<float>();
    const KeyStatistics& statistics_;
    at::Tensor spares_;  // [S, D] or undefined
    const KeyRules& rules_;
    std::int64_t experts_;
    std::int64_t width_;
    std::vector<std::int64_t> selections_;  // [E], over all ranks
};

/// By the kernels of the module orrery_cuda (key_update_device.h).
KeyChange applyOnDevice(at::Tensor& keys, at::Tensor& usage, const KeyStatistics& statistics,
                        const KeyRules& rules) {
    using Signature = at::Tensor(at::Tensor&, at::Tensor&, const at::Tensor&, const at::Tensor&,
                                 const at::Tensor&, const std::optional<at::Tensor>&,
                                 at::ArrayRef<double>, at::IntArrayRef);
    at::AutoDispatchBelowADInplaceOrView below_autograd;
    static const auto op =
        c10::Dispatcher::singleton().findSchemaOrThrow("orrery::apply_keys", "").typed<Signature>();
    const at::Tensor sums =
        statistics.query_sums.defined()
            ? statistics.query_sums
            : at::empty({statistics.counts.size(0), keys.size(0), 0}, keys.options());
    std::optional<at::Tensor> spares;
    if (statistics.spares.defined()) spares = statistics.spares.contiguous();
    return {0, 0,
            op.call(keys, usage, statistics.counts, sums, statistics.pair_table, spares,
                    device_gravity::ruleNumbers(rules), device_gravity::ruleChoices(rules))};
}

}  // namespace

double quantile(std::vector<double> values, double q) {
    require(!values.empty() && q >= 0 && q <= 1, "A quantile needs values, and a share in 0 .. 1.");
    std::sort(values.begin(), values.end());
    const double place = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
}

KeyChange applyKeyUpdate(at::Tensor& keys, at::Tensor& usage, const KeyStatistics& statistics,
                         const KeyRules& rules) {
    require(keys.dim() == 2 && usage.dim() == 1 && usage.size(0) == keys.size(0) &&
                statistics.counts.size(1) == keys.size(0),
            "key_update: keys [E, D], usage [E] and the statistics need one number of experts.");
    at::NoGradGuard no_gradient;
    if (statistics.pair_table.defined()) return applyOnDevice(keys, usage, statistics, rules);
    KeyMover mover(keys, usage, statistics, rules);
    KeyChange change;
    mover.moveUsage();
    if (!rules.frozen && statistics.query_sums.defined()) {
        const at::Tensor before =
            rules.max_step > 0 || rules.smoothing > 0 ? mover.keys().clone() : at::Tensor();
        if (rules.alpha != 0 || rules.alpha_floor > 0) mover.attract();
        if (rules.beta != 0) mover.pullPeers();
        if (before.defined()) mover.restrain(before);
        mover.normalize();
        if (rules.delta != 0) change.decayed = mover.decay();
        if (rules.respawn_threshold > 0) change.respawned_experts = mover.respawn();
        change.respawned = std::ssize(change.respawned_experts);
        keys.copy_(mover.keys());
    }
    usage.copy_(mover.usage());
    return change;
}

}  // namespace orrery
