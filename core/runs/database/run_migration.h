// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of format 1, which told of changed settings and respawned keys in sentences of the log.
// Any thread.
#pragma once
#include <vector>

#include "core/events/events.h"
#include "core/files/sqlite.h"

namespace orrery {

/// What a message of format 1 stands for: SettingChanged ("keys.alpha = 0.02"), a Respawned for
/// each layer ("Keys placed anew: layer 0: 3 17; layer 2: 5."), or the message itself.
std::vector<Event> eventsOfFormat1(const Message& message);

/// Moves them from `events` into `settings` and `respawns`. Part of the caller's transaction.
void takeChangesFromMessages(SqliteConnection& connection);

}  // namespace orrery
