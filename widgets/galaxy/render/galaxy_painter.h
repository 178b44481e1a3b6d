// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QSizeF>

#include "widgets/galaxy/render/galaxy_scene.h"

class QPainter;

namespace orrery {

enum class GalaxyInk {
    screen,  // points as shaded discs in one image: thousands in a few milliseconds
    moving,  // the same with hard edges (quick_splatter.h): a hundred thousand in a few
    vector,  // every point a path, for PDF and SVG
};

/// A point's outline with the painter's brush and pen; the arms of a cross in `color`.
void paintShape(QPainter& painter, const QPointF& center, double radius, const QColor& color,
                PointShape shape);

/// `camera` is the user's; words that stand apart make the picture smaller (cameraOf).
/// Draws a scene at (0, 0, size) with the painter's font; the background is the theme's: first the
/// points with their trails and floor, which follow the camera and the selection alone, then what
/// lies over them. Any thread that may use the painter.
void paintGalaxyPoints(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                       const OrbitCamera& camera, const GalaxyMarks& marks, GalaxyInk ink);
void paintGalaxyMarks(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                      const OrbitCamera& camera, const GalaxyMarks& marks);
/// Both.
void paintGalaxy(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                 const OrbitCamera& camera, const GalaxyMarks& marks, GalaxyInk ink);

}  // namespace orrery
