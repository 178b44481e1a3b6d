// SPDX-License-Identifier: GPL-3.0-or-later
// Initial weights. Each tensor has its own stream of random numbers, named after the tensor, so
// that changing the shape of one never changes another; the same at any number of threads.
#pragma once
#include <ATen/ATen.h>

#include <cstdint>

#include "core/ops/seeded_random.h"

namespace orrery {

/// Fills `weight` (float32, CPU, contiguous) with U(-bound, bound).
void drawUniform(at::Tensor weight, double bound, const SeededRandom& random);
/// Fills `weight` with N(0, deviation^2).
void drawNormal(at::Tensor weight, double deviation, const SeededRandom& random);

}  // namespace orrery
