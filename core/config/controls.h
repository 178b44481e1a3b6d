// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of a configuration: what every claim about frozen experts is measured against
// (core/README.md, section 2).
#pragma once
#include <string>
#include <vector>

#include "core/config/config.h"

namespace orrery {

struct Control {
    std::string name;     // "itself", "no_experts", "random_routing" ...
    std::string meaning;  // one phrase
    Config config;        // named <configuration>-<control>
};

/// The configuration itself first, then its controls, all with its budget (steps, batches, tokens):
/// no experts, random routing, hash routing, one dense frozen network as wide as the experts that
/// a token gets, sparse experts, trained experts, keys that never move. A control that is the
/// configuration itself is left out. Throws ConfigError when one can't run. Any thread.
std::vector<Control> controlsOf(const Config& config);

}  // namespace orrery
