// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QFontMetricsF>
#include <QRectF>
#include <QSizeF>
#include <vector>

#include "widgets/galaxy/render/galaxy_scene.h"

class QPainter;

namespace orrery {

/// The plates of labels in a picture of `size`, which lie neither upon each other nor upon what is
/// `taken`; an empty one for a label that finds no place near its own.
std::vector<QRectF> placeLabels(const std::vector<GalaxyLabel>& labels, const Projector& project,
                                const QFontMetricsF& metrics, const QSizeF& size,
                                std::vector<QRectF> taken);

/// Everything of a scene that is no point: title and notes, the names of clusters, the legend and
/// the little cross of axes that shows how the galaxy is turned.
void paintGalaxyWords(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                      const Projector& project);

}  // namespace orrery
