// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the analyzed text where they stand in it.
#pragma once
#include "widgets/inspect/inspect_facts.h"

namespace orrery {

/// Every place of a token, with the words around it and the best expert of each layer; the first
/// 500, and the title says of how many.
FactTable occurrencesOfToken(const RunTables* analysis, const QString& token);
/// The 100 places at which an expert has its highest gates, with the words around them.
FactTable contextsOfExpert(const RunTables* analysis, const ExpertId& expert);

}  // namespace orrery
