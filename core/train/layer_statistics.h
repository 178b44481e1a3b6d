// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/config/config.h"
#include "core/events/events.h"
#include "core/model/language_model.h"
#include "core/model/state_file.h"
#include "core/ranks/ranks.h"

namespace orrery {

using NamedValues = std::vector<std::pair<std::string, double>>;

/// What the layers' routing and key stores looked like between two events (core/README.md, section
/// 8). One thread.
class LayerStatistics {
public:
    explicit LayerStatistics(const Config& config);

    /// Counts the selections of one step: those of the tokens that move keys (keyTokens).
    void add(const std::vector<LayerRouting>& routing, const at::Tensor& targets);
    /// layer0/gini ... of the counts since the last call and of this step's routing; then counts
    /// anew.
    /// `routing` and `targets` are of this rank's rows, the values of all ranks'.
    NamedValues takeValues(LanguageModel& model, const std::vector<LayerRouting>& routing,
                           const at::Tensor& targets, const Ranks& ranks = {});
    /// Rank 0 gets the counts of all ranks, and the others count anew: to be called before
    /// takeValues(), usageEvents() and state() where there are several.
    void collect(const Ranks& ranks);
    /// The counts that takeValues() reports, as events: to be called before it.
    std::vector<Usage> usageEvents(std::int64_t step) const;
    /// layer0/key_drift ...: how far keys moved on average since the last call; empty at the first.
    NamedValues takeDrift(LanguageModel& model);

    /// Counters as tensors, for a checkpoint, and back. Throws Error when they do not fit.
    NamedTensors state() const;
    void loadState(const NamedTensors& state);

private:
    bool routed() const { return config_.some.experts != ExpertKind::none; }
    at::Tensor tokenSums(LanguageModel& model, const std::vector<LayerRouting>& routing,
                         const at::Tensor& targets, const Ranks& ranks) const;

    Config config_;
    std::vector<at::Tensor> counts_;     // [L] of [E] int64
    std::vector<at::Tensor> last_keys_;  // [L] of [E, D], at the last snapshot; undefined before it
};

/// Snapshots of all key stores, copied; empty for a model without one.
std::vector<Keys> keySnapshots(LanguageModel& model, std::int64_t step);

}  // namespace orrery
