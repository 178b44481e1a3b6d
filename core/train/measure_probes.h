// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

#include "core/analysis/probes.h"
#include "core/config/config.h"
#include "core/model/language_model.h"
#include "core/step/training_step.h"

namespace orrery {

/// One forward and backward pass over a training batch (of its first part when train.accumulation
/// cuts it), after `step` steps: the numbers that the probes judge. Moves neither weights nor keys,
/// and leaves no gradient. One thread.
ProbeMeasures measureProbes(LanguageModel& model, const StepInput& batch, const Config& config,
                            std::int64_t step, std::int64_t total_steps);

}  // namespace orrery
