// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader of a ranking by gates has to know (core/README.md, section 8, the probes
// uniform_gates and duplicate_keys). Values; any thread.
#pragma once
#include <QString>
#include <span>
#include <vector>

#include "core/events/events.h"
#include "widgets/run/run_tables.h"

namespace orrery {

/// Layers in which a ranking of experts by their gates tells little, ascending.
struct GateWarnings {
    std::vector<int> uniform;     // the selected experts are averaged: none is the best
    std::vector<int> coinciding;  // experts with one key are selected together for any token

    bool operator==(const GateWarnings&) const = default;
};

/// Of the tokens that are traced; `keys` are snapshots of layers, as many as are known.
GateWarnings warningsOf(const Trace& trace, std::span<const SharedKeys> keys);
/// Of the text that was analyzed. Nothing for nullptr.
GateWarnings warningsOf(const RunTables* analysis);
/// For people, a sentence each; empty where there is nothing to say.
QString warningText(const GateWarnings& warnings);

}  // namespace orrery
