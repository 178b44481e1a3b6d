// SPDX-License-Identifier: GPL-3.0-or-later
// Usage states of a layer's snapshots, kept from one reading to the next. One thread.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "core/analysis/rare_experts.h"
#include "core/events/events.h"

namespace orrery {

/// At most `most` of these steps (ascending): every 1st, 2nd, 4th ... and the newest, so that more
/// snapshots leave most of the choice as it was.
std::vector<std::int64_t> steadySteps(const std::vector<std::int64_t>& steps, std::size_t most);
/// How many snapshots of keys [E, D] may be read for their states: together 16 MB, 2 to 120.
std::size_t mostStates(std::int64_t experts, std::int64_t dimensions);
/// Makes `kept` those of `steps`, and reads what it lacks. A snapshot that is not there, or of
/// another number of experts than the newest, is left out.
void keepStates(UsageStates& kept, const std::vector<std::int64_t>& steps,
                const std::function<SharedKeys(std::int64_t)>& read);

}  // namespace orrery
