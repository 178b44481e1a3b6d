// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that were placed anew (core/README.md, section 4, respawn), as a message tells of them. Any
// thread.
#pragma once
#include <map>
#include <set>
#include <string>

#include "core/events/events.h"

namespace orrery {

inline constexpr const char* respawn_kind = "respawn";  // of the message

using Respawns = std::map<int, std::set<int>>;  // layer -> experts

/// "Keys placed anew: layer 0: 3 17; layer 2: 5."
std::string respawnText(const Respawns& respawns);
/// Back from a message; empty for one of another kind, or that is no such text.
Respawns respawnsOf(const Message& message);

}  // namespace orrery
