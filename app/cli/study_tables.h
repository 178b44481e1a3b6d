// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers behind a study's pictures.
#pragma once
#include <filesystem>
#include <vector>

#include "core/study/study_table.h"

namespace orrery::cli {

/// Into the study's folder, replacing those of an earlier call: trials.csv, a map-*.csv for each
/// heat map, curves.csv, and of a study with a stream stream.csv. Throws Error when one can't be
/// written; a run that can't be read is left out.
void writeStudyTables(const StudyTable& table, const std::vector<TrialRecord>& trials,
                      const std::filesystem::path& folder);
/// keys.csv, which the window's program writes where it draws the keys: they are projected once.
void writeKeysTable(const StudyTable& table, const std::filesystem::path& folder);

}  // namespace orrery::cli
