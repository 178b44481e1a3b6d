// SPDX-License-Identifier: GPL-3.0-or-later
// One objective of a study over another, on any painter.
#pragma once
#include <QSizeF>

#include "core/study/study_pictures.h"
#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

/// A dot for each cell with a line of one standard deviation in each direction; the cells of an arm
/// have its color and are joined in the order of x. Names of the arms stand at the right.
void paintStudyXy(QPainter& painter, const QSizeF& size, const StudyXy& picture,
                  const ChartTheme& theme);

}  // namespace orrery
