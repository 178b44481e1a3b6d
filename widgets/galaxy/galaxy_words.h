// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QFont>
#include <QFontMetricsF>
#include <QRectF>
#include <QSizeF>
#include <vector>

#include "widgets/galaxy/render/galaxy_scene.h"

class QPaintDevice;
class QPainter;

namespace orrery {

/// What words are measured with.
struct WordsFont {
    QFont font;
    QPaintDevice* device = nullptr;
};

/// The camera that a scene is drawn with in a picture of `size`, where `camera` is the user's: flat
/// as the scene, and, where its words stand apart, within the room that they leave.
OrbitCamera cameraOf(const GalaxyScene& scene, const OrbitCamera& camera, const QSizeF& size,
                     const WordsFont& font);
/// That room; the whole picture where words lie over the keys.
QRectF keysRoom(const GalaxyScene& scene, const QSizeF& size, const WordsFont& font);

/// Everything of a scene that is no point: title and notes, the names of clusters, the legend and
/// the little cross of axes that shows how the galaxy is turned.
void paintGalaxyWords(QPainter& painter, const QSizeF& size, const GalaxyScene& scene,
                      const Projector& project);

}  // namespace orrery
