// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of run.db, format 2.
//
//   meta(key, value)                      state, step, total_steps, progress (JSON), val/loss,
//   next_event ... scalars(event, step, name, value)     NULL is a value that is not a number
//   usage(event, step, layer, counts)     float64 [E], little-endian
//   keys(event, step, layer, experts, dimensions, keys, usage)   float32 [E, D] and [E]
//   settings(event, step, time, key, value, previous, origin)    NULL where it is not known
//   respawns(event, step, time, layer, expert)                   a row for each key
//   events(id, step, time, kind, severity, text)                 messages; traces and expert tokens
//   as JSON
//
// `event` (`id` in events) counts what the run published over all tables and never goes back.
// Format 1 had no settings and respawns (run_migration.h).
#pragma once
#include "core/files/sqlite.h"

namespace orrery {

enum class RunJournal {
    write_ahead,  // readers follow the writer; a kill loses nothing that was committed
    none,         // of a file that is written once, and is of no use before it is whole
};

/// Makes the tables in an empty file, or brings those that are there to this program's format.
/// Throws Error for a foreign file and for one of a newer program.
void prepareRunDatabase(SqliteConnection& connection, RunJournal journal = RunJournal::write_ahead);
/// The file's format: 1, or 2. Throws Error when it is not a run database that this program can
/// read.
std::int64_t checkRunDatabase(SqliteConnection& connection);

}  // namespace orrery
