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
    QRectF caption, grid, x_name;
    QRectF bar, bar_name;    // the colors and what they stand for
    QString x_text, y_text;  // names of the axes, in lines that fit
    double line = 0;         // height of one of text
    double labels = 0;       // height of the columns' labels
    double y_height = 0;     // of y_text
    bool upright = false;    // the columns' labels: they are longer than their cells
};

/// The lowest value stands out most. `marked`: a cell with a frame around it, -1 = none.
void paintStudyMap(QPainter& painter, const QSizeF& size, const StudyMap& map,
                   const ChartTheme& theme, int marked = -1);

/// What the pictures of a study share: title above, caption below, both in as many lines as they
/// take.
QRectF titleRect(const QString& title, const QSizeF& size, const QFont& font);
QRectF captionRect(const QString& caption, const QSizeF& size, const QFont& font);
void paintTitleAndCaption(QPainter& painter, const QSizeF& size, const QString& title,
                          const QString& caption, const ChartTheme& theme);

}  // namespace orrery
