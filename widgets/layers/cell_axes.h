// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of colored cells over the steps of a run share: their axes and their color bar.
#pragma once
#include <QRectF>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <vector>

#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

/// Steps below the columns of an area (as many as have room), and the names of its rows at its
/// left, "Step" below.
void paintCellAxes(QPainter& painter, const QRectF& area, const std::vector<std::int64_t>& steps,
                   const QStringList& rows, const ChartTheme& theme);
/// The colors from bottom to top, with a text at either end, in an area that is as wide as both.
void paintCellBar(QPainter& painter, const QRectF& area, const QString& low, const QString& high,
                  const ChartTheme& theme);

}  // namespace orrery
