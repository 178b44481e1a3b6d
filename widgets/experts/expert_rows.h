// SPDX-License-Identifier: GPL-3.0-or-later
// Every expert of a run as a row, and what a run folder records of its experts. GUI thread, but for
// recordedRows().
#pragma once
#include <filesystem>
#include <vector>

#include "core/runs/loss_effects.h"
#include "widgets/experts/expert_columns.h"
#include "widgets/run/run_data.h"
#include "widgets/run/run_tables.h"

namespace orrery {

/// By layer, then expert; layers of which nothing is known yet are left out. What is not known of
/// analysis and ablation is nullptr.
std::vector<ExpertRow> expertRows(const RunData& run, const RunTables* analysis,
                                  const LossEffects* effects = nullptr);
/// The same of a run folder, without an analysis. Throws Error. Any thread;
/// reads the run's database.
std::vector<ExpertRow> recordedRows(const std::filesystem::path& run_folder);

}  // namespace orrery
