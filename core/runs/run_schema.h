// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of run.db.
//
//   meta(key, value)                      state, step, total_steps, progress (JSON), val/loss,
//   next_event ... scalars(event, step, name, value)     NULL is a value that is not a number
//   usage(event, step, layer, counts)     float64 [E], little-endian
//   keys(event, step, layer, experts, dimensions, keys, usage)   float32 [E, D] and [E]
//   events(id, step, time, kind, severity, text)                 messages; traces and expert tokens
//   as JSON. Databases of earlier versions have an empty table figures, too.
//
// `event` (`id` in events) counts what the run published over all tables and never goes back.
#pragma once
#include "core/files/sqlite.h"

namespace orrery {

/// Makes the tables in an empty file, or checks that they are there. Throws Error for a foreign
/// file and for one of a newer program.
void prepareRunDatabase(SqliteConnection& connection);
/// Throws Error when the file is not a run database that this program can read.
void checkRunDatabase(SqliteConnection& connection);

}  // namespace orrery
