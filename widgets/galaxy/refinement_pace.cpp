// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/galaxy/refinement_pace.h"

#include <algorithm>

namespace orrery {

void RefinementPace::finished(double seconds, Time now) {
    due_ = now + std::chrono::duration_cast<Time::duration>(
                     std::chrono::duration<double>(std::max(seconds, 0.0) / share));
}

std::chrono::milliseconds RefinementPace::wait(Time now) const {
    return std::max(std::chrono::milliseconds(0),
                    std::chrono::ceil<std::chrono::milliseconds>(due_ - now));
}

}  // namespace orrery
