// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traces/trace_sets.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <tuple>

#include "widgets/traces/trace_layout.h"

namespace orrery {

namespace {

struct SetWords {
    Q_DECLARE_TR_FUNCTIONS(orrery::TraceSets)
};

TraceSet readSet(const Table& table, std::size_t row, bool utility) {
    TraceSet set;
    set.layer = static_cast<int>(numberAt(table, row, "layer"));
    set.utility = utility;
    const auto names = QString::fromStdString(textAt(table, row, "experts")).split(u' ');
    for (const QString& name : names)
        set.experts.push_back(name.toInt());
    std::ranges::sort(set.experts);
    set.kind =
        utility ? SetWords::tr("%1 kinds").arg(numberAt(table, row, "effective_kinds"), 0, 'f', 1)
                : QString::fromStdString(textAt(table, row, "kind"));
    return set;
}

}  // namespace

int tokensOfSet(const Trace& trace, int layer, const std::vector<int>& experts) {
    if (layer < 0 || layer >= trace.layers || experts.empty()) return 0;
    int tokens = 0;
    for (int token = 0; token < tokenCount(trace); ++token)
        tokens += TraceMark{layer, experts}.wholeIn(cellOf(trace, token, layer));
    return tokens;
}

std::vector<TraceSet> setsOf(const Trace& trace, const RunTables* analysis) {
    std::vector<TraceSet> sets;
    if (!analysis || !isConsistent(trace)) return sets;
    for (const bool utility : {true, false}) {
        const Table* table = analysis->find(utility ? "utility_guilds" : "guilds");
        for (std::size_t row = 0; table && row < table->rows.size(); ++row) {
            TraceSet set = readSet(*table, row, utility);
            if (set.layer >= trace.layers || std::ssize(set.experts) > trace.top_k) continue;
            set.tokens = tokensOfSet(trace, set.layer, set.experts);
            sets.push_back(std::move(set));
        }
    }
    std::ranges::stable_sort(sets, std::ranges::greater{}, [](const TraceSet& set) {
        return std::tuple(set.utility, set.tokens);
    });
    return sets;
}

QString describeSet(const TraceSet& set, int tokens) {
    QStringList experts;
    for (const int expert : set.experts)
        experts << QString::number(expert);
    const QString words = set.utility
                              ? SetWords::tr("Utility guild of layer %1: %2 (%3): %4 of %5 tokens")
                              : SetWords::tr("Guild of layer %1: %2 (%3): %4 of %5 tokens");
    return words.arg(set.layer).arg(experts.join(u' '), set.kind).arg(set.tokens).arg(tokens);
}

}  // namespace orrery
