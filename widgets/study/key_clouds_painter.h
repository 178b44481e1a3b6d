// SPDX-License-Identifier: GPL-3.0-or-later
// The key stores of a study's cells on any painter, beside each other.
#pragma once
#include <QSizeF>

#include "core/study/key_clouds.h"
#include "widgets/palette/chart_theme.h"

class QPainter;

namespace orrery {

/// A square for each cell, in rows of `columns`; a point for each key, in its cluster's color.
void paintKeyClouds(QPainter& painter, const QSizeF& size, const KeyClouds& picture,
                    const ChartTheme& theme);

}  // namespace orrery
