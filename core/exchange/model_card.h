// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <string>

#include "core/config/config.h"
#include "core/exchange/huggingface_config.h"

namespace orrery {

/// README.md of an exported model: how it is used, what it is, what is frozen, and the figures that
/// were measured at exactly its step. `figures`: scalars of the run by name (CONTRIBUTING.md); one
/// that is missing is said to be.
std::string modelCard(const Config& config, const ModelOrigin& origin, bool bfloat16,
                      const std::map<std::string, double>& figures);

}  // namespace orrery
