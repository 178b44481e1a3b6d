// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of experts that an analysis found, in a trace. Values only.
#pragma once
#include <QString>
#include <vector>

#include "core/events/events.h"
#include "widgets/run/run_tables.h"

namespace orrery {

/// A utility guild (many kinds of tokens) or a guild (one kind).
struct TraceSet {
    int layer = 0;
    std::vector<int> experts;  // ascending
    bool utility = false;
    QString kind;    // of a guild: "NOUN"; of a utility guild how many kinds it serves
    int tokens = 0;  // of the trace that chose all of its experts
};

/// How many tokens of the trace chose all of these experts in a layer.
int tokensOfSet(const Trace& trace, int layer, const std::vector<int>& experts);
/// Utility guilds first, each list by its tokens in the trace. Sets that are larger than top_k
/// can't serve a token together and are left out, as are those of layers that the trace lacks.
std::vector<TraceSet> setsOf(const Trace& trace, const RunTables* analysis);
/// "Utility guild of layer 2: 3 17 (6.5 kinds): 12 of 40 tokens"
QString describeSet(const TraceSet& set, int tokens);

}  // namespace orrery
