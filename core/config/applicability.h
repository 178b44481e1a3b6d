// SPDX-License-Identifier: GPL-3.0-or-later
// Why a field has no effect under a configuration; empty when it has one. Private to core/config.
#pragma once
#include <string>

#include "core/config/config.h"

namespace orrery::reasons {

std::string noExperts(const Config& config);
std::string noRouter(const Config& config);    // no query network: nothing chooses by key
std::string noKeyStore(const Config& config);  // no keys that move
std::string noAlpha(const Config& config);
std::string noBeta(const Config& config);
std::string noDelta(const Config& config);
std::string notEmbedded(const Config& config);
std::string embedded(const Config& config);

}  // namespace orrery::reasons
