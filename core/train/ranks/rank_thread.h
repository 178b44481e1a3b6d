// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#include "core/ranks/rank_place.h"

namespace orrery {

/// As prepareThread (core/devices/device.h); 0 = this rank's share of its host's cores.
int prepareRankThread(std::int64_t threads, const RankPlace& place);

}  // namespace orrery
