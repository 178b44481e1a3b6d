// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/config/config.h"

namespace orrery {

/// Learning rate of `step` (counts from 0) of `total_steps`: warm-up, then cosine to 0 or constant.
double learningRate(const TrainConfig& config, std::int64_t step, std::int64_t total_steps);

/// Experts a token has at `step` (from 0): 1 for the first some.top_k_warmup of the steps, then
/// over as many steps a ramp to some.top_k.
std::int64_t activeTopK(const SomeConfig& config, std::int64_t step, std::int64_t total_steps);

}  // namespace orrery
