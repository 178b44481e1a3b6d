// SPDX-License-Identifier: GPL-3.0-or-later
// When a step can be recorded, and which steps are the same (core/README.md, section 3).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/ops/key_rules.h"
#include "core/step/training_step.h"

namespace orrery {

/// Why a step of `config` can't be one CUDA graph on a GPU of this generation (the major version of
/// its compute capability), or empty: it needs the host within a step, numbers of its own in each,
/// or has batches of many shapes.
std::string graphObstacle(const Config& config, int generation);

/// What a recorded step holds fixed: steps with equal ones may be replays of one another. Learning
/// rate, step count and tokens are not among it; they lie on the device.
struct GraphSignature {
    std::int64_t rows = 0;     // of the batch
    std::int64_t columns = 0;  // of the batch
    bool contribution = false;
    bool keys_due = false;  // keys.update_every
    std::int64_t top_k = 0;
    double temperature = 0;
    std::string interventions;
    std::vector<KeyRules> key_rules;  // [L]

    bool operator==(const GraphSignature&) const = default;
};
GraphSignature graphSignature(const StepInput& input, const Config& config,
                              const StepOptions& options);

}  // namespace orrery
