// SPDX-License-Identifier: GPL-3.0-or-later
// Every trial of a study as a line across upright axes, on any painter.
#pragma once
#include <QPointF>
#include <QPolygonF>
#include <QSizeF>
#include <vector>

#include "core/study/study_pictures.h"
#include "widgets/palette/chart_theme.h"

class QPainter;
class QFont;

namespace orrery {

/// One upright axis: linear, logarithmic, or the places of labels.
struct UprightAxis {
    double x = 0, top = 0, foot = 0;
    bool logarithmic = false;
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

    std::vector<UprightAxis> axes;
    double lane = 0;    // where failed lines end
    double column = 0;  // between two axes
    double line_height = 0;
};

void paintParallel(QPainter& painter, const QSizeF& size, const ParallelPicture& picture,
                   const ChartTheme& theme, int marked = -1);

}  // namespace orrery
