// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "core/config/config.h"
#include "core/events/events.h"

namespace orrery {

/// What an event that was read from a run's database is of (a layer, a number of experts or of key
/// dimensions) while the run's configuration has no such thing; empty where it fits. Views and
/// analyses index by these numbers.
std::string shapeFault(const Config& config, const Event& event);

/// Throws Error for an event with a shapeFault(); `database` names the file.
void requireShape(const Config& config, const Event& event, const std::string& database);

}  // namespace orrery
