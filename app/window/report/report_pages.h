// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <QString>
#include <memory>
#include <vector>

#include "widgets/figure/figure_options.h"
#include "widgets/view.h"

namespace orrery {

/// Text, or a figure with its caption; in the order of the report.
struct ReportPart {
    QString html;  // a heading, a table, a configuration
    const View* view = nullptr;
    QString caption;
};

QByteArray reportAsHtml(const QString& title, const std::vector<ReportPart>& parts,
                        const FigureOptions& figure);
/// A4; figures as vectors, at the width of the text.
QByteArray reportAsPdf(const QString& title, const std::vector<ReportPart>& parts,
                       const FigureOptions& figure);

}  // namespace orrery
