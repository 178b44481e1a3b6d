// SPDX-License-Identifier: GPL-3.0-or-later
// applyKeyUpdate: by the kernels of device/key_kernels.h, on the CPU too; there pairs of experts
// are a list in place of a table.
#include <ATen/core/grad_mode.h>
#include <torch/library.h>

#include <utility>
#include <vector>

#include "core/ops/check.h"
#include "core/ops/device/key_mover.h"
#include "core/ops/device/launch_cpu.h"
#include "core/ops/key_update.h"

namespace orrery {
namespace {

/// The experts that each expert is pulled to, ascending, in compressed rows.
struct PeerList {
    std::vector<std::int64_t> begins;  // [E + 1]
    std::vector<std::int64_t> peers;   // [2 M]
    std::vector<float> pulls;          // [2 M]
};

PeerList listPeers(const KeyStatistics& statistics, const float* usage, std::int64_t experts,
                   const KeyRules& rules) {
    const auto* pairs = statistics.pairs.const_data_ptr<std::int64_t>();
    const auto* counts = statistics.pair_counts.const_data_ptr<std::int64_t>();
    const std::int64_t size = statistics.pairs.numel();
    PeerList list;
    list.begins.assign(static_cast<std::size_t>(experts) + 1, 0);
    for (std::int64_t m = 0; m < size; ++m) {
        ++list.begins[pairs[m] / experts + 1];
        ++list.begins[pairs[m] % experts + 1];
    }
    for (std::int64_t e = 0; e < experts; ++e)
        list.begins[e + 1] += list.begins[e];
    list.peers.resize(static_cast<std::size_t>(2 * size));
    list.pulls.resize(static_cast<std::size_t>(2 * size));
    std::vector<std::int64_t> next(list.begins.begin(), list.begins.end() - 1);
    for (std::int64_t m = 0; m < size; ++m) {
        const std::int64_t i = pairs[m] / experts;
        const std::int64_t j = pairs[m] % experts;
        const float pull = peerPull(rules, usage[i], usage[j], counts[m]);
        for (const auto& [expert, peer] : {std::pair{i, j}, std::pair{j, i}}) {
            const std::int64_t at = next[expert]++;
            list.peers[at] = peer;
            list.pulls[at] = pull;
        }
    }
    return list;
}

/// As PullPeers, over the few that an expert has; the same bits.
struct PullListedPeers {
    const PeerList* list;
    const float* before;  // [E, width]
    std::int64_t width;
    float* keys;

    void operator()(std::int64_t expert, const OneLane&) const {
        float* key = keys + expert * width;
        const float* own = before + expert * width;
        for (std::int64_t m = list->begins[expert]; m < list->begins[expert + 1]; ++m) {
            const float* peer = before + list->peers[m] * width;
            const float pull = list->pulls[m];
            for (std::int64_t d = 0; d < width; ++d)
                key[d] += pull * (peer[d] - own[d]);
        }
    }
};

/// Keys and usage may lie on a device whose pairs were counted here: then copies are moved.
KeyChange applyOnCpu(at::Tensor& keys, at::Tensor& usage, const KeyStatistics& statistics,
                     const KeyRules& rules, const at::Tensor& held) {
    at::Tensor own_keys = keys.to(at::kCPU).contiguous();
    at::Tensor own_usage = usage.to(at::kCPU).contiguous();
    const at::Tensor sums = statistics.query_sums.defined()
                                ? statistics.query_sums
                                : at::empty({0, 0, 0}, own_keys.options());
    const at::Tensor candidates = statistics.respawn_candidates.defined()
                                      ? statistics.respawn_candidates.cpu().contiguous()
                                      : at::Tensor();
    KeyMover<CpuLaunch> mover(own_keys, own_usage, statistics.counts, rules,
                              held.defined() ? held.cpu() : held);
    mover.moveAll(sums, candidates, [&] {
        const at::Tensor before = own_keys.clone();
        const PeerList list =
            listPeers(statistics, own_usage.const_data_ptr<float>(), own_keys.size(0), rules);
        CpuLaunch::rows(own_keys.size(0),
                        PullListedPeers{&list, before.const_data_ptr<float>(), own_keys.size(1),
                                        own_keys.mutable_data_ptr<float>()});
    });
    if (!own_keys.is_same(keys)) keys.copy_(own_keys);
    if (!own_usage.is_same(usage)) usage.copy_(own_usage);
    KeyChange change;
    change.pending = mover.changes();
    return synchronized({change})[0];
}

/// By the kernels of the module orrery_cuda (key_update_device.h).
KeyChange applyOnDevice(at::Tensor& keys, at::Tensor& usage, const KeyStatistics& statistics,
                        const KeyRules& rules, const at::Tensor& held) {
    using Signature = at::Tensor(at::Tensor&, at::Tensor&, const at::Tensor&, const at::Tensor&,
                                 const at::Tensor&, const std::optional<at::Tensor>&,
                                 const std::optional<at::Tensor>&, at::IntArrayRef);
    at::AutoDispatchBelowADInplaceOrView below_autograd;
    static const auto op =
        c10::Dispatcher::singleton().findSchemaOrThrow("orrery::apply_keys", "").typed<Signature>();
    const at::Tensor sums =
        statistics.query_sums.defined()
            ? statistics.query_sums
            : at::empty({statistics.counts.size(0), keys.size(0), 0}, keys.options());
    std::optional<at::Tensor> candidates;
    if (statistics.respawn_candidates.defined())
        candidates = statistics.respawn_candidates.contiguous();
    std::optional<at::Tensor> stay;
    if (held.defined()) stay = held;
    KeyChange change;
    change.pending = op.call(keys, usage, statistics.counts, sums, statistics.pair_table,
                             candidates, stay, packKeyRules(rules));
    return change;
}

}  // namespace

KeyChange applyKeyUpdate(at::Tensor& keys, at::Tensor& usage, const KeyStatistics& statistics,
                         const KeyRules& rules, const at::Tensor& held) {
    require(keys.dim() == 2 && usage.dim() == 1 && usage.size(0) == keys.size(0) &&
                keys.scalar_type() == at::kFloat && usage.scalar_type() == at::kFloat &&
                statistics.counts.size(1) == keys.size(0),
            "key_update: keys [E, D] and usage [E], float32, and the statistics need one number of "
            "experts.");
    require(!held.defined() || (held.dim() == 1 && held.size(0) == keys.size(0) &&
                                held.scalar_type() == at::kBool),
            "key_update: held keys must be marked by [E] bool.");
    at::NoGradGuard no_gradient;
    return statistics.pair_table.defined() ? applyOnDevice(keys, usage, statistics, rules, held)
                                           : applyOnCpu(keys, usage, statistics, rules, held);
}

}  // namespace orrery
