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
    /// Those of the configuration (some.interventions), then these. Throws Error as
    /// interventionFault() says.
    RouterInterventions(const Interventions& interventions, const Config& config,
                        const at::Device& device = at::kCPU);

    /// Whether anything of this layer's forward pass differs.
    bool touches(std::int64_t layer) const;
    /// [E]: -infinity where an expert is knocked out, 1e30 where it is forced; undefined without.
    const at::Tensor& selectionBias(std::int64_t layer) const;
    /// The layer's keys [E, D] with those that are swapped and moved; the same tensor without.
    at::Tensor keys(std::int64_t layer, const at::Tensor& own) const;
    /// Puts keys() that training has moved back under their experts' own numbers: swapped ones
    /// change places again, moved ones stay where they were put.
    void putBack(std::int64_t layer, const at::Tensor& changed, at::Tensor& own) const;
    /// gates [N, k] of selected [N, k], times the factors of their experts.
    at::Tensor gates(std::int64_t layer, const at::Tensor& gates, const at::Tensor& selected) const;
    /// [E] bool: experts whose keys training does not move, frozen or placed by hand; undefined
    /// without.
    const at::Tensor& held(std::int64_t layer) const;

private:
    struct Layer {
        bool touched = false;
        at::Tensor selection_bias;  // [E] or undefined
        at::Tensor factors;         // [E] or undefined
        at::Tensor order;           // [E] int64: whose key each expert has; undefined = its own
        at::Tensor placed;          // [E, D]: of moved keys, zeros elsewhere; undefined without
        at::Tensor is_placed;       // [E, 1] bool, beside `placed`
        at::Tensor held;            // [E] bool or undefined
    };
    const Layer& at(std::int64_t layer) const;
    void addToRouting(const Intervention& one, const Config& config);
    void placeKeys(int layer, const Interventions& interventions, const Config& config);

    std::vector<Layer> layers_;
};

}  // namespace orrery
