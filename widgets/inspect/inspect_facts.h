// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of an expert, a token and the guilds, as small tables: from the run itself, and
// from its analysis where there is one. GUI thread.
#pragma once
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "widgets/run/run_data.h"
#include "widgets/run/run_tables.h"
#include "widgets/run/selection.h"

namespace orrery {

struct FactTable {
    QString title;
    QStringList heads;
    std::vector<QStringList> rows;
    /// The experts that a row is about, in `layer`; empty = none.
    std::vector<std::vector<int>> experts;
    int layer = 0;
    bool operator==(const FactTable&) const = default;
};

/// "Expert 3 of layer 2", then lines: share of the selections, usage state, norm of the key,
/// cluster, specialization.
QString expertTitle(const ExpertId& expert);
QStringList expertFacts(const RunData& run, const RunTables* analysis, const ExpertId& expert);
/// The tokens it serves: those of the analysis, with shares, or the counts of the last evaluation.
FactTable tokensOfExpert(const RunData& run, const RunTables* analysis, const ExpertId& expert);
FactTable partsOfExpert(const RunTables* analysis, const ExpertId& expert);
/// Chosen together with it, the highest lift first (at least 5 tokens).
FactTable partnersOfExpert(const RunTables* analysis, const ExpertId& expert);
/// The nearest keys by cosine, in the newest snapshot.
FactTable neighborsOfExpert(const RunData& run, const ExpertId& expert);
/// Where a token goes: in each layer the experts that serve most of it, and how large the share of
/// the most frequent one is (1 = always the same expert).
FactTable routeOfToken(const RunTables* analysis, const QString& token);
FactTable guildsOfRun(const RunTables* analysis);
/// The kind of the guild in a row of that table; empty of one that serves any kind.
QString kindOfGuildRow(const RunTables* analysis, int row);
/// All tokens that the analysis knows, the most served first.
QStringList knownTokens(const RunTables* analysis);

struct UsageHistory {
    std::vector<double> steps, usage;
};
/// The usage state of an expert in at most `most` snapshots.
UsageHistory usageHistory(const RunData& run, const ExpertId& expert, std::size_t most = 40);

}  // namespace orrery
