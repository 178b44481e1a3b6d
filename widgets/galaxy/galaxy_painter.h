// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSizeF>

#include "widgets/galaxy/galaxy_scene.h"

class QPainter;

namespace orrery {

enum class GalaxyInk {
    screen,  // points as shaded discs in one image: thousands in a few milliseconds
    vector,  // every point a path, for PDF and SVG
};

/// Draws a scene at (0, 0, size) with the painter's font; the background is the theme's. Any thread
/// that may use the painter.
void paintGalaxy(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                 const OrbitCamera& camera, const GalaxyMarks& marks, GalaxyInk ink);

}  // namespace orrery
