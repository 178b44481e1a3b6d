// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the compared runs' routing of one text: a table for the view and the report, and what
// they are called. GUI thread only.
#pragma once
#include <QStandardItemModel>
#include <QStringList>
#include <string_view>
#include <vector>

#include "widgets/compare/compared_runs.h"
#include "widgets/palette/chart_theme.h"

namespace orrery {

/// "Guild strength (bits)" of "guild_strength"; the name itself where it is not known.
QString routingMeasureTitle(const QString& name);
/// The title of a measured scalar such as "text/gini", "by_layer/gini" or "layer0/text_gini"; empty
/// for any other.
QString measuredScalarTitle(const QString& scalar);

struct RoutingRow {
    QString run;
    int color = 0;
    int layer = -1;              // -1: the mean over layers
    std::vector<double> values;  // of routingTableMeasures(); not a number where it is not known
};

/// The measures that some run has, in the order of core/analysis/routing_measures.h.
QStringList routingTableMeasures(const std::vector<ComparedRun>& runs);
/// Of each measured run the mean over its layers, then each layer.
std::vector<RoutingRow> routingRows(const std::vector<ComparedRun>& runs);
void fillRoutingTable(QStandardItemModel& model, const std::vector<ComparedRun>& runs,
                      const ChartTheme& theme);
/// The same in a few words, for a plot.
QString shortTextNote(const std::vector<ComparedRun>& runs);
/// For people: on which text, or that the runs were measured on different ones. Empty without
/// figures.
QString routingTextNote(const std::vector<ComparedRun>& runs);

}  // namespace orrery
