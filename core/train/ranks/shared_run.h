// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks other than the first need of a run before they can train it: they have no run folder.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/ranks/rank_place.h"
#include "core/ranks/ranks.h"
#include "core/runs/rank_sites.h"
#include "core/train/training_run.h"

namespace orrery {

/// The device of this rank: where several on a host would all take the first GPU, each takes the
/// one of its number. Throws Error as chooseDevice does.
std::string rankDevice(DeviceChoice wanted, const RankPlace& place);

/// Rank 0 gives its tokenizer, when its texts are prepared; the others get it.
Tokenizer shareTokenizer(const Tokenizer* own, const Ranks& ranks);
/// Gives the others rank 0's run where it is another than the seed draws: weights, keys, usage and
/// optimizer, and how far it is. Then compares all ranks, frozen experts included. Throws Error.
void shareRun(TrainingRun& run, bool drawn, const Ranks& ranks);
/// Where each rank trains, on all ranks; empty in a process alone.
std::vector<RankSite> gatherSites(const at::Device& device, int threads, const Ranks& ranks);
/// Sums on the GPUs themselves where each rank has one for itself; true then. All ranks.
bool chooseSums(const std::vector<RankSite>& sites, const at::Device& device, const Ranks& ranks);

}  // namespace orrery
