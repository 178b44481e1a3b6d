// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a study, files beside each other: SVG, PDF where rsvg-convert is installed, and
// the CSV of what is drawn.
#pragma once
#include <filesystem>
#include <vector>

#include "core/study/study_table.h"

namespace orrery::cli {

/// Into `folder` (replacing those of an earlier call) and, of runs, from folder/runs: a heat map of
/// every objective over the first two axes, parallel coordinates, curves with the range of the
/// seeds, and the key stores of the cells. Returns the files. Throws Error when nothing can be
/// written; a run that can't be read is left out.
std::vector<std::filesystem::path> writeStudyFigures(const StudyTable& table,
                                                     const std::vector<TrialRecord>& trials,
                                                     const std::filesystem::path& folder);

}  // namespace orrery::cli
