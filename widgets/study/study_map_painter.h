// SPDX-License-Identifier: GPL-3.0-or-later
// A study's map on any painter, as rectangles and text.
#pragma once
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include "core/study/study_pictures.h"
#include "widgets/palette/chart_theme.h"

class QPainter;
class QFont;

namespace orrery {

/// Where the cells stand in a drawing of a size.
struct StudyMapLayout {
    StudyMapLayout(const StudyMap& map, const QSizeF& size, const QFont& font);
    QRectF cell(std::size_t index) const;
    /// The index of the cell at a place; -1 = none.
    int at(const QPointF& place) const;

    std::size_t rows, columns;
    QRectF title, caption, grid;
    double line = 0;  // height of one of text
};

/// The lowest value stands out most. `marked`: a cell with a frame around it, -1 = none.
void paintStudyMap(QPainter& painter, const QSizeF& size, const StudyMap& map,
                   const ChartTheme& theme, int marked = -1);

/// What the pictures of a study share: title above, caption below.
QRectF captionRect(const QString& caption, const QSizeF& size, const QFont& font);
void paintTitleAndCaption(QPainter& painter, const QSizeF& size, const QString& title,
                          const QString& caption, const ChartTheme& theme);

}  // namespace orrery
