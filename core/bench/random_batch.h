// SPDX-License-Identifier: GPL-3.0-or-later
// What every measurement of a step trains on.
#pragma once
#include "core/config/config.h"
#include "core/step/training_step.h"

namespace orrery {

/// Steps of the schedule, so many that the learning rate hardly moves.
constexpr std::int64_t kBenchSteps = 1'000'000;

/// Inputs and targets [B, T], none of them pad, bos, eos or unk.
StepInput randomBatch(const Config& config);

}  // namespace orrery
