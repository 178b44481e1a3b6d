// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QStringList>
#include <map>
#include <memory>

#include "widgets/figure/figure_options.h"

namespace orrery {

struct RunTables;

struct ReportOptions {
    QStringList runs;   // folders; two or more are compared first
    QStringList views;  // of each run; empty = usualReportViews()
    FigureOptions figure;
    /// Of each run by its folder, where needsAnalysis(views).
    std::map<QString, std::shared_ptr<const RunTables>> analyses;
};

/// The views that a report can hold: "loss", "experts", "galaxy", "layers", "pairs".
QStringList reportViews();
/// Those that need no analysis.
QStringList usualReportViews();
bool needsAnalysis(const QStringList& views);
/// Figures with captions that say what is counted, tables, versions, seeds and configurations of
/// the runs, as one .html file without others beside it, or as .pdf with vector figures. Reads the
/// runs first and writes the file last: it is whole, or as it was. Throws Error. GUI thread; takes
/// a second a run.
void writeReport(const ReportOptions& options, const QString& file);

}  // namespace orrery
