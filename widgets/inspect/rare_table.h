// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/inspect/inspect_facts.h"

namespace orrery {

/// Experts whose usage state is or was below theta in the run's key snapshots, so that their keys
/// decay: since and until which. Those that are now first, the longest first; at most 500.
FactTable rareExpertsOfRun(const RunData& run);

}  // namespace orrery
