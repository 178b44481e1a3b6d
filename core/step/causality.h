// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/ATen.h>

#include "core/model/language_model.h"

namespace orrery {

/// Logits at positions <= t when token t + 1 changes: the largest absolute difference over a few t.
/// Rounding noise (below 1e-4) for a causal model: other experts' rows are added in other vector
/// lanes.
double causalityProbe(LanguageModel& model, const at::Tensor& tokens, double temperature);

}  // namespace orrery
