// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QStringList>
#include <functional>
#include <map>
#include <memory>

#include "widgets/figure/figure_options.h"

namespace orrery {

struct RunTables;
struct Trace;

struct ReportOptions {
    QStringList runs;   // folders; two or more are compared first
    QStringList views;  // of each run; empty = usualReportViews()
    FigureOptions figure;
    QString text = {};  // that "traces" shows; empty = the beginning of each run's validation text
    /// Of each run by its folder, as the views need them (askModels()).
    std::map<QString, std::shared_ptr<const RunTables>> analyses = {};
    std::map<QString, std::shared_ptr<const Trace>> traces = {};
};

/// The views that a report can hold: "loss", "experts", "galaxy", "traces", "layers", "pairs".
QStringList reportViews();
/// Those that need no model.
QStringList usualReportViews();
/// Whether one of the views shows what a run's model does with a text.
bool needsModels(const QStringList& views);
/// Asks each run's newest checkpoint what the views need. Throws Error, Cancelled. Takes seconds a
/// run: on a pool thread, or without a window.
void askModels(ReportOptions& options, const std::function<bool()>& cancelled);
/// Figures with captions that say what is counted, tables, versions, seeds and configurations of
/// the runs, as one .html file without others beside it, or as .pdf with vector figures. Reads the
/// runs first and writes the file last: it is whole, or as it was. Throws Error. GUI thread; takes
/// a second a run.
void writeReport(const ReportOptions& options, const QString& file);

}  // namespace orrery
