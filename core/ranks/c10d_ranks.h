// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks over PyTorch's c10d: they meet at a TCPStore and talk by Gloo.
#pragma once
#include "core/ranks/rank_place.h"
#include "core/ranks/ranks.h"

namespace orrery {

/// Waits, at most place.limit, until all ranks are here, and tries a sum whose result is known.
/// They listen on the network by which place.address is reached, and on no other. For a size of 1:
/// a process alone. Throws Error, with address and what to do, when the address is unknown or out
/// of reach, the port is taken, or ranks are missing.
Ranks connectRanks(const RankPlace& place);

}  // namespace orrery
