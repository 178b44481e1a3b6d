// SPDX-License-Identifier: GPL-3.0-or-later
// The forces of Knowledge Gravity (core/README.md, section 4) as a sequence of kernels, a template
// over who launches them: CudaLaunch on CUDA, CpuLaunch on the CPU.
#pragma once
#include <ATen/ATen.h>

#include "core/ops/device/key_kernels.h"

namespace orrery {

constexpr double kRespawnNoise = 0.01;

/// One layer's update under way. Keys [E, D], usage [E], counts [k, E] and `held` [E] bool
/// (undefined = none: which keys stay) are contiguous, and on the device of the launch.
template <class Launch>
class KeyMover {
public:
    KeyMover(const at::Tensor& keys, const at::Tensor& usage, const at::Tensor& counts,
             const KeyRules& rules, const at::Tensor& held = {})
        : keys_(keys),
          usage_(usage),
          counts_(counts),
          held_(held),
          rules_(rules),
          selections_(at::empty({keys.size(0)}, counts.options())),
          changes_(at::zeros({1 + keys.size(0)}, counts.options().dtype(at::kInt))) {}

    /// Usage, then every force in its order. sums [k, E, D], or of another width where there are no
    /// queries: then keys stay. `candidates` [S, D] may be undefined. `pull_peers` is beta, which
    /// depends on how pairs were counted.
    template <class PullPeers>
    void moveAll(const at::Tensor& sums, const at::Tensor& candidates,
                 const PullPeers& pull_peers) {
        moveUsage();
        if (rules_.frozen || sums.size(2) != width_) return;
        const bool limited = rules_.max_step > 0 || rules_.clip_norm > 0 || rules_.smoothing > 0;
        const at::Tensor before = limited || held_.defined() ? keys_.clone() : at::Tensor();
        if (rules_.alpha != 0 || rules_.alpha_floor > 0) attract(sums);
        hold(before);
        if (rules_.beta != 0) pull_peers();
        hold(before);
        if (limited) clipAndSmooth(before);
        normalize();
        hold(before);
        if (rules_.delta != 0) decay();
        if (rules_.respawn_threshold > 0 && candidates.defined() && candidates.size(0) > 0)
            respawn(candidates);
    }

    /// beta of pairs that were counted in a table [E, E] int32.
    void pullPeers(const at::Tensor& table) {
        at::Tensor pull = at::empty({experts_, experts_}, keys_.options());
        const at::Tensor before = keys_.clone();
        Launch::each(experts_ * experts_,
                     PeerPull{table.const_data_ptr<std::int32_t>(), usageData(), experts_, rules_,
                              pull.mutable_data_ptr<float>()});
        const PullPeers kernel{pull.const_data_ptr<float>(), before.const_data_ptr<float>(),
                               experts_, width_, keyData()};
        Launch::rows(experts_ * kernel.parts(), kernel);
    }

    /// [1 + E] int32: as KeyChange::pending.
    const at::Tensor& changes() const { return changes_; }

private:
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

    void hold(const at::Tensor& before) {
        if (held_.defined())
            Launch::rows(experts_,
                         HoldKeys{before.const_data_ptr<float>(), heldData(), width_, keyData()});
    }

    void clipAndSmooth(const at::Tensor& before) {
        const at::Tensor clip = rules_.clip_norm > 0 ? findClip(before) : at::Tensor();
        Launch::rows(
            experts_,
            ClipAndSmooth{before.const_data_ptr<float>(), width_, rules_.max_step, rules_.smoothing,
                          clip.defined() ? clip.const_data_ptr<double>() : nullptr, keyData()});
    }

    /// [1] double
    at::Tensor findClip(const at::Tensor& before) {
        at::Tensor lengths = at::empty({experts_}, keys_.options().dtype(at::kDouble));
        at::Tensor share = at::empty({1}, lengths.options());
        Launch::rows(experts_, MeasureMoves{before.const_data_ptr<float>(), keyData(), width_,
                                            rules_.max_step, lengths.mutable_data_ptr<double>()});
        Launch::each(1, FindClip{lengths.const_data_ptr<double>(), experts_, rules_.clip_norm,
                                 share.mutable_data_ptr<double>()});
        return share;
    }

    void normalize() {
        if (rules_.normalize == KeyRules::Normalize::none) return;
        Launch::rows(experts_, NormalizeKeys{selections_.template const_data_ptr<std::int64_t>(),
                                             width_, rules_.normalize, keyData()});
    }

    void decay() {
        const at::Tensor sorted = std::get<0>(at::sort(usage_));
        at::Tensor threshold = at::empty({1}, keys_.options().dtype(at::kDouble));
        Launch::each(1,
                     FindThreshold{sorted.const_data_ptr<float>(), experts_, rules_.theta,
                                   rules_.theta_percentile, threshold.mutable_data_ptr<double>()});
        Launch::rows(experts_,
                     DecayKeys{usageData(), threshold.const_data_ptr<double>(), heldData(), width_,
                               rules_.delta, keyData(), changeData()});
    }

    void respawn(const at::Tensor& candidates) {
        Launch::rows(experts_,
                     RespawnKeys{candidates.const_data_ptr<float>(), candidates.size(0), heldData(),
                                 width_, rules_.respawn_threshold, kRespawnNoise, rules_.seed,
                                 keyData(), usageData(), changeData() + 1});
    }

    const bool* heldData() {  // null = none
        return held_.defined() ? held_.template const_data_ptr<bool>() : nullptr;
    }
    float* keyData() { return keys_.template mutable_data_ptr<float>(); }
    float* usageData() { return usage_.template mutable_data_ptr<float>(); }
    const std::int64_t* countData() { return counts_.template const_data_ptr<std::int64_t>(); }
    std::int32_t* changeData() { return changes_.template mutable_data_ptr<std::int32_t>(); }

    at::Tensor keys_;    // [E, D]
    at::Tensor usage_;   // [E]
    at::Tensor counts_;  // [k, E]
    at::Tensor held_;    // [E] or undefined
    const KeyRules& rules_;
    at::Tensor selections_;  // [E], over all ranks
    at::Tensor changes_;     // [1 + E]
    std::int64_t experts_ = keys_.size(0), width_ = keys_.size(1), top_k_ = counts_.size(0);
};

}  // namespace orrery
