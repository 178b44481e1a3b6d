// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict of a study as a table on any painter. GUI thread.
#pragma once
#include <QSizeF>
#include <QString>
#include <vector>

#include "core/study/verdict.h"
#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

struct StudySnapshot;

struct VerdictPicture {
    struct Row {
        QString prediction, result, value, interval;
        Finding::Judgement judgement = Finding::Judgement::open;
    };
    QString title, caption;
    QString heads[4];  // of a row's texts, in their order
    std::vector<Row> rows;
    QString csv;  // as VerdictTable::csv()
};

/// Without rows where nothing is judged: a plan, controls.
VerdictPicture verdictPicture(const StudySnapshot& study);
/// Four columns where the predictions keep two fifths of the width, else the result below each.
/// Rows that do not fit are counted in a last line.
void paintVerdict(QPainter& painter, const QSizeF& size, const VerdictPicture& picture,
                  const ChartTheme& theme);

}  // namespace orrery
