// SPDX-License-Identifier: GPL-3.0-or-later
// What a step adds up over ranks before anything moves, and what a rank without rows has in place
// of a forward pass. A process alone adds nothing and pays nothing.
#pragma once
#include <ATen/ATen.h>

#include <vector>

#include "core/config/config.h"
#include "core/model/language_model.h"
#include "core/ops/key_update.h"
#include "core/ranks/ranks.h"
#include "core/step/gradients.h"

namespace orrery {

/// Gradients of all ranks, which weigh each token alike, in the place of this rank's. `used` [P]
/// says how many ranks have one of each parameter; those that none has stay undefined. They are
/// parts of one tensor then.
void reduceGradients(const NamedParameters& parameters, const at::Tensor& used, const Ranks& ranks);
/// [P] double: 1 where a parameter has a gradient here.
at::Tensor usedParameters(const NamedParameters& parameters);

/// Statistics [L] of all ranks in the place of this rank's. Pairs travel as a table where there are
/// few experts, else as lists.
void reduceKeyStatistics(std::vector<KeyStatistics>& layers, std::int64_t experts,
                         const Ranks& ranks);

/// Routing [L] of no tokens, with k experts a token.
std::vector<LayerRouting> emptyRouting(const LanguageModel& model, std::int64_t top_k,
                                       bool probabilities);

}  // namespace orrery
