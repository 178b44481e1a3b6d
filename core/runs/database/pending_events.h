// SPDX-License-Identifier: GPL-3.0-or-later
// events-pending: what a run told while its run.db could not be written. A run database of its own,
// with the rows that run.db lacks; it appears whole or not at all, and is gone once run.db has
// them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/runs/run_folder.h"
#include "core/runs/database/run_writer.h"

namespace orrery {

/// Replaces the file by one with these items. Throws Error; the old file is then whole. By who
/// holds the run's lock.
void writePendingEvents(const RunFolder& folder, const std::vector<WriteItem>& items,
                        std::int64_t next_event);
/// Moves what waits into run.db, which must exist. Throws Error: locked, damaged, unwritable; the
/// file stays then. By who holds the run's lock.
void takeInPendingEvents(const RunFolder& folder);
/// The same, with a writer of the run's database.
void takeInPendingEvents(const RunFolder& folder, RunWriter& writer);

/// The meta entries that wait, where they are newer than those stored in run.db; empty when nothing
/// waits or it can't be read. Any process.
std::map<std::string, std::string> pendingMeta(const RunFolder& folder,
                                               const std::map<std::string, std::string>& stored);
/// What to tell a reader of the run; empty when nothing waits.
std::string pendingText(const RunFolder& folder);

}  // namespace orrery
