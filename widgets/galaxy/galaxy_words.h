// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSizeF>

#include "widgets/galaxy/galaxy_scene.h"

class QPainter;

namespace orrery {

/// Everything of a scene that is no point: title and notes, the names of clusters, the legend and
/// the little cross of axes that shows how the galaxy is turned.
void paintGalaxyWords(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                      const Projector& project);

}  // namespace orrery
