// SPDX-License-Identifier: GPL-3.0-or-later
// Probes: what in a run would mislead its reader, and which claim that touches (core/README.md,
// section 8). The numbers come from core/train/measure_probes.h; judging them needs no torch.
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

/// Of one layer, on one training batch. Not a number where there is nothing to measure.
struct LayerMeasure {
    double contribution =
        std::numeric_limits<double>::quiet_NaN();  // rms of experts / rms of input
    /// Gradient of a router's parameter over that of one of the attention's, root mean squares.
    double query_gradient = std::numeric_limits<double>::quiet_NaN();
    double gate_entropy = std::numeric_limits<double>::quiet_NaN();  // nats a token
    std::int64_t duplicate_keys = 0;  // keys with another at a cosine above 0.99
    std::int64_t unused_experts = 0;  // usage 0, and not selected in the batch
};

struct ProbeMeasures {
    double leak = 0;             // logits' largest move when a later token changes
    double pads_in_targets = 0;  // shares of 1
    double pads_in_keys = 0;     // of the tokens that move keys and whose selections are reported
    double loss = 0;             // nats over real targets
    double loss_with_pads = 0;
    std::vector<LayerMeasure> layers;  // [L]
};

struct ProbeFinding {
    std::string probe;  // causality, contribution, padding, query_gradient, uniform_gates,
                        // duplicate_keys, unused_experts, idle_delta, loss_with_pads
    bool fires = false;
    std::string text;   // what was measured and, when it fires, what that means
    std::string claim;  // which claim it touches, when it fires

    std::string message() const;  // all of it
};

/// Whether a token's gates weigh its experts alike: their mean entropy (nats) is next to ln(top_k).
/// Never for one expert. Any thread.
bool gatesAreUniform(double entropy, std::int64_t top_k);

/// One finding a probe, always in the same order. Any thread.
std::vector<ProbeFinding> judgeProbes(const ProbeMeasures& measures, const Config& config);
/// "contribution, idle_delta", or "none".
std::string firedProbes(const std::vector<ProbeFinding>& findings);

}  // namespace orrery
