// SPDX-License-Identifier: GPL-3.0-or-later
// Interventions as a router takes them: the one place where they act (core/README.md, section 14).
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

#include "core/config/config.h"
#include "core/events/interventions.h"

namespace orrery {

/// Immutable, so any thread.
class RouterInterventions {
public:
    /// Throws Error for a layer or expert that does not exist, a key of another width, a factor
    /// that is no number, more forced or fewer remaining experts than some.top_k, and a model whose
    /// router has no keys.
    RouterInterventions(const Interventions& interventions, const Config& config,
                        const at::Device& device = at::kCPU);

    /// Whether anything of this layer's forward pass differs.
    bool touches(std::int64_t layer) const;
    /// [E]: -infinity where an expert is knocked out, 1e30 where it is forced; undefined without.
    const at::Tensor& selectionBias(std::int64_t layer) const;
    /// The layer's keys [E, D] with those that are swapped and moved; the same tensor without.
    at::Tensor keys(std::int64_t layer, const at::Tensor& own) const;
    /// gates [N, k] of selected [N, k], times the factors of their experts.
    at::Tensor gates(std::int64_t layer, const at::Tensor& gates, const at::Tensor& selected) const;
    /// Experts whose keys training does not move.
    const std::vector<std::int64_t>& frozen(std::int64_t layer) const;

private:
    struct Layer {
        bool touched = false;
        at::Tensor selection_bias;  // [E] or undefined
        at::Tensor factors;         // [E] or undefined
        Interventions key_changes;  // swaps and moves, in order
        std::vector<std::int64_t> frozen;
    };
    const Layer& at(std::int64_t layer) const;
    void add(const Intervention& one, const Config& config, const at::Device& device);

    std::vector<Layer> layers_;
};

/// Swaps and moves keys [E, D] of a layer in place, in order.
void changeKeys(const Interventions& interventions, std::int64_t layer, at::Tensor& keys);

}  // namespace orrery
