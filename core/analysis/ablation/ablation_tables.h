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
/// A row of the table guild_removal: what the removal of a guild did to its own tokens and to
/// others. `experts` as the table guilds lists them, and `kind`, which tells guilds of the same
/// experts apart; empty of a guild that serves any.
void addGuildRemoval(std::vector<Table>& tables, const AblationResult& result,
                     const std::string& kind);
/// Puts a table in the place of that of its name, or behind all.
void putTable(std::vector<Table>& tables, Table table);
/// In sentences: what was removed, what that did beside random sets, and whether its own tokens
/// suffer more than others.
std::string ablationText(const AblationResult& result);

}  // namespace orrery
