// SPDX-License-Identifier: GPL-3.0-or-later
// What every seed of a study's cells came to, on any painter.
#pragma once
#include <QSizeF>

#include "core/study/study_pictures.h"
#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

/// Panels beside each other, a row for each cell: a dot a seed, an upright bar at their mean, a
/// line of one standard deviation to each side; the mean of the first row goes through all rows.
void paintStudyDots(QPainter& painter, const QSizeF& size, const StudyDots& picture,
                    const ChartTheme& theme);

}  // namespace orrery
