// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

#include "core/analysis/ablation/ablation.h"
#include "core/analysis/table.h"

namespace orrery {

/// The tables ablation (a row a group of tokens) and ablation_experts (each expert alone).
std::vector<Table> ablationTables(const AblationResult& result);
/// The table sweep: every expert alone.
Table sweepTable(const std::vector<ExpertEffect>& effects);
/// In sentences: what was removed, what that did beside random sets, and whether its own tokens
/// suffer more than others.
std::string ablationText(const AblationResult& result);

}  // namespace orrery
