// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "core/config/config.h"
#include "core/events/interventions.h"

namespace orrery {

/// Why these can't be made in a model of this configuration: a layer or expert that does not exist,
/// a key of another width, a factor that is no number, more forced or fewer remaining experts than
/// some.top_k, or a router without keys. Empty where they can. Any thread.
std::string interventionFault(const Interventions& interventions, const Config& config);

}  // namespace orrery
