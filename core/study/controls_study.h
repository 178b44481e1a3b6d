// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of `orrery-cli controls` as a study of one axis.
#pragma once
#include <filesystem>
#include <vector>

#include "core/study/study_store.h"
#include "core/study/study_table.h"

namespace orrery {

/// It holds a controls.csv, and no study. Never throws.
bool isControls(const std::filesystem::path& folder);

struct ControlsStudy {
    StudyTable table;                 // a cell for each control, the configuration itself first
    std::vector<TrialRecord> trials;  // done; `run` is the whole path of a run's folder
};

/// By its controls.csv, and the names of its runs. Throws Error for a line
/// that is none of it, and without any control.
ControlsStudy readControls(const std::filesystem::path& folder);

}  // namespace orrery
