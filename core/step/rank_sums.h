// SPDX-License-Identifier: GPL-3.0-or-later
// What a step adds up over ranks before anything moves, and what a rank without rows has in place
// of a forward pass. A process alone adds nothing and pays nothing.
#pragma once
#include <ATen/ATen.h>

#include <vector>

#include "core/config/config.h"
#include "core/model/language_model.h"
#include "core/ops/key_update.h"
#include "core/ranks/rank_sum.h"
#include "core/ranks/ranks.h"
#include "core/step/gradients.h"

namespace orrery {

/// Gradients of all ranks, which weigh each token alike, take the place of this rank's. `used` [P]
/// says how many ranks have one of each parameter; those that none has stay undefined. They are
/// parts of one tensor then.
void addGradients(RankSum& sums, const NamedParameters& parameters, const at::Tensor& used);
/// [P] double: 1 where a parameter has a gradient here.
at::Tensor usedParameters(const NamedParameters& parameters);

/// What alpha needs of a layer's query sums [k, E, D], counts [k, E] being those of all ranks
/// already: alpha takes a key K to prod_r (1 - a n_r) K + a sum_r w_r S_r, with w_r = prod_{s>r}
/// (1 - a n_s), so that [E, D] numbers are enough. `usage` [E] is that before the step. Nothing is
/// added where alpha moves nothing.
void addQueries(RankSum& sums, KeyStatistics& layer, const at::Tensor& usage,
                const KeyRules& rules);
/// Pairs of `experts` as a table, which `sums` must hold exactly.
void addPairs(RankSum& sums, KeyStatistics& layer, std::int64_t experts);
/// Whether pairs travel as tables, or as lists by reducePairLists().
bool pairsAsTables(const KeyStatistics& layer, std::int64_t experts);
/// Pairs of all ranks in the place of this rank's, in every one of the layers [L] that has counts.
void reducePairLists(std::vector<KeyStatistics>& layers, std::int64_t experts, const Ranks& ranks);

/// Routing [L] of no tokens, with k experts a token.
std::vector<LayerRouting> emptyRouting(const LanguageModel& model, std::int64_t top_k,
                                       bool probabilities);

}  // namespace orrery
