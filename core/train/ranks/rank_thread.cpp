// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/ranks/rank_thread.h"

#include <cstdlib>

#include "core/devices/device.h"
#include "core/threads.h"

namespace orrery {

int prepareRankThread(std::int64_t threads, const RankPlace& place) {
    // A launcher means OMP_NUM_THREADS for each process.
    const bool each = std::getenv("OMP_NUM_THREADS") != nullptr && !place.own;
    const bool shared = threads == 0 && place.local_size > 1 && !each;
    return prepareThread(shared ? sharedThreads(place.local_size) : threads);
}

}  // namespace orrery
