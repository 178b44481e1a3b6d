// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>

#include "core/config/config.h"
#include "core/events/events.h"

namespace orrery {

/// Throws Error that names what of an event from run.db is not there in a run of this
/// configuration: a layer, an expert. Who reads on would look for it in vain, or beyond an end.
void requireShape(const Event& event, const Config& config, const std::filesystem::path& database);

}  // namespace orrery
