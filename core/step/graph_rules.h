// SPDX-License-Identifier: GPL-3.0-or-later
// When a step can be recorded, and which steps are the same (core/README.md, section 3).
#pragma once
#include <string>
#include <vector>

#include "core/step/training_step.h"

namespace orrery {

/// Why a step of `config` can't be one CUDA graph on a GPU of this generation (the major version of
/// its compute capability), or empty: it needs the host within a step, numbers of its own in each,
/// or has batches of many shapes.
std::string graphObstacle(const Config& config, int generation);

/// What a recorded step holds fixed, as numbers: steps with equal ones may be replays of one
/// another. Learning rate, step count and tokens are not among it; they lie on the device.
std::vector<double> graphSignature(const StepInput& input, const Config& config,
                                   const StepOptions& options);

}  // namespace orrery
