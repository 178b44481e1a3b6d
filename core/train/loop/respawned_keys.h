// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "core/events/events.h"
#include "core/ops/key_update.h"

namespace orrery {

/// The keys that were respawned since the last events about them. One thread.
class RespawnedKeys {
public:
    /// Of one step [L]; what is pending on a device stays there, and may be overwritten afterwards.
    /// Waits for no device.
    void add(const std::vector<KeyChange>& changes);
    /// One event for each layer with such keys, layers and experts ascending; then begins anew.
    /// Waits for the device once, where something is pending.
    std::vector<Respawned> take(std::int64_t step, double time);

private:
    std::vector<std::set<std::int64_t>> experts_;  // [L]
    std::vector<KeyChange> pending_;               // [L], as in KeyChange::pending
};

}  // namespace orrery
