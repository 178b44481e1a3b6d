// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <vector>

#include "core/train/layer_statistics.h"
#include "core/train/reporter.h"

namespace orrery {

/// Watches the load of each layer while a run trains, and says when its routing has collapsed
/// (core/analysis/collapse.h), with what the documents advise then. One thread.
class CollapseAlarm {
public:
    /// So many usage snapshots in a row: a batch of strange text is none.
    static constexpr int kSnapshots = 3;
    /// Of the steps, before which nothing is said: routing settles first.
    static constexpr double kSettling = 0.05;

    explicit CollapseAlarm(Reporter& reporter) : reporter_(reporter) {}

    /// layerN/entropy_bits, /gini and /used of the usage since the last snapshot, after `step` of
    /// `total_steps`.
    void add(const Config& config, std::int64_t step, std::int64_t total_steps,
             const NamedValues& values);
    /// Some layer is collapsed, in the newest snapshots.
    bool collapsed() const;

private:
    struct Layer {
        int snapshots = 0;  // collapsed ones in a row
        std::int64_t since = 0;
    };
    Reporter& reporter_;
    std::vector<Layer> layers_;
};

}  // namespace orrery
