// SPDX-License-Identifier: GPL-3.0-or-later
// Every trial of a study as a line across upright axes, on any painter.
#pragma once
#include <QPointF>
#include <QPolygonF>
#include <QSizeF>
#include <vector>

#include "core/study/study_pictures.h"
#include "widgets/palette/chart_theme.h"

class QFontMetricsF;
class QPainter;
class QFont;

namespace orrery {

/// One upright axis: linear, logarithmic, or the places of labels.
struct UprightAxis {
    double x = 0, top = 0, foot = 0;
    bool logarithmic = false;
    int name_row = 0;          // of its name above it: 0 is nearest
    double low = 0, high = 1;  // of what is drawn: logarithms on a logarithmic axis
    double place(double value) const;
    /// Values with their words, from the lowest.
    std::vector<std::pair<double, QString>> ticks(const ParallelAxis& axis, int most) const;
};

struct ParallelLayout {
    ParallelLayout(const ParallelPicture& picture, const QSizeF& size, const QFont& font);
    QPolygonF line(const ParallelLine& trial) const;
    /// The index of the line that passes nearest to a place; -1 when none is near.
    int at(const ParallelPicture& picture, const QPointF& place) const;

    /// For the words of its ticks.
    double roomFor(const UprightAxis& upright) const;

    std::vector<UprightAxis> axes;
    double width = 0;   // of the page
    double lane = 0;    // where failed lines end
    double column = 0;  // between two axes
    double line_height = 0;
    double gap = 6;  // between an axis and its name

private:
    /// Of the longest word beside an axis.
    int tickLines(const ParallelPicture& picture, const QFont& font) const;
    /// In as many rows as keep them apart; gives their number.
    int placeNames(const ParallelPicture& picture, const QFontMetricsF& metrics);
};

void paintParallel(QPainter& painter, const QSizeF& size, const ParallelPicture& picture,
                   const ChartTheme& theme, int marked = -1);

}  // namespace orrery
