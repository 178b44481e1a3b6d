// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/loop/respawned_keys.h"

#include <algorithm>
#include <utility>

namespace orrery {

void RespawnedKeys::add(const std::vector<KeyChange>& changes) {
    experts_.resize(std::max(experts_.size(), changes.size()));
    pending_.resize(experts_.size());
    for (std::size_t layer = 0; layer < changes.size(); ++layer) {
        const KeyChange& change = changes[layer];
        experts_[layer].insert(change.respawned_experts.begin(), change.respawned_experts.end());
        if (!change.pending.defined()) continue;
        at::Tensor& sum = pending_[layer].pending;  // [1 + E]
        sum = sum.defined() ? at::maximum(sum, change.pending) : change.pending.clone();
    }
}

std::vector<Respawned> RespawnedKeys::take(std::int64_t step, double time) {
    const std::vector<KeyChange> known = synchronized(std::exchange(pending_, {}));
    for (std::size_t layer = 0; layer < known.size(); ++layer)
        experts_[layer].insert(known[layer].respawned_experts.begin(),
                               known[layer].respawned_experts.end());
    std::vector<Respawned> events;
    for (std::size_t layer = 0; layer < experts_.size(); ++layer)
        if (!experts_[layer].empty())
            events.push_back({step,
                              time,
                              static_cast<int>(layer),
                              {experts_[layer].begin(), experts_[layer].end()}});
    experts_.clear();
    return events;
}

}  // namespace orrery
