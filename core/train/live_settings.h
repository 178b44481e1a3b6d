// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "core/config/config.h"

namespace orrery {

/// The configuration with one live field changed. Throws Error: unknown key, not live, bad value,
/// contradiction.
Config withLiveSetting(const Config& config, const std::string& key, const std::string& value);
/// The field's value as YAML writes it. Throws Error for an unknown key.
std::string settingText(const Config& config, const std::string& key);

}  // namespace orrery
